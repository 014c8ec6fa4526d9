import type { ConsoleGiven } from '@tianping/contract/console'

export const listCall = 'POST /api/console/campaigns/list'
export const showCall = 'POST /api/console/campaigns/show'
export const figuresCall = 'POST /api/console/campaigns/figures'
export const membersCall = 'POST /api/console/campaign-members/list'
export const budgetCall = 'POST /api/console/campaigns/budget'
/** What an action on a campaign makes old. */
export const stale = [listCall, showCall, figuresCall, budgetCall] as const

export type Campaign = ConsoleGiven<typeof showCall>
