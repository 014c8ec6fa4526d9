import type { ConsoleGiven } from '@tianping/contract/console'

export const listCall = 'POST /api/console/tournaments/list'
export const showCall = 'POST /api/console/tournaments/show'
export const budgetCall = 'POST /api/console/tournaments/budget'
export const placesCall = 'POST /api/console/tournament-places/list'
/** What an action on a tournament makes old. */
export const stale = [listCall, showCall, budgetCall] as const

export type Tournament = ConsoleGiven<typeof showCall>
