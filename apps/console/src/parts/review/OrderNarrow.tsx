import { everyState, reviewState } from '@tianping/contract/facts'
import { NarrowAmounts, NarrowDays, NarrowStates } from '../list/Narrow.tsx'
import type { StandardFilters } from '../list/standard.ts'
import { optionsOf, orderStates, type State } from '../states.ts'

type Orders = {
  filters: { state: number } & StandardFilters
  set(filters: Partial<{ state: number } & StandardFilters>): void
}

/** Which day of an item counts: of all together that of its decision, else of its beginning. */
function dayLabel(state: number, every: number) {
  if (state === every) return ''
  return state === reviewState.waiting ? '提交' : '处理'
}

/** What a list of items is narrowed by: days, amounts, and among those of every state which. */
export function OrderNarrow({
  table,
  states = orderStates,
  amounts = true,
  every = everyState,
  label = dayLabel(table.filters.state, every),
}: {
  table: Orders
  states?: readonly State[]
  label?: string
  /** Whether the list can be narrowed by amounts. */
  amounts?: boolean
  /** What the list takes for every state. */
  every?: number
}) {
  return (
    <>
      {table.filters.state === every && (
        <NarrowStates table={table} options={optionsOf(states)} every={every} />
      )}
      <NarrowDays table={table} label={label} />
      {amounts && <NarrowAmounts table={table} />}
    </>
  )
}
