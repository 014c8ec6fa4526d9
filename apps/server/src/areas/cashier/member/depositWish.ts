import { say } from '@tianping/contract/refusals'
import { transaction } from '@tianping/database'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { attempt, limits } from '../../../kernel/http/throttle.ts'
import { refuseBlocked } from '../../protection/protection.ts'
import { heldBy } from '../review.ts'
import { partsOfOrder, stageOf } from '../stage.ts'
import { noteWish } from '../store/deposit.sql.ts'
import { lockOwn } from './depositPaid.ts'

/**
 * What the member wants done with a payment of another amount. It is shown to the operator who
 * decides, and moves nothing. Members who have excluded themselves may ask for the refund only.
 */
export const depositWish: Handler<'POST /api/deposit/wish'> = async ({
  db,
  clock,
  body,
  member: { memberId },
}) => {
  const now = clock.now()
  const { wish } = body
  await attempt(db, `order:${memberId}`, limits.orderByMember, now)
  await transaction(db, async tx => {
    const order = await lockOwn(tx, memberId, body.deposit_no)
    if (stageOf(order, await partsOfOrder(tx, order), now) !== 'wrong_amount')
      throw new Refusal(say('order.wish_closed'))
    if (order.wish === wish) return
    if (heldBy(order, now) !== '') throw new Refusal(say('order.wish_late'))
    if (wish === 'credit') await refuseBlocked(tx, memberId, now)
    await noteWish(tx, { memberId, depositNo: order.depositNo, wish, now })
  })
  return { data: null }
}
