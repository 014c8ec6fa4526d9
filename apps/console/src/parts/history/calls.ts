import type { ConsoleRowOf } from '@tianping/contract/console'

export const contentCall = 'POST /api/console/content-versions/list'
export const activityCall = 'POST /api/console/activity-versions/list'
/** What a saving makes old besides its list. */
export const historyCalls = [contentCall, activityCall] as const

export type Version = ConsoleRowOf<typeof contentCall>
export type VersionFields = Version['fields']
