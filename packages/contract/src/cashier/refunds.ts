import { methodLabels } from './payments.ts'
import { z } from 'zod'
import { amounts, keyed, sorted, span } from '../listed.ts'
import { operator } from '../call.ts'
import {
  claiming,
  decision,
  memberFigures,
  orderFilter,
  orderNo,
  remark,
} from '../consoleFields.ts'
import { oneOf, text, time, yuan, stateOf, nameOf } from '../fields.ts'
import { refundReasons, refundLabels, refundState } from './stages.ts'

const refundRow = z.object({
  refund_no: z.string(),
  deposit_no: z.string(),
  member_id: z.number().int(),
  username: z.string(),
  method: nameOf(methodLabels),
  amount: yuan,
  reason: oneOf(refundReasons),
  /** 1 waits, 2 done. */
  state: stateOf(refundState, refundLabels),
  created_at: time,
  /** The number under which it was given back, and who recorded it. */
  voucher: z.string(),
  recorded_by: z.string(),
  recorded_at: z.string(),
  ...decision.shape,
})

const refundDetail = refundRow.extend({
  provider: z.string(),
  /** The provider's number of the payment that goes back. */
  reference: z.string(),
  paid_at: time,
  paid_amount: yuan,
  /** Whether its provider can send it back itself. */
  to_source: z.boolean(),
  member: memberFigures,
})

const item = z.object({ refund_no: orderNo })

/**
 * Payments that were not credited and go back. They were never booked, so giving them back books
 * nothing. One operator records the voucher, another confirms it.
 */
export const refundConsole = {
  'POST /api/console/refunds/list': operator(
    'payout.read',
    orderFilter.extend({
      ...sorted('POST /api/console/refunds/list'),
      ...span,
      ...amounts,
    }),
    keyed(refundRow),
  ),
  'POST /api/console/refunds/show': operator('payout.read', item, refundDetail),
  'POST /api/console/refunds/claim': operator('payout.pay', item.extend(claiming), z.null()),
  /** It was paid back outside, under this number. */
  'POST /api/console/refunds/record': operator(
    'payout.pay',
    item.extend({ voucher: text(100) }),
    z.null(),
    { once: true },
  ),
  /** It is to go back through its provider; the other operator's confirmation sends it. */
  'POST /api/console/refunds/source': operator('payout.pay', item, z.null(), { once: true }),
  /** Another operator found it paid; `voucher` is the one that was seen. */
  'POST /api/console/refunds/confirm': operator(
    'payout.pay',
    item.extend({ voucher: text(100), remark }),
    z.null(),
    { once: true },
  ),
  /** The voucher does not hold: the refund waits anew. */
  'POST /api/console/refunds/reopen': operator(
    'payout.pay',
    item.extend({ voucher: text(100), remark }),
    z.null(),
    { once: true },
  ),
} as const
