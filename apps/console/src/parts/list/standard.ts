import { listSorts } from '@tianping/contract/sorts'

/** What every list that is paged by key takes beside its own filters, with the resting values. */
export const standardFilters = {
  sort: '',
  cursor: '',
  states: '',
  day: '',
  from: '',
  to: '',
  least: '',
  most: '',
}
export type StandardFilters = typeof standardFilters

export const isStandard = (list: string): boolean => Object.hasOwn(listSorts, list)

/** The cursors that a page came with. */
export type Neighbours = { next?: string; prev?: string }

/** How to ask for page `to` from page `at`: by key to a neighbour, by number elsewhere. */
export function stepTo(to: number, at: number, { next = '', prev = '' }: Neighbours) {
  if (to === at + 1) return { page: to, cursor: next }
  return { page: to, cursor: to === at - 1 && to > 1 ? prev : '' }
}

const directions = { '-': 'descend', '': 'ascend' } as const
/** `-amount` is by amount, largest first. */
export const sortOf = (sort: string) => ({
  column: sort.replace('-', ''),
  order: sort === '' ? null : directions[sort.startsWith('-') ? '-' : ''],
})
export const sortAs = (column: string, order: 'ascend' | 'descend' | null | undefined) =>
  order ? `${order === 'descend' ? '-' : ''}${column}` : ''
