import type { Difference } from './schema.ts'
import { pathLabel, settingValue } from './settingLabels.ts'
import css from './setting.module.css'

const most = 60

/** What changes, field by field, from and to. */
export function Differences({ changes }: { changes: Difference[] }) {
  if (changes.length === 0) return <>没有改动</>
  return (
    <ul className={css.changes}>
      {changes.slice(0, most).map(({ path, before, after }) => (
        <li key={path}>
          <span>{pathLabel(path)}</span>
          <span className={css.values}>
            <del>{settingValue(path, before)}</del> → <ins>{settingValue(path, after)}</ins>
          </span>
        </li>
      ))}
      {changes.length > most && <li>另有 {changes.length - most} 项</li>}
    </ul>
  )
}
