import { yuanOf } from '@tianping/money'
import type { Handler } from '../../../kernel/http/services.ts'

/** Polled every 4.3 s by every open page: answered from memory while nothing changed. */
export const balance: Handler<'POST /api/balance'> = async ({ cash, member }) => ({
  data: { balance: yuanOf(cash.peek(member.memberId) ?? (await cash.get(member.memberId))) },
})
