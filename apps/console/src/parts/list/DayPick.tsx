import { DayField } from '../../ui/days/DayField.tsx'

/** One Beijing day to narrow a list by; empty for all. */
export const DayPick = ({
  value,
  label = '',
  onChange,
}: {
  value: string
  label?: string
  onChange: (day: string) => void
}) => (
  <DayField
    value={value}
    label={label || '日期'}
    prefix={label}
    width={label ? 158 + label.length * 12 : 158}
    onChange={onChange}
  />
)
