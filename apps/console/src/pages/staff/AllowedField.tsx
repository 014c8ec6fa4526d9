import { Select } from 'antd'

/** Networks as tags; the server checks and straightens them. */
export function AllowedField({
  value,
  onChange,
  label = '允许登录的地址或网段（留空不限）',
  disabled = false,
}: {
  value: string[]
  onChange: (value: string[]) => void
  label?: string
  disabled?: boolean
}) {
  return (
    <label>
      <span>{label}</span>
      <Select
        mode="tags"
        open={false}
        suffixIcon={null}
        maxCount={50}
        disabled={disabled}
        tokenSeparators={[',', '，', ' ', '、']}
        value={value}
        placeholder="如 203.0.113.0/24，按回车"
        onChange={next => onChange(next.map(each => each.trim()).filter(Boolean))}
      />
    </label>
  )
}
