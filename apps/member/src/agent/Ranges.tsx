import { Chip } from '../ui/Chip.tsx'

/** Today, or since 7, 15 or 30 days ago (docs/decisions/0017-pages-times-and-date-ranges.md). */
export const ranges = [
  { date: 1, label: '今日' },
  { date: 2, label: '近7天' },
  { date: 3, label: '近15天' },
  { date: 4, label: '近30天' },
] as const
export type Range = (typeof ranges)[number]['date']

export const Ranges = ({ value, onChange }: { value: Range; onChange: (date: Range) => void }) => (
  <div className="chips" role="group" aria-label="日期">
    {ranges.map(({ date, label }) => (
      <Chip key={date} on={date === value} onClick={() => onChange(date)}>
        {label}
      </Chip>
    ))}
  </div>
)
