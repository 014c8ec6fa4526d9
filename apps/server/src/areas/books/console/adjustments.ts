// Corrections of a member's wallet by hand. The other side is account 900; one operator proposes,
// another approves, and neither may be the member.
import { say } from '@tianping/contract/refusals'
import { formatFen, parseYuan, yuanOf } from '@tianping/contract/money'
import type { Tx } from '@tianping/database'
import { newOrderNo } from '../../cashier/cashier.ts'
import { beijing } from '../../../kernel/clock.ts'
import { PER_PAGE, pageOf } from '../../../kernel/http/answer.ts'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type {
  ConsoleContext,
  ConsoleHandlers,
  Operator,
  Services,
} from '../../../kernel/http/services.ts'
import { post } from '../../../ledger/ledger.ts'
import { openRequirement } from '../../../ledger/wagering.ts'
import { notify } from '../../message/message.ts'
import { act } from '../../../kernel/operator/act.ts'
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
import { claimItem, decideItem, type Deed } from '../../../kernel/operator/items.ts'
import { memberMeant } from '../../../kernel/operator/meant.ts'
import { memberOfId } from '../../../kernel/operator/meant.sql.ts'
import { refuseOwn } from '../../../kernel/operator/own.ts'

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
  claimed_by: a.state === 1 ? a.claimedBy : '',
  decided_by: a.decidedBy,
  decided_at: a.decidedAt ? beijing(a.decidedAt) : '',
  remark: a.remark,
})
const subjectOf = (id: string) => `adjustment:${id}`
const told = (a: Adjustment) => ({
  member: a.memberId,
  amount_fen: a.amountFen,
  state: a.state,
  proposed_by: a.proposedBy,
  decided_by: a.decidedBy,
  remark: a.remark,
})

async function found({ db, clock }: Services, id: string): Promise<AdjustmentListed> {
  const row = await adjustmentRow(db, id, clock.now())
  if (!row) throw new Refusal(say('adjustment.not_found'))
  return row
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/**
 * Nobody moves money to or from their own account: the one that stands beside the operator, or one
 * of the same name.
 */
function refuseOneself(operator: Operator, member: { memberId: bigint; name: string }) {
  refuseOwn(operator, [member.memberId])
  if (same(operator.name, member.name))
    throw new Refusal(say('adjustment.oneself'), { rule: 'oneself' })
}

/** Refuses what is decided, and what one proposed oneself. */
function refuseUnlessAnothers(a: Adjustment, operator: Operator) {
  if (a.state !== 1)
    throw new Refusal(
      say('adjustment.decided', { by: a.decidedBy, how: a.state === 2 ? '批准' : '拒绝' }),
      {
        state: a.state,
      },
    )
  if (same(a.proposedBy, operator.name))
    throw new Refusal(say('adjustment.own'), { rule: 'two_persons' })
}

/**
 * Moves the money and tells the member why; refuses when the wallet does not hold what is to be
 * taken.
 */
async function book(tx: Tx, a: Adjustment, operator: Operator, now: Date) {
  const gives = a.amountFen > 0n
  const amountFen = gives ? a.amountFen : -a.amountFen
  const wallet = { name: 'memberCash' } as const
  const house = { name: 'adjustment' } as const
  const posted = await post(tx, {
    memberId: a.memberId,
    key: `adjustment:${a.adjustmentId}`,
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
  if (posted.kind !== 'done')
    throw new Error(`adjustment ${a.adjustmentId} could not be booked: ${posted.kind}`)
  if (gives)
    await openRequirement(tx, {
      memberId: a.memberId,
      sourceType: 'adjustment',
      sourceId: a.adjustmentId,
      requiredFen: amountFen * BigInt(a.turnoverTimes),
      openedAt: now,
    })
  await notify(
    tx,
    a.memberId,
    gives ? '账户资金增加' : '账户资金扣减',
    `您的中心钱包${gives ? '增加' : '扣减'} ¥${formatFen(amountFen)}，编号 ${a.adjustmentId}。如有疑问请联系客服。`,
    now,
  )
}

function decide(context: ConsoleContext<'POST /api/console/adjustments/approve'>, pass: boolean) {
  const {
    operator,
    body: { adjustment_id, remark },
  } = context
  if (!pass && remark === '') throw new Refusal(say('desk.rejection_missing'), { field: 'remark' })
  return decideItem<Adjustment>(context, {
    action: pass ? 'adjustment.approve' : 'adjustment.reject',
    subject: subjectOf(adjustment_id),
    note: remark,
    done: pass ? '已批准并入账' : '已拒绝',
    told,
    touches: a => [a.memberId],
    deed: async (tx, now): Promise<Deed<Adjustment>> => {
      const before = await lockAdjustment(tx, adjustment_id)
      if (!before) throw new Refusal(say('adjustment.not_found'))
      const state = pass ? 2 : 3
      if (before.state === state && before.decidedBy === operator.name)
        return { before, after: before, repeated: true }
      refuseUnlessAnothers(before, operator)
      refuseOneself(operator, (await memberOfId(tx, before.memberId))!)
      if (pass) await book(tx, before, operator, now)
      await decideAdjustment(tx, {
        adjustmentId: adjustment_id,
        state,
        by: operator.name,
        at: now,
        remark,
      })
      return {
        before,
        after: { ...before, state, decidedBy: operator.name, decidedAt: now, remark },
        repeated: false,
      }
    },
  })
}

export const adjustmentHandlers = {
  'POST /api/console/adjustments/list': async ({ db, clock, body }) => {
    const { rows, total } = await adjustmentRows(
      db,
      { state: body.state ?? 0, q: body.q, limit: PER_PAGE, offset: (body.page - 1) * PER_PAGE },
      clock.now(),
    )
    return { data: pageOf(rows.map(rowOf), body.page, total) }
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
    const member = await memberMeant(db, body.member)
    if (!member) throw new Refusal(say('adjustment.member_unknown'), { field: 'member' })
    refuseOneself(operator, member)
    const made = await act(context, async (tx, now) => {
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
        deed: {
          action: 'adjustment.propose',
          subject: subjectOf(adjustmentId),
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
  'POST /api/console/adjustments/claim': async context => {
    const {
      operator,
      body: { adjustment_id },
    } = context
    return claimItem(context, {
      action: 'adjustment.claim',
      subject: subjectOf(adjustment_id),
      check: async tx => {
        const a = await lockAdjustment(tx, adjustment_id)
        if (!a) throw new Refusal(say('adjustment.not_found'))
        refuseUnlessAnothers(a, operator)
        return a.memberId
      },
    })
  },
  'POST /api/console/adjustments/approve': context => decide(context, true),
  'POST /api/console/adjustments/reject': context => decide(context, false),
  'POST /api/console/adjustments/withdraw': async context => {
    const {
      operator,
      body: { adjustment_id },
    } = context
    await act(context, async (tx, now) => {
      const before = await lockAdjustment(tx, adjustment_id)
      if (!before) throw new Refusal(say('adjustment.not_found'))
      if (before.proposedBy !== operator.name) throw new Refusal(say('adjustment.anothers'))
      if (before.state !== 1)
        throw new Refusal(
          say('adjustment.decided', {
            by: before.decidedBy,
            how: before.state === 2 ? '批准' : '拒绝',
          }),
        )
      await decideAdjustment(tx, {
        adjustmentId: adjustment_id,
        state: 3,
        by: operator.name,
        at: now,
        remark: '',
      })
      return {
        answer: null,
        deed: {
          action: 'adjustment.withdraw',
          subject: subjectOf(adjustment_id),
          before: told(before),
          after: { state: 3 },
        },
      }
    })
    return { message: '已撤回', data: null }
  },
} satisfies ConsoleHandlers
