import { formatFen } from '@tianping/money'
import { permissionLabel } from '../permissionLabels.ts'

export type Change = { field: string; before: string; after: string; changed: boolean }

/**
 * What an audit row says of its subject, field by field. `before` and `after` are JSON objects as
 * the log keeps them; what is not an object stands as one field without a name.
 */
export function changesOf(before: string, after: string): Change[] {
  const was = fieldsOf(before)
  const is = fieldsOf(after)
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].map(field => {
    const [from, to] = [was[field] ?? '', is[field] ?? '']
    return { field, before: from, after: to, changed: from !== to }
  })
}

function fieldsOf(text: string): Record<string, string> {
  if (!text.trim() || text.trim() === 'null') return {}
  try {
    const value = JSON.parse(text) as unknown
    if (value !== null && typeof value === 'object')
      return Object.fromEntries(
        Object.entries(value).map(([field, each]) => [field, written(field, each)]),
      )
  } catch {
    // Not JSON: a plain text is shown as it stands.
  }
  return { '': text }
}

/** One value as people read it; the log keeps amounts as digits of fen, in fields that say so. */
function written(field: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every(each => typeof each !== 'object'))
    return value
      .map(each => (field === 'permissions' ? permissionLabel(String(each)) : String(each)))
      .join('、')
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value as string | number | boolean)
  return field.endsWith('_fen') && /^-?\d{1,18}$/.test(text) ? `¥${formatFen(BigInt(text))}` : text
}
