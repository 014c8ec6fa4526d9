import type { Difference } from './schema.ts'
import { pathLabel, settingValue } from './settingLabels.ts'
import { useSegmentName } from '../segments/Audience.tsx'
import css from './setting.module.css'

const most = 60

/** A letter that is not for a segment has an empty one, and is not for everybody either. */
const isSegment = (path: string, value: unknown) =>
  path === 'modal_segment'
    ? value !== undefined
    : path === 'segment_id' && (typeof value === 'number' || Boolean(value))

/** What changes, field by field, from and to. */
export function Differences({ changes }: { changes: Difference[] }) {
  const nameOf = useSegmentName()
  const valueOf = (path: string, value: unknown) =>
    isSegment(path, value) ? nameOf(value) : settingValue(path, value)
  if (changes.length === 0) return <>没有改动</>
  return (
    <ul className={css.changes}>
      {changes.slice(0, most).map(({ path, before, after }) => (
        <li key={path}>
          <span>{pathLabel(path)}</span>
          <span className={css.values}>
            <del>{valueOf(path, before)}</del> → <ins>{valueOf(path, after)}</ins>
          </span>
        </li>
      ))}
      {changes.length > most && <li>另有 {changes.length - most} 项</li>}
    </ul>
  )
}
