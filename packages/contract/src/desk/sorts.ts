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
  'POST /api/console/members/list': ['joined_at'],
  'POST /api/console/watch/list': ['set_at'],
  'POST /api/console/adjustments/list': ['created_at'],
  'POST /api/console/applications/list': ['created_at'],
  'POST /api/console/agents/list': ['created_at'],
  'POST /api/console/refunds/list': ['created_at'],
  'POST /api/console/disputes/list': ['created_at'],
  'POST /api/console/risk/list': ['created_at'],
  'POST /api/console/callbacks/list': ['received_at'],
  'POST /api/console/messages/list': ['sent_at'],
  'POST /api/console/complaints/list': ['created_at'],
  'POST /api/console/tickets/list': ['created_at'],
  'POST /api/console/audit/list': ['at'],
  'POST /api/console/deliveries/list': ['created_at'],
  'POST /api/console/security/list': [],
  'POST /api/console/security/alerts/list': [],
  'POST /api/console/verifications/list': [],
  'POST /api/console/screening/list': [],
  'POST /api/console/harm/list': [],
  'POST /api/console/cases/list': [],
  'POST /api/console/aml/list': [],
  'POST /api/console/data-requests/list': [],
  'POST /api/console/bank-lines/list': ['booked_at', 'amount'],
  'POST /api/console/free-rounds/list': ['created_at'],
  'POST /api/console/jackpots/wins': ['at'],
  'POST /api/console/campaigns/list': [],
  'POST /api/console/content-versions/list': [],
  'POST /api/console/activity-versions/list': [],
  'POST /api/console/campaign-members/list': [],
  'POST /api/console/journeys/list': [],
  'POST /api/console/journey-members/list': ['at'],
  'POST /api/console/channels/list': [],
  'POST /api/console/agent-plans/list': [],
  'POST /api/console/giveaways/list': [],
  'POST /api/console/giveaway-given/list': [],
  'POST /api/console/statements/list': ['created_at', 'commission'],
  'POST /api/console/payout-batches/list': ['created_at', 'amount'],
  'POST /api/console/suppressions/list': [],
  'POST /api/console/members/pay-requests/list': [],
  'POST /api/console/media/list': [],
} as const

export type SortedList = keyof typeof listSorts
/** The columns of a list that it can be ordered by; none where its order is its own. */
export const sortsOf = (list: string): readonly string[] =>
  Object.hasOwn(listSorts, list) ? listSorts[list as SortedList] : []
