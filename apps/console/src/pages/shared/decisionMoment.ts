import { reviewState } from '@tianping/contract/facts'
import type { Moment } from '../../ui/Timeline.tsx'

type Decided = {
  state: number
  claimed_by: string
  created_at: string
  decided_at: string
  decided_by: string
  remark: string
}
type Words = {
  /** While nobody has claimed the item. */
  waiting: string
  /** What a colleague does who has claimed it. */
  working?: string
  approved: string
  rejected: string
  /** Approving most items is good for the member; confirming a risk is not. */
  approvedTone?: 'good' | 'bad'
}

/** The last line of an item's history: what it waits for, or who decided it and why. */
export function decisionMoment(
  item: Decided,
  { waiting, working = '正在处理', approved, rejected, approvedTone = 'good' }: Words,
): Moment {
  if (item.state === reviewState.waiting)
    return { at: '', text: item.claimed_by ? `${item.claimed_by} ${working}` : waiting }
  const by = item.decided_by
  const why = item.remark ? `：${item.remark}` : ''
  const rejectedTone = approvedTone === 'good' ? 'bad' : 'good'
  const at = item.decided_at || item.created_at
  if (item.state === reviewState.approved)
    return { at, tone: approvedTone, text: `${by} ${approved}${why}` }
  return { at, tone: rejectedTone, text: `${by} ${rejected}${why}` }
}
