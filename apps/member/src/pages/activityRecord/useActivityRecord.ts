import type { RowOf } from '@tianping/contract'
import { usePages } from '../../app/lists.ts'
import type { Label } from '../../app/records/RecordDetail.tsx'
import { reviewLabels } from '../../app/records/reviewLabels.ts'

export type Application = RowOf<'POST /api/activityApplyLog'>

export const useActivityRecord = () => usePages('POST /api/activityApplyLog', {})

/** The label of an application's state (P2-4-04); 0 and 4 have none. */
export const applicationLabel = (state: number): Label => reviewLabels[state] ?? { text: '—' }
