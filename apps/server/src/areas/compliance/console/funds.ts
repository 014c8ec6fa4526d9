import type { FundsState } from '@tianping/contract/compliance/facts'
import { say } from '@tianping/contract/refusals'
import { parseYuan, yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import { Refusal, existing, need } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { narrowedOf } from '../../../kernel/operator/listed.sql.ts'
import { keyedAnswer, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import {
  fundsRows,
  insertBalance,
  lockFunds,
  markShort,
  type FundsDay,
} from '../store/funds.sql.ts'

function stateOf({ balanceFen, liabilityFen }: FundsDay): FundsState {
  if (balanceFen === null) return 'open'
  return balanceFen < liabilityFen ? 'short' : 'covered'
}

const rowOf = (f: FundsDay) => ({
  day: f.day,
  wallets: yuanOf(f.walletsFen),
  venue_wallets: yuanOf(f.venuesFen),
  payable: yuanOf(f.payableFen),
  liability: yuanOf(f.liabilityFen),
  bank_balance: f.balanceFen === null ? null : yuanOf(f.balanceFen),
  difference: f.balanceFen === null ? null : yuanOf(f.balanceFen - f.liabilityFen),
  state: stateOf(f),
  reference: f.reference,
  entered_by: f.enteredBy,
  entered_at: f.enteredAt ? beijing(f.enteredAt) : '',
})

/** An account may be empty; anything else is an amount like every other. */
function balanceOf(typed: string): bigint {
  const fen = /^0(\.0{1,2})?$/.test(typed) ? 0n : parseYuan(typed)
  if (fen === null) throw new Refusal(say('compliance.funds_amount'), { field: 'balance' })
  return fen
}

export const fundsHandlers = {
  'POST /api/console/funds/list': async ({ db, body }) => {
    const paging = pagingOf(body, [], true)
    return keyedAnswer(paging, await fundsRows(db, { ...narrowedOf(body), paging }), rowOf)
  },
  'POST /api/console/funds/add': async context => {
    const { operator, body, events } = context
    const { day, reference } = body
    const balanceFen = balanceOf(body.balance)
    need(reference, 'compliance.funds_reference', 'reference')
    if (day === '') throw new Refusal(say('compliance.funds_day'), { field: 'day' })
    const short = await runAction(context, async (tx, at) => {
      const found = existing(await lockFunds(tx, day), 'compliance.funds_day')
      await insertBalance(tx, { day, balanceFen, reference, by: operator.name, at })
      const missing = balanceFen < found.liabilityFen
      if (missing) await markShort(tx, day, at)
      return {
        answer: missing,
        entry: {
          action: 'funds.balance',
          subject: `funds:${day}`,
          before: found.balanceFen === null ? {} : { balance: found.balanceFen },
          after: { balance: balanceFen, liability: found.liabilityFen, reference },
        },
      }
    })
    if (short) events.note({ kind: 'funds_short', subject: `funds:${day}`, address: '' })
    return { message: short ? '已填报：专户余额不足，已报警' : '已填报', data: null }
  },
} satisfies ConsoleHandlers
