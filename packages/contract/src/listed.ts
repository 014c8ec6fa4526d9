// What every list of rows takes beside its own filters, and what a page of one says.
import { z } from 'zod'
import { day } from './consoleFields.ts'
import { listSorts, pageSizes, type SortedList } from './desk/sorts.ts'
import { int2, page, paged, text } from './fields.ts'

const perPage = int2
  .optional()
  .transform(value => value ?? 10)
  .pipe(z.union([z.literal(10), ...pageSizes.map(size => z.literal(size))]))

/** Yuan as written in a filter; empty for no bound. */
const bound = text(13).pipe(z.string().regex(/^(|\d{1,10}(\.\d{1,2})?)$/))

/** `state` numbers with commas between them; empty leaves `state` to say it. */
const states = text(20).pipe(z.string().regex(/^(|\d{1,2}(,\d{1,2}){0,5})$/))

/** The same where states have names on the wire. */
export const namedStates = text(60).pipe(z.string().regex(/^(|[a-z_]{1,20}(,[a-z_]{1,20}){0,5})$/))

/** From a day to a day, both included; `day` of older addresses is both. */
export const span = { day, from: day, to: day }
export const amounts = { least: bound, most: bound }

/**
 * `sort` is a column's name, with a minus before it for the largest first; empty is the list's own
 * order. `cursor` is `next` or `prev` of a page with the same filters: rows then follow by key, as
 * deep as one likes. Without it a page number reads up to ten thousand rows deep.
 */
export const inOrder = <const List extends SortedList>(list: List) => ({
  page,
  per: perPage,
  cursor: text(300),
  sort: text(30).pipe(
    z.enum(['', ...listSorts[list].flatMap(name => [name, `-${name}`] as const)] as [
      '',
      ...string[],
    ]),
  ),
})

/** The same for rows that have states. */
export const sorted = <const List extends SortedList>(list: List) => ({
  ...inOrder(list),
  states,
})

/** The same for rows whose states are names: `state` is one of them, empty for every one. */
export const sortedByName = <const List extends SortedList>(list: List) => ({
  ...inOrder(list),
  state: text(10),
  states: namedStates,
})

/** A page whose neighbours are read by key; empty where there is none. */
export const keyed = <T extends z.ZodType>(item: T) =>
  paged(item).extend({ next: z.string(), prev: z.string() })
