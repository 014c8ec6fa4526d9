import { payeeStates } from '@tianping/contract/cashier/facts'
import { beijing } from '@tianping/money/day'
import { maskedNumber } from '../../../kernel/cardNumber.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { narrowedOf, stateNamesOf } from '../../../kernel/operator/listed.sql.ts'
import { keyedAnswer, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { addPayee, confirmPayee, payableFrom, removePayee } from '../batches/payees.ts'
import { cashierSetting, type CashierSetting } from '../setting.ts'
import { payeeRows, type PayeeListed } from '../store/payee.sql.ts'

const subjectOf = (payeeId: bigint) => `payee:${payeeId}`
const moment = (at: Date | null) => (at ? beijing(at) : '')

const rowOf = (p: PayeeListed, { batch }: CashierSetting) => ({
  payee_id: Number(p.payeeId),
  member_id: Number(p.memberId),
  username: p.username,
  receives: `${p.bank} ${maskedNumber(p.numberTail)}`,
  state: p.state,
  added_by: p.addedBy,
  created_at: beijing(p.addedAt),
  remark: p.remark,
  listed_by: p.listedBy,
  listed_at: moment(p.listedAt),
  payable_from: moment(p.listedAt && payableFrom(batch, p.listedAt)),
  removed_by: p.removedBy,
  removed_at: moment(p.removedAt),
  removed_for: p.removedFor,
})

export const payeeHandlers = {
  'POST /api/console/payees/list': async ({ db, body }) => {
    const paging = pagingOf(body, [], true)
    const states = stateNamesOf(body, payeeStates)
    const [found, setting] = await Promise.all([
      payeeRows(db, { ...narrowedOf(body), states, paging }),
      cashierSetting(db),
    ])
    return keyedAnswer(paging, found, each => rowOf(each, setting))
  },
  'POST /api/console/payees/add': async context => {
    const { operator, body } = context
    await runAction(context, async (tx, now) => {
      const asked = { withdrawalNo: body.out_trade_no, remark: body.remark }
      const subject = subjectOf(await addPayee(tx, asked, { operator, now }))
      const after = { out_trade_no: body.out_trade_no }
      return { answer: null, entry: { action: 'payee.add', subject, after, note: body.remark } }
    })
    return { message: '已登记，待另一位同事确认', data: null }
  },
  'POST /api/console/payees/confirm': async context => {
    const { operator, body } = context
    const payeeId = BigInt(body.payee_id)
    await runAction(context, async (tx, now) => {
      const { addedBy } = await confirmPayee(tx, payeeId, { operator, now })
      const after = { added_by: addedBy }
      const subject = subjectOf(payeeId)
      return { answer: null, entry: { action: 'payee.confirm', subject, after, note: body.remark } }
    })
    return { message: '已列入付款名单', data: null }
  },
  'POST /api/console/payees/remove': async context => {
    const { operator, body } = context
    const payeeId = BigInt(body.payee_id)
    await runAction(context, async (tx, now) => {
      await removePayee(tx, payeeId, body.remark, { operator, now })
      const subject = subjectOf(payeeId)
      return { answer: null, entry: { action: 'payee.remove', subject, note: body.remark } }
    })
    return { message: '已移出付款名单', data: null }
  },
} satisfies ConsoleHandlers
