import type { RowOf } from '@tianping/contract'
import { useAnswer } from '../../app/calls.ts'
import { useProvenAction } from '../../app/factor/useProvenAction.ts'
import { toast } from '../../ui/layer/toast.tsx'

export type Card = RowOf<'POST /api/getcard'>

/** 1 bank cards and Alipay, 2 USDT addresses. */
export type CardType = 1 | 2

export const useCards = (type: CardType) => useAnswer('POST /api/getcard', { type }, { freshMs: 0 })

export const useUnbind = () =>
  useProvenAction('POST /api/delcard', {
    stale: ['POST /api/getcard'],
    done: () => toast('解绑成功'),
  })
