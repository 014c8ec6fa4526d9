import type { Given } from '@tianping/contract'
import { useState } from 'react'
import { usePages } from '../../app/lists.ts'
import type { Label } from '../../app/records/RecordDetail.tsx'
import type { DateRange } from '../../app/records/filters.ts'

export type Audit = Given<'POST /api/wageringaudit'>
export type Requirement = Audit['requirements'][number]
export type AuditedBet = Audit['bets']['data'][number]

/**
 * The bets of a range in pages, and what is required now; the last known requirements stay while
 * another range is read.
 */
export function useAudit(date: DateRange) {
  const list = usePages('POST /api/wageringaudit', { date: Number(date) })
  const [last, setLast] = useState(list.first)
  if (list.first && list.first !== last) setLast(list.first)
  return { list, standing: list.first ?? last }
}

const verdicts: Record<AuditedBet['verdict'], Label> = {
  counted: { text: '已计入', kind: 'ok' },
  partly: { text: '部分计入', kind: 'ok' },
  void: { text: '不计入' },
  unsettled: { text: '未结算', kind: 'wait' },
  zero: { text: '不计入' },
  before: { text: '不计入' },
  met: { text: '无需计入' },
  weighed: { text: '不计入' },
}

/** How a bet stands with the requirements, in a word. */
export const verdictLabel = ({ verdict }: Pick<AuditedBet, 'verdict'>): Label => verdicts[verdict]

/** How much of a requirement is done, in whole percent; never 100 before it is met. */
export function percentOf({ required, missing }: Pick<Requirement, 'required' | 'missing'>) {
  if (missing <= 0) return 100
  if (required <= 0) return 0
  return Math.min(99, Math.max(0, Math.floor(((required - missing) / required) * 100)))
}
