// How lists of the back office can be ordered: names of columns that an index serves in every
// filter. No zod here: the browser shows the same columns as sortable.

/** The ones beyond ten, which is what a call without `per` gives. */
export const pageSizes = [20, 50, 100] as const

export const listSorts = {
  'POST /api/console/deposits/list': ['created_at', 'decided_at', 'amount'],
  'POST /api/console/withdrawals/list': ['created_at', 'decided_at', 'amount'],
  'POST /api/console/payouts/list': ['created_at'],
  'POST /api/console/transfers/list': ['created_at', 'amount'],
  'POST /api/console/bets/list': ['placed_at', 'stake', 'net'],
} as const

export type SortedList = keyof typeof listSorts
/** The columns of a list that it can be ordered by; none where its order is its own. */
export const sortsOf = (list: string): readonly string[] =>
  Object.hasOwn(listSorts, list) ? listSorts[list as SortedList] : []
