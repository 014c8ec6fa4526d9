import { Input } from 'antd'

/** One Beijing day to narrow a list by; empty for all. The browser's own calendar. */
export function DayPick({
  value,
  label = '',
  onChange,
}: {
  value: string
  label?: string
  onChange: (day: string) => void
}) {
  return (
    <Input
      type="date"
      aria-label={label || '日期'}
      prefix={
        label ? (
          <small style={{ color: 'var(--ant-color-text-tertiary)' }}>{label}</small>
        ) : undefined
      }
      value={value}
      allowClear
      style={{ width: label ? 150 + label.length * 12 : 160 }}
      onChange={event => onChange(event.target.value)}
    />
  )
}
