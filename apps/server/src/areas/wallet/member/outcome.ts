import type { Outcome } from '@tianping/contract/wallet/facts'
import { transferState } from '@tianping/contract/venues/facts'
import { say } from '@tianping/contract/refusals'
import { depositOfAction, withdrawalOfAction } from '../../cashier/cashier.ts'
import { transferOfAction } from '../../venues/venues.ts'
import { closeLost, keptOf, type Kept } from '../../../kernel/http/once.ts'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { Handler, Services } from '../../../kernel/http/services.ts'
import { attempt, limits } from '../../../kernel/http/throttle.ts'

const KEY = /^[A-Za-z0-9_-]{8,64}$/
/** Calls whose order says by itself whether they were begun. */
const withOrder = [
  'POST /api/transfer',
  'POST /api/money/bring',
  'POST /api/recharge',
  'POST /api/withdraw',
]

type Told = { state: Outcome; order_no: string; message: string }

const ofTransfer = {
  [transferState.done]: 'done',
  [transferState.failed]: 'refused',
  [transferState.pending]: 'working',
} as const

/** The order that the action opened, which knows more than the answer of its moment. */
async function orderOf(
  { db }: Services,
  memberId: bigint,
  key: string,
): Promise<Pick<Told, 'state' | 'order_no'> | undefined> {
  const transfer = await transferOfAction(db, memberId, key)
  if (transfer) return { state: ofTransfer[transfer.state], order_no: transfer.txId }
  const withdrawal = await withdrawalOfAction(db, memberId, key)
  if (withdrawal) return { state: 'done', order_no: withdrawal.withdrawalNo }
  const deposit = await depositOfAction(db, memberId, key)
  return deposit && { state: 'done', order_no: deposit.depositNo }
}

/** By the answer alone. A lost process of a call without an order leaves only the records. */
function stateOf(kept: Kept): Outcome {
  if (kept.kind === 'answered') return kept.answer.code === 200 ? 'done' : 'refused'
  if (kept.kind === 'running') return 'working'
  return kept.kind === 'closed' || withOrder.includes(kept.endpoint) ? 'none' : 'unclear'
}

/**
 * What became of an action whose answer was lost. Only the member's own keys are read; one that
 * never came is closed, so that `none` stays true.
 */
export const outcome: Handler<'POST /api/outcome'> = async ({ body, member, ...services }) => {
  const { db, clock } = services
  const { memberId } = member
  const { key } = body
  if (!KEY.test(key)) throw new Refusal(say('request.key_format'))
  await attempt(db, `outcome:${memberId}`, limits.outcomeByMember, clock.now())
  const kept = await keptOf(db, clock, { memberId, key })
  const message = kept.kind === 'answered' ? kept.answer.message : ''
  // After the key: what a handler began before it answered is seen here.
  const order = await orderOf(services, memberId, key)
  const state = stateOf(kept)
  // An order that failed later was answered in other words.
  if (order) return { data: { ...order, message: order.state === state ? message : '' } }
  // Between the two looks the order may have come: closing it again says so.
  if (kept.kind === 'lost' && state === 'none') {
    await closeLost(db, clock, { memberId, key })
    const late = await orderOf(services, memberId, key)
    if (late) return { data: { ...late, message } }
  }
  return { data: { state, order_no: '', message } }
}
