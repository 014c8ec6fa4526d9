import { everyState, reviewState } from '@tianping/contract/facts'
import { NarrowAmounts, NarrowDays, NarrowStates } from '../list/Narrow.tsx'
import type { StandardFilters } from '../list/standard.ts'
import { optionsOf, orderStates, type State } from '../states.ts'

type Orders = {
  filters: { state: number } & StandardFilters
  set(filters: Partial<{ state: number } & StandardFilters>): void
}

/** What a list of items is narrowed by: days, amounts, and among those of every state which. */
export function OrderNarrow({
  table,
  states = orderStates,
  label = table.filters.state === reviewState.waiting ? '提交' : '处理',
  amounts = true,
  every = everyState,
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
