import { lookupKinds } from '@tianping/contract/security/facts'
import type { Words } from '@tianping/contract'
import { columnLabelOf, columnLabels, type ColumnName } from '@tianping/contract/columns'
import { lookupKind } from '../../kernel/operator/lookup.ts'
import { cellOf } from '../../kernel/sheet/cells.ts'

/** Filters that are no column of their list. */
const NAMES: Record<string, string> = {
  q: '搜索',
  from: '从',
  to: '至',
  least: '金额不低于',
  most: '金额不高于',
  states: '状态',
  sort: '排序',
}
/** A filter that narrows nothing. */
const rests = (value: unknown) => value === '' || value === 0

/**
 * What narrowed and ordered a list, in words. `words` are those of the values of a column. Personal
 * values that it was searched by are named by their kind alone.
 */
export function filtersSaid(
  list: string,
  filters: Record<string, unknown>,
  words: (column: string) => Words,
): string {
  const nameOf = (name: string) =>
    Object.hasOwn(columnLabels, name) ? columnLabelOf(list, name as ColumnName) : name
  const said = ([name, value]: [string, unknown]): string => {
    const text = String(value)
    const kind = name === 'q' ? lookupKind(text) : null
    if (kind) return `${NAMES['q']}（${lookupKinds[kind]}）`
    const title = NAMES[name] ?? nameOf(name)
    if (name === 'sort') return `${title} ${nameOf(text.replace('-', ''))}${orderOf(text)}`
    const column = name === 'states' ? 'state' : name
    const values = name === 'states' ? text.split(',') : [value]
    return `${title} ${values.map(each => cellOf(each, words(column))).join('、')}`
  }
  return Object.entries(filters)
    .filter(([, value]) => !rests(value))
    .map(said)
    .join('，')
}

const orderOf = (sort: string) => (sort.startsWith('-') ? '降序' : '升序')
