import { everyState } from '@tianping/contract/facts'
import { narrowedOf, statesOf, type Narrowed } from './listed.sql.ts'
import { pagingOf, type Paging } from './pages.sql.ts'

/** What the standard table asks of a list whose rows have states. */
export type ListFilter = Narrowed & { states: readonly number[]; q: string; paging: Paging }

type Asked = Parameters<typeof pagingOf>[0] &
  Parameters<typeof narrowedOf>[0] & { state?: number | undefined; states: string; q?: string }

/** Whether a list is asked for what is in one state. */
export const asksFor = ({ state, states }: Pick<Asked, 'state' | 'states'>, one: number): boolean =>
  states === '' ? state === one : states === String(one)

/** The filter as the calls of such lists take it, checked; every state where none is named. */
export const listFilterOf = (
  body: Asked,
  states: Readonly<Record<string, number>>,
  ...paging: [fens: readonly string[], ids: boolean | 'uuid'] | []
): ListFilter => ({
  q: body.q ?? '',
  states: statesOf(body, {
    resting: everyState,
    every: everyState,
    known: Object.values(states),
  }),
  paging: pagingOf(body, paging[0] ?? [], paging[1] ?? false),
  ...narrowedOf(body),
})
