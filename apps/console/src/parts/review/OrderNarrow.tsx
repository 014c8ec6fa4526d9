import { everyState, reviewState } from '@tianping/contract/facts'
import { NarrowAmounts, NarrowDays, NarrowStates } from '../list/Narrow.tsx'
import type { StandardFilters } from '../list/standard.ts'
import { orderStates, type State } from '../states.ts'

type Orders = {
  filters: { state: number } & StandardFilters
  set(filters: Partial<{ state: number } & StandardFilters>): void
}

/** What a list of orders is narrowed by: days, amounts, and among orders of every state which. */
export function OrderNarrow({
  table,
  states = orderStates,
  label = table.filters.state === reviewState.waiting ? '提交' : '处理',
}: {
  table: Orders
  states?: readonly State[]
  label?: string
}) {
  return (
    <>
      {table.filters.state === everyState && (
        <NarrowStates
          options={states.map(({ state, text }) => ({ value: state, label: text }))}
          every={everyState}
          state={everyState}
          states={table.filters.states}
          onChange={narrowed => table.set(narrowed)}
        />
      )}
      <NarrowDays table={table} label={label} />
      <NarrowAmounts table={table} />
    </>
  )
}
