import type { ConsoleGiven } from '@tianping/contract/console'

export const listCall = 'POST /api/console/journeys/list'
export const showCall = 'POST /api/console/journeys/show'
export const figuresCall = 'POST /api/console/journeys/figures'
export const membersCall = 'POST /api/console/journey-members/list'
export const budgetCall = 'POST /api/console/journeys/budget'
export const previewCall = 'POST /api/console/journeys/preview'
/** What an action on a journey makes old. */
export const stale = [listCall, showCall, figuresCall, budgetCall] as const

export type Journey = ConsoleGiven<typeof showCall>
