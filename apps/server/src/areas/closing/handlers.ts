import { say } from '@tianping/contract/refusals'
import { transaction } from '@tianping/database'
import { lengthOf } from '@tianping/contract/rule'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import { randomUUID } from 'node:crypto'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Context, Handlers } from '../../kernel/http/services.ts'
import { balances } from '../../ledger/ledger.ts'
import { checkPayPassword, proveSelf } from '../account/account.ts'
import { announce } from '../delivery/delivery.ts'
import { endPlayInPassing, recallAll } from '../venues/venues.ts'
import { leftOf } from './job.ts'
import { pendingLabels as labels } from './pendingLabels.ts'
import { beginClosing, closingOf, pendingOf, type Pending } from './store/closing.sql.ts'

const LONGEST_REASON = 200

async function show({ db, member: { memberId } }: Context<'POST /api/closing'>) {
  const [closing, held, pending] = await Promise.all([
    closingOf(db, memberId),
    balances(db, memberId),
    pendingOf(db, memberId),
  ])
  const { cashFen, venuesFen } = leftOf(held)
  const kinds = Object.keys(labels) as (keyof Pending)[]
  return {
    data: {
      asked_at: closing ? beijing(closing.closingAt) : '',
      cash: yuanOf(cashFen),
      venues: yuanOf(venuesFen),
      pending: kinds
        .filter(kind => pending[kind] > 0)
        .map(kind => ({ what: labels[kind], count: pending[kind] })),
    },
  }
}

/** The password and the payment password; then play and deposits end, and venues are emptied. */
async function ask(context: Context<'POST /api/closing/ask'>) {
  const { db, clock, body, outward, log, member } = context
  const { memberId } = member
  if (lengthOf(body.reason) > LONGEST_REASON)
    throw new Refusal(say('closing.reason_long'), { field: 'reason' })
  if (await closingOf(db, memberId)) throw new Refusal(say('closing.already'))
  await proveSelf(context)
  await checkPayPassword(context, memberId, body.paypassword)
  await transaction(db, async tx => {
    if (!(await beginClosing(tx, memberId, body.reason))) throw new Refusal(say('closing.already'))
    const title = '已收到注销申请'
    const text =
      '您的账户已停止存款与游戏。请取出余额；余额为零且没有处理中的订单后，账户将自动注销。如非本人申请，请立即联系客服。'
    await announce(tx, outward, { memberId, kind: 'account', title, text, at: clock.now() })
  })
  await endPlayInPassing(context, memberId)
  // The job asks again where a venue did not answer.
  await recallAll(context, { memberId, key: `closing:${randomUUID()}` }).catch((error: unknown) =>
    log.warn({ err: error as Error }, 'not recalled while closing'),
  )
  return { message: '已提交，账户已停止存款与游戏', data: null }
}

export const closingHandlers = {
  'POST /api/closing': show,
  'POST /api/closing/ask': ask,
} satisfies Handlers
