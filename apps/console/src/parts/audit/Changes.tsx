import type { Change } from './changes.ts'
import { fieldLabel, valueLabel } from '../labels.ts'
import css from './changes.module.css'

/** What an entry of the log says changed, field by field: before and after beside each other. */
export function Changes({ changes }: { changes: Change[] }) {
  if (changes.length === 0) return null
  return (
    <table className={css.changes} aria-label="变更">
      <thead>
        <tr>
          <th>字段</th>
          <th>之前</th>
          <th>之后</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(change => (
          <tr key={change.field} data-changed={change.changed || undefined}>
            <td>{fieldLabel(change.field)}</td>
            <td>{change.before && <span>{valueLabel(change.field, change.before)}</span>}</td>
            <td>{change.after && <span>{valueLabel(change.field, change.after)}</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
