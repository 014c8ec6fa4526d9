import { depositState } from '@tianping/contract/cashier/facts'
import { say } from '@tianping/contract/refusals'
import { transaction, type Tx } from '@tianping/database'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { attempt, limits } from '../../../kernel/http/throttle.ts'
import { lockDeposit, notePaidSaid, type Deposit } from '../store/deposit.sql.ts'
import { ownerOf } from '../store/order.sql.ts'

/** The member's own order, locked; an order of somebody else is as unknown as none. */
export async function lockOwn(tx: Tx, memberId: bigint, depositNo: string): Promise<Deposit> {
  if ((await ownerOf(tx, 'deposit', depositNo)) !== memberId)
    throw new Refusal(say('order.not_found'))
  return lockDeposit(tx, memberId, depositNo)
}

/** Whether the order still waits for a payment in time. */
const isPayable = ({ state, waitsFor, expiresAt }: Deposit, now: Date) =>
  state === depositState.waiting &&
  waitsFor === 'provider' &&
  (expiresAt === null || expiresAt > now)

/**
 * The member says that the order is paid, so that its page no longer asks for the payment. What the
 * provider said stands, whatever the member takes back.
 */
export const depositPaid: Handler<'POST /api/deposit/paid'> = async ({
  db,
  clock,
  body,
  member: { memberId },
}) => {
  const now = clock.now()
  await attempt(db, `order:${memberId}`, limits.orderByMember, now)
  await transaction(db, async tx => {
    const order = await lockOwn(tx, memberId, body.deposit_no)
    if (!isPayable(order, now) || order.paidSaidBy === 'provider')
      throw new Refusal(say('order.not_payable'))
    const { depositNo } = order
    const paid = body.paid === 1
    if (paid === (order.paidSaidBy === 'member')) return
    const by = paid ? 'member' : ''
    await notePaidSaid(tx, { memberId, depositNo, by, at: paid ? now : null })
  })
  return { data: null }
}
