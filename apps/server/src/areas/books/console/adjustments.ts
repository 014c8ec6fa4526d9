// Corrections of a member's wallet by hand. The other side is account 900; one operator proposes,
// another approves, and neither may be the member.
import { mayBenefit } from '../../protection/protection.ts'
import { say } from '@tianping/contract/refusals'
import { formatFen, parseYuan, yuanOf } from '@tianping/money'
import { adjustmentDecisions } from '@tianping/contract/books/facts'
import { decisionOf, reviewState } from '@tianping/contract/facts'
import type { Tx } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { newOrderNo } from '../../cashier/cashier.ts'
import { listFilterOf } from '../../../kernel/operator/listFilter.ts'
import { keyedPage } from '../../../kernel/operator/pages.sql.ts'
import { existing, need, Refusal } from '../../../kernel/http/refusal.ts'
import type {
  ConsoleContext,
  ConsoleHandlers,
  Operator,
  Services,
} from '../../../kernel/http/services.ts'
import { lockMember, mustBeDone, post } from '../../../ledger/ledger.ts'
import { openGift } from '../../wagering/wagering.ts'
import { notify } from '../../message/message.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import {
  adjustmentRow,
  adjustmentRows,
  decideAdjustment,
  insertAdjustment,
  lockAdjustment,
  type Adjustment,
  type AdjustmentListed,
} from '../store/adjustments.sql.ts'
import { figuresOf } from '../../risk/risk.ts'
import {
  claim,
  decide,
  decideLocked,
  deciderOf,
  type Queue,
} from '../../../kernel/operator/queue.ts'
import { findMember } from '../../../kernel/operator/findMember.ts'
import { memberOfId } from '../../../kernel/operator/findMember.sql.ts'
import { isSameOperator, refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'

const rowOf = (a: AdjustmentListed) => ({
  adjustment_id: a.adjustmentId,
  member_id: Number(a.memberId),
  username: a.username,
  amount: yuanOf(a.amountFen),
  turnover_times: a.turnoverTimes,
  reason: a.reason,
  case_id: Number(a.caseId ?? 0n),
  proposed_by: a.proposedBy,
  state: a.state,
  created_at: beijing(a.proposedAt),
  claimed_by: a.state === reviewState.waiting ? a.claimedBy : '',
  decided_by: deciderOf(a.state === reviewState.waiting, a.decidedBy),
  decided_at: a.decidedAt ? beijing(a.decidedAt) : '',
  remark: a.remark,
})

const adjustments: Queue<string, Adjustment> = {
  subjectOf: id => `adjustment:${id}`,
  lock: async (tx, id) => existing(await lockAdjustment(tx, id), 'adjustment.not_found'),
  closed: ({ state, decidedBy }) =>
    state === reviewState.waiting
      ? undefined
      : {
          said: say('adjustment.decided', {
            by: decidedBy,
            how: decisionOf(adjustmentDecisions, state),
          }),
          data: { state },
        },
  membersOf: a => [a.memberId],
  told: a => ({
    member: a.memberId,
    amount_fen: a.amountFen,
    state: a.state,
    proposed_by: a.proposedBy,
    decided_by: a.decidedBy,
    remark: a.remark,
  }),
}

const found = async ({ db, clock }: Services, id: string): Promise<AdjustmentListed> =>
  existing(await adjustmentRow(db, id, clock.now()), 'adjustment.not_found')

/**
 * Nobody moves money to or from their own account: the one that stands beside the operator, or one
 * of the same name.
 */
function refuseOneself(operator: Operator, member: { memberId: bigint; name: string }) {
  refuseOwnMember(operator, [member.memberId])
  if (isSameOperator(operator.name, member.name))
    throw new Refusal(say('adjustment.oneself'), { rule: 'oneself' })
}

/** Refuses what one proposed oneself. */
function refuseProposer({ proposedBy }: Adjustment, { name }: Operator) {
  if (isSameOperator(proposedBy, name))
    throw new Refusal(say('adjustment.own'), { rule: 'two_persons' })
}

/** What asks for turnover is a gift; a correction of the member's own money is not. */
const isGift = (a: Adjustment) => a.amountFen > 0n && a.turnoverTimes > 0

/**
 * Moves the money and tells the member why; refuses when the wallet does not hold what is to be
 * taken.
 */
async function book(tx: Tx, a: Adjustment, operator: Operator, now: Date) {
  const gives = a.amountFen > 0n
  const amountFen = gives ? a.amountFen : -a.amountFen
  const wallet = { name: 'memberCash' } as const
  const house = { name: 'adjustment' } as const
  const key = `adjustment:${a.adjustmentId}`
  const posted = await post(tx, {
    memberId: a.memberId,
    key,
    code: 'adjustment',
    from: gives ? house : wallet,
    to: gives ? wallet : house,
    amountFen,
    source: { type: 'adjustment', id: a.adjustmentId },
    actor: { type: 'operator', id: operator.operatorId.toString() },
    effectiveAt: now,
  })
  if (posted.kind === 'insufficient')
    throw new Refusal(
      say('adjustment.balance', {
        available: formatFen(posted.availableFen),
        amount: formatFen(amountFen),
      }),
      { rule: 'balance', available: yuanOf(posted.availableFen) },
    )
  mustBeDone(posted, key)
  if (gives)
    await openGift(tx, {
      memberId: a.memberId,
      sourceType: 'adjustment',
      sourceId: a.adjustmentId,
      amountFen,
      turnoverTimes: a.turnoverTimes,
      openedAt: now,
    })
  await notify(
    tx,
    a.memberId,
    gives ? '账户资金增加' : '账户资金扣减',
    `您的中心钱包${gives ? '增加' : '扣减'} ¥${formatFen(amountFen)}，编号 ${a.adjustmentId}。如有疑问请联系客服。`,
    now,
    { kind: 'money', link: '/money' },
  )
}

function decideAs(context: ConsoleContext<'POST /api/console/adjustments/approve'>, pass: boolean) {
  const {
    operator,
    body: { adjustment_id: adjustmentId, remark },
  } = context
  if (!pass) need(remark, 'desk.rejection_missing', 'remark')
  const state = pass ? reviewState.approved : reviewState.rejected
  const by = operator.name
  const run = (tx: Tx, now: Date) =>
    decideLocked(tx, adjustments, adjustmentId, {
      by: { name: by, now },
      repeats: before => before.state === state && before.decidedBy === by,
      refuse: async before => {
        refuseProposer(before, operator)
        const member = await memberOfId(tx, before.memberId)
        refuseOneself(operator, existing(member, 'adjustment.member_unknown'))
      },
      apply: async before => {
        if (pass && isGift(before)) {
          // The lock that a block takes: one that came before is seen, one that comes after waits.
          await lockMember(tx, before.memberId)
          await mayBenefit(tx, before.memberId, now)
        }
        if (pass) await book(tx, before, operator, now)
        await decideAdjustment(tx, { adjustmentId, state, by, at: now, remark })
        return { ...before, state, decidedBy: by, decidedAt: now, remark }
      },
    })
  return decide(context, adjustments, adjustmentId, {
    action: pass ? 'adjustment.approve' : 'adjustment.reject',
    note: remark,
    done: pass ? '已批准并入账' : '已拒绝',
    run,
  })
}

export const adjustmentHandlers = {
  'POST /api/console/adjustments/list': async ({ db, clock, body }) => {
    const filter = listFilterOf(body, reviewState)
    const found = await adjustmentRows(db, filter, clock.now())
    return { data: keyedPage(filter.paging, found, found.rows.map(rowOf)) }
  },
  'POST /api/console/adjustments/show': async ({ body, caller, ...services }) => {
    const row = await found(services, body.adjustment_id)
    const [member, who] = await Promise.all([
      figuresOf(services, row.memberId),
      memberOfId(services.db, row.memberId),
    ])
    const warnings =
      who?.loginAddress && who.loginAddress === caller.address
        ? ['该会员最近一次登录与您使用同一网络地址，请确认不是本人账户']
        : []
    return { data: { ...rowOf(row), member, warnings } }
  },
  'POST /api/console/adjustments/propose': async context => {
    const { db, operator, body } = context
    const amountFen = parseYuan(body.amount)
    if (amountFen === null) throw new Refusal(say('desk.amount_format'), { field: 'amount' })
    if (body.reason === '') throw new Refusal(say('desk.reason_missing'), { field: 'reason' })
    const times = body.turnover_times ?? 0
    if (times < 0 || times > 50)
      throw new Refusal(say('adjustment.turnover_range'), { field: 'turnover_times' })
    const member = await findMember(db, body.member)
    if (!member) throw new Refusal(say('adjustment.member_unknown'), { field: 'member' })
    refuseOneself(operator, member)
    const made = await runAction(context, async (tx, now) => {
      const adjustmentId = newOrderNo('A', now)
      const signedFen = body.direction === 'give' ? amountFen : -amountFen
      await insertAdjustment(tx, {
        adjustmentId,
        memberId: member.memberId,
        amountFen: signedFen,
        turnoverTimes: body.direction === 'give' ? times : 0,
        reason: body.reason,
        caseId: body.case_id ? BigInt(body.case_id) : null,
        proposedBy: operator.name,
        proposedAt: now,
      })
      return {
        answer: adjustmentId,
        entry: {
          action: 'adjustment.propose',
          subject: adjustments.subjectOf(adjustmentId),
          after: {
            member: member.memberId,
            amount_fen: signedFen,
            turnover_times: times,
            reason: body.reason,
          },
        },
      }
    })
    return { message: '已提交，等待另一位同事审批', data: { adjustment_id: made ?? '' } }
  },
  'POST /api/console/adjustments/claim': context =>
    claim(context, adjustments, context.body.adjustment_id, {
      action: 'adjustment.claim',
      tellsState: true,
      refuse: (_tx, a) => refuseProposer(a, context.operator),
    }),
  'POST /api/console/adjustments/approve': context => decideAs(context, true),
  'POST /api/console/adjustments/reject': context => decideAs(context, false),
  'POST /api/console/adjustments/withdraw': async context => {
    const {
      operator,
      body: { adjustment_id },
    } = context
    await runAction(context, async (tx, now) => {
      const before = await adjustments.lock(tx, adjustment_id)
      if (before.proposedBy !== operator.name) throw new Refusal(say('adjustment.anothers'))
      const closed = adjustments.closed(before)
      if (closed) throw new Refusal(closed.said)
      await decideAdjustment(tx, {
        adjustmentId: adjustment_id,
        state: reviewState.rejected,
        by: operator.name,
        at: now,
        remark: '',
      })
      return {
        answer: null,
        entry: {
          action: 'adjustment.withdraw',
          subject: adjustments.subjectOf(adjustment_id),
          before: adjustments.told(before),
          after: { state: reviewState.rejected },
        },
      }
    })
    return { message: '已撤回', data: null }
  },
} satisfies ConsoleHandlers
