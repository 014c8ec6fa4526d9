import { reviewState } from '@tianping/contract/facts'
import type { Label } from './RecordDetail.tsx'

/** How orders and applications stand, as members read it (P2-4-04, P2-4-07 to P2-4-14). */
export const reviewLabels: Readonly<Record<number, Label>> = {
  [reviewState.waiting]: { text: '待审核', kind: 'wait' },
  [reviewState.approved]: { text: '通过', kind: 'ok' },
  [reviewState.rejected]: { text: '拒绝', kind: 'bad' },
}
