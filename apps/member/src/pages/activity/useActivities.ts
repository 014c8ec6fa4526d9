import type { RowOf } from '@tianping/contract'
import { useAnswer } from '../../app/calls.ts'
import { usePages } from '../../app/lists.ts'

export type Activity = RowOf<'POST /api/activitylist'>

/** The tab of all types sends no type. */
export const allTypes = ''

export const useTypes = () => useAnswer('POST /api/activitytype', {})

/**
 * The activities of one type, in pages. Another type is another list; the same one asks for
 * nothing.
 */
export const useActivities = (type: string) => usePages('POST /api/activitylist', { type })
