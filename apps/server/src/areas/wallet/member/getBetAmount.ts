import { yuanOf } from '@tianping/money'
import type { Handler } from '../../../kernel/http/services.ts'
import { missingTurnover } from '../../../ledger/wagering.ts'
import { isLeaving } from '../../protection/protection.ts'

export const getBetAmount: Handler<'POST /api/getBetAmount'> = async ({ db, clock, member }) => {
  const { memberId } = member
  const [missingFen, leaves] = await Promise.all([
    missingTurnover(db, memberId),
    isLeaving(db, memberId, clock.now()),
  ])
  return { data: { bet_amount: yuanOf(missingFen), leaves: leaves ? 1 : 0 } }
}
