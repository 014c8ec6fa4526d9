import { parseBeijing } from '@tianping/money/day'
import type { EditField, EditValues } from '../../parts/dialogs/EditDialog.tsx'
import { Status, type Tone } from '../../ui/values/Status.tsx'
import css from './site.module.css'

type Scheduled = { enabled: boolean; live: boolean; shows_from: string; shows_until: string }

/** Fields, values and blank of a content that may be shown between two moments. */
export const scheduleFields: EditField[] = [
  { name: 'shows_from', label: '开始显示（北京时间，留空为立即）', kind: 'moment' },
  { name: 'shows_until', label: '停止显示（北京时间，留空为不限）', kind: 'moment' },
]
export const scheduleOf = (v: EditValues) => ({
  shows_from: String(v['shows_from']),
  shows_until: String(v['shows_until']),
})
export const noSchedule = { shows_from: '', shows_until: '', live: true }

/** An enabled content that is not shown is over or yet to come. */
function statusOf(row: Scheduled): { tone: Tone; text: string } {
  if (row.live) return { tone: 'good', text: '显示' }
  if (!row.enabled) return { tone: 'plain', text: '隐藏' }
  const over = row.shows_until !== '' && parseBeijing(row.shows_until) <= Date.now()
  return { tone: 'waiting', text: over ? '已结束' : '未到时间' }
}

/** Whether members see it now, and when they will or no longer will. */
export function Shown({ row }: { row: Scheduled }) {
  const { tone, text } = statusOf(row)
  const when = [
    row.shows_from && `自 ${row.shows_from.slice(0, 16)}`,
    row.shows_until && `至 ${row.shows_until.slice(0, 16)}`,
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <>
      <Status tone={tone}>{text}</Status>
      {when && <small className={css.when}>{when}</small>}
    </>
  )
}
