import { reviewState } from '@tianping/contract/facts'
import { say } from '@tianping/contract/refusals'
import { formatFen, yuanOf } from '@tianping/money'
import { cardKind } from '@tianping/contract/cards/facts'
import { beijing } from '@tianping/money/day'
import { holderOf } from '../sending/doubts.ts'
import { holdKeyOf } from '../member/withdraw.ts'
import { ownerOf } from '../store/order.sql.ts'
import {
  approveWithdrawal,
  goingOf,
  heldBy,
  rejectWithdrawal,
  withdrawalApprovable,
  withdrawals,
} from '../review.ts'
import { listWithdrawals, type WithdrawalListed } from '../store/review.sql.ts'
import { checksFor } from '../sending/checksFor.ts'
import { checkOf } from '../store/providerPayout.sql.ts'
import { standing } from '../secondApproval.ts'
import { heldBefore, readWithdrawal } from '../store/withdrawal.sql.ts'
import { existing, need, Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleContext, ConsoleHandlers } from '../../../kernel/http/services.ts'
import { anyCard, membersSharingNumbers, type Card } from '../../cards/cards.ts'
import { maskedNumber, openNumber } from '../../../kernel/cardNumber.ts'
import { holdsOn, releaseHolds } from '../../holds/holds.ts'
import { fundsOf } from '../../journal/journal.ts'
import { figuresOf } from '../../risk/risk.ts'
import { seesFull } from '../../../kernel/operator/unmask.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { claim, decide, deciderOf } from '../../../kernel/operator/queue.ts'
import { maskedName } from '../../../kernel/operator/mask.ts'
import { keyedPage } from '../../../kernel/operator/pages.sql.ts'
import { confirmationOf, orderFilterOf, ORDER_REPEATED } from './review.ts'

const MAX_SHARING = 20

const withdrawalRowOf = (order: WithdrawalListed, now: Date) => ({
  out_trade_no: order.withdrawalNo,
  member_id: Number(order.memberId),
  username: order.username,
  method: order.method,
  amount: yuanOf(order.amountFen),
  usdt_amount: yuanOf(order.usdtCents),
  fee_usdt: yuanOf(order.feeCents),
  receives:
    order.kind === cardKind.usdt
      ? `${formatFen(order.receivesCents)} USDT`
      : `${order.bank} ${maskedNumber(order.numberTail)}`,
  state: order.state,
  created_at: beijing(order.createdAt),
  claimed_by: heldBy(order, now),
  confirmed_by: order.confirmedBy,
  decided_by: deciderOf(order.state === reviewState.waiting, order.decidedBy),
  decided_at: order.decidedAt ? beijing(order.decidedAt) : '',
  remark: order.remark,
})

/** Where it is paid to: in full for who may see it and has said why. */
async function payeeOf(
  { db, clock, settings, operator, body }: ConsoleContext<'POST /api/console/withdrawals/show'>,
  memberId: bigint,
  card: Card,
) {
  const full = await seesFull(db, clock.now(), operator, `withdrawal:${body.out_trade_no}`)
  return {
    bank: card.bank,
    bank_owner: full || card.kind === cardKind.usdt ? card.bankOwner : maskedName(card.bankOwner),
    bank_no: full
      ? openNumber(settings.cardKey, memberId, card.numberSealed)
      : maskedNumber(card.numberTail),
    holder: await holderOf(db, memberId, card),
    bound_at: beijing(card.boundAt),
  }
}

export const withdrawalHandlers = {
  'POST /api/console/withdrawals/list': async ({ db, clock, body }) => {
    const filter = orderFilterOf(body)
    const found = await listWithdrawals(db, filter)
    return {
      data: keyedPage(
        filter.paging,
        found,
        found.rows.map(row => withdrawalRowOf(row, clock.now())),
      ),
    }
  },
  'POST /api/console/withdrawals/show': async context => {
    const { db, clock, body, operator } = context
    const now = clock.now()
    const owner = await ownerOf(db, 'withdrawal', body.out_trade_no)
    const order =
      owner === undefined ? undefined : await readWithdrawal(db, owner, body.out_trade_no)
    if (!order) throw new Refusal(say('order.not_found'))
    const bound = await anyCard(db, order.memberId, order.cardId)
    const [member, card, sharing, two, holds, checked] = await Promise.all([
      figuresOf(context, order.memberId),
      payeeOf(context, order.memberId, bound),
      membersSharingNumbers(db, order.memberId, MAX_SHARING),
      standing(db, withdrawalApprovable(order), operator.name, now),
      holdsOn(db, goingOf(order, now)),
      checkOf(db, order),
    ])
    return {
      data: {
        automatic: checksFor(operator, checked?.failed ?? []),
        ...withdrawalRowOf(
          {
            ...order,
            username: member.username,
            bank: bound.bank,
            numberTail: bound.numberTail,
            confirmedBy: two.first?.operator ?? '',
          },
          clock.now(),
        ),
        confirmation: confirmationOf(two),
        card,
        holds: holds.map(({ key, text, releasedBy: released_by }) => ({ key, text, released_by })),
        shared_with: sharing.map(other => ({ id: Number(other.memberId), username: other.name })),
        member,
      },
    }
  },
  'POST /api/console/withdrawals/funds': async ({ db, body }) => {
    const { out_trade_no: no } = body
    const owner = existing(await ownerOf(db, 'withdrawal', no), 'order.not_found')
    const order = existing(await readWithdrawal(db, owner, no), 'order.not_found')
    const heldFen = await heldBefore(db, order)
    const asked = { holdKey: holdKeyOf(no), amountFen: order.amountFen, heldFen }
    const funds = existing(await fundsOf(db, owner, asked), 'order.not_found')
    return {
      data: {
        since: funds.since ? beijing(funds.since) : '',
        lines: funds.lines.map(({ kind, movements, fen }) => ({
          kind,
          movements,
          amount: yuanOf(fen),
        })),
        transfers: funds.transfers,
        total: yuanOf(funds.totalFen),
        held: yuanOf(heldFen),
        consists: funds.consists.map(({ kind, fen }) => ({ kind, amount: yuanOf(fen) })),
        whole: funds.whole,
      },
    }
  },
  'POST /api/console/withdrawals/claim': context =>
    claim(context, withdrawals, context.body.out_trade_no, {
      action: 'withdrawal.claim',
      tellsState: true,
    }),
  'POST /api/console/withdrawals/approve': context => {
    const { operator: reviewer, caller, body } = context
    const { out_trade_no: no, remark } = body
    return decide(context, withdrawals, no, {
      action: 'withdrawal.approve',
      confirms: 'withdrawal.confirm',
      note: remark,
      done: '已通过',
      repeated: ORDER_REPEATED,
      run: (tx, now) =>
        approveWithdrawal(tx, context.settings, no, { reviewer, remark, key: caller.key, now }),
    })
  },
  'POST /api/console/withdrawals/release': async context => {
    const { operator, body } = context
    need(body.remark, 'desk.reason_missing', 'remark')
    await runAction(context, async (tx, now) => {
      const order = await withdrawals.lock(tx, body.out_trade_no)
      refuseOwnMember(operator, [order.memberId])
      const by = { operator: operator.name, remark: body.remark }
      const released = await releaseHolds(tx, goingOf(order, now), by)
      return {
        answer: null,
        entry: {
          action: 'withdrawal.release',
          subject: withdrawals.subjectOf(body.out_trade_no),
          after: { released: released.map(({ key }) => key) },
          note: body.remark,
        },
      }
    })
    return { message: '已解除，可由另一位同事审核', data: null }
  },
  'POST /api/console/withdrawals/reject': context => {
    const { out_trade_no: no, remark } = context.body
    return decide(context, withdrawals, no, {
      action: 'withdrawal.reject',
      note: remark,
      done: '已拒绝',
      repeated: ORDER_REPEATED,
      run: (tx, now) => rejectWithdrawal(tx, no, context.operator, remark, now),
    })
  },
} satisfies ConsoleHandlers
