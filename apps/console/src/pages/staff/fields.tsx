import { Input, Select } from 'antd'
import type { RoleRow } from './power.ts'

type FieldProps = { label: string; value: string; onChange: (value: string) => void }

/** A line of text: why something is changed, or a remark to it. */
export function RemarkField({ label, value, onChange }: FieldProps) {
  return (
    <label>
      <span>{label}</span>
      <Input value={value} maxLength={200} onChange={event => onChange(event.target.value)} />
    </label>
  )
}

export function RoleField({
  roles,
  value,
  onChange,
}: Omit<FieldProps, 'label'> & { roles: RoleRow[] }) {
  return (
    <label>
      <span>角色</span>
      <Select
        value={value}
        options={roles.map(each => ({ value: each.role, label: each.label }))}
        onChange={onChange}
      />
    </label>
  )
}

/** An operator's own account as a member, whose orders others have to decide. */
export function MemberField({ label, value, onChange }: FieldProps) {
  return (
    <label>
      <span>{label}</span>
      <Input
        value={value}
        maxLength={64}
        placeholder="会员名或会员 ID"
        onChange={event => onChange(event.target.value)}
      />
    </label>
  )
}
