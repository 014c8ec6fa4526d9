import type { ConsoleGiven } from '@tianping/contract/console'

export const listCall = 'POST /api/console/giveaways/list'
export const showCall = 'POST /api/console/giveaways/show'
export const budgetCall = 'POST /api/console/giveaways/budget'
export const codesCall = 'POST /api/console/giveaway-codes/list'
export const givenCall = 'POST /api/console/giveaway-given/list'
export const figuresCall = 'POST /api/console/giveaways/mission-figures'
/** What an action on a giveaway makes old. */
export const stale = [listCall, showCall, budgetCall] as const

export type Giveaway = ConsoleGiven<typeof showCall>
