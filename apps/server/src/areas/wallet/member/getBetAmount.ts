import { yuanOf } from '@tianping/money'
import type { Handler } from '../../../kernel/http/services.ts'
import { missingTurnover } from '../../../ledger/wagering.ts'

export const getBetAmount: Handler<'POST /api/getBetAmount'> = async ({ db, member }) => ({
  data: { bet_amount: yuanOf(await missingTurnover(db, member.memberId)) },
})
