import { refundState } from '@tianping/contract/stages'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import { listFilterOf } from '../../../kernel/operator/listFilter.ts'
import { keyedPage } from '../../../kernel/operator/pages.sql.ts'
import { say } from '@tianping/contract/refusals'
import { existing, Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { claim, decide, deciderOf } from '../../../kernel/operator/queue.ts'
import { figuresOf } from '../../risk/risk.ts'
import { refuseNoSource, sendToSource, sourceOf } from '../atProvider/refundToSource.ts'
import { finishRefund, recordRefund, refundNamed, refunds, reopenRefund } from '../refunds.ts'
import { refundRows, refundShown, type RefundListed } from '../store/refund.sql.ts'

const refundRowOf = (r: RefundListed) => ({
  refund_no: r.refundNo,
  deposit_no: r.depositNo,
  member_id: Number(r.memberId),
  username: r.username,
  method: r.method,
  amount: yuanOf(r.amountFen),
  reason: r.reason,
  state: r.state,
  created_at: beijing(r.createdAt),
  voucher: r.voucher,
  recorded_by: r.recordedBy,
  recorded_at: r.recordedAt ? beijing(r.recordedAt) : '',
  claimed_by: r.state === refundState.waiting ? r.claimedBy : '',
  decided_by: deciderOf(r.state === refundState.waiting, r.confirmedBy),
  decided_at: r.confirmedAt ? beijing(r.confirmedAt) : '',
  remark: r.voucher,
})

const REPEATED = '该退款已处理，无需重复操作'

export const refundHandlers = {
  'POST /api/console/refunds/list': async ({ db, clock, body }) => {
    const filter = listFilterOf(body, refundState)
    const found = await refundRows(db, filter, clock.now())
    return { data: keyedPage(filter.paging, found, found.rows.map(refundRowOf)) }
  },
  'POST /api/console/refunds/show': async context => {
    const { db, clock, body } = context
    const no = body.refund_no.toUpperCase()
    const found = existing(await refundShown(db, no, clock.now()), 'refund.not_found')
    return {
      data: {
        ...refundRowOf(found),
        provider: found.provider,
        reference: found.reference,
        paid_at: beijing(found.paidAt),
        paid_amount: yuanOf(found.paidFen),
        to_source: (await sourceOf(context, found.provider)) !== undefined,
        member: await figuresOf(context, found.memberId),
      },
    }
  },
  'POST /api/console/refunds/claim': async context =>
    claim(context, refunds, await refundNamed(context.db, context.body.refund_no), {
      action: 'refund.claim',
    }),
  'POST /api/console/refunds/record': async context => {
    const { operator, body, db } = context
    const id = await refundNamed(db, body.refund_no)
    if (body.voucher.toUpperCase() === id.no.toUpperCase())
      throw new Refusal(say('refund.voucher_own'), { field: 'voucher' })
    return decide(context, refunds, id, {
      action: 'refund.record',
      note: body.voucher,
      done: '已登记，待另一位复核',
      repeated: REPEATED,
      run: (tx, now) => recordRefund(tx, id, body.voucher, { name: operator.name, now }),
    })
  },
  'POST /api/console/refunds/source': async context => {
    const { operator, body, db, clock } = context
    const no = body.refund_no.toUpperCase()
    const id = await refundNamed(db, no)
    const { provider } = existing(await refundShown(db, no, clock.now()), 'refund.not_found')
    await refuseNoSource(context, provider)
    return decide(context, refunds, id, {
      action: 'refund.source',
      note: no,
      done: '已登记原路退回，另一位复核后由通道退款',
      repeated: REPEATED,
      run: (tx, now) => recordRefund(tx, id, no, { name: operator.name, now }),
    })
  },
  'POST /api/console/refunds/confirm': async context => {
    const { operator, body, db } = context
    const id = await refundNamed(db, body.refund_no)
    await sendToSource(context, body.refund_no, { seen: body.voucher, by: operator.name })
    return decide(context, refunds, id, {
      action: 'refund.confirm',
      note: body.remark,
      done: '已确认退款',
      repeated: REPEATED,
      run: (tx, now) => finishRefund(tx, id, body.voucher, { name: operator.name, now }),
    })
  },
  'POST /api/console/refunds/reopen': async context => {
    const { operator, body, db } = context
    const id = await refundNamed(db, body.refund_no)
    const { voucher: seen, remark } = body
    return decide(context, refunds, id, {
      action: 'refund.reopen',
      note: remark,
      done: '已退回，等待重新登记',
      run: (tx, now) => reopenRefund(tx, id, { seen, remark }, { name: operator.name, now }),
    })
  },
} satisfies ConsoleHandlers
