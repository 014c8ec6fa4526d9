import type { RowOf } from '@tianping/contract'
import { usePages } from '../../app/calls.ts'
import type { Label } from '../../app/records/RecordDetail.tsx'

export type Application = RowOf<'POST /api/activityApplyLog'>

export const useActivityRecord = () => usePages('POST /api/activityApplyLog', {})

const labels: Record<number, Label> = {
  1: { text: '待审核', kind: 'wait' },
  2: { text: '通过', kind: 'ok' },
  3: { text: '拒绝', kind: 'bad' },
}

/** The label of an application's state (P2-4-04); 0 and 4 have none. */
export const applicationLabel = (state: number): Label => labels[state] ?? { text: '—' }
