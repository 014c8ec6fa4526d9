import { Input } from 'antd'

/** One Beijing day to narrow a list by; empty for all. The browser's own calendar. */
export function DayPick({ value, label = '日期', onChange }: { value: string; label?: string; onChange: (day: string) => void }) {
  return <Input type="date" aria-label={label} title={label} value={value} allowClear style={{ width: 160 }} onChange={event => onChange(event.target.value)} />
}
