import {
  DISPUTE_FILES_MAX,
  disputeState,
  type DisputeOutcome,
  type DisputeState,
} from '@tianping/contract/cashier/facts'
import { say } from '@tianping/contract/refusals'
import { parseYuan, yuanOf } from '@tianping/money'
import { beijing, parseBeijing } from '@tianping/money/day'
import { listFilterOf } from '../../../kernel/operator/listFilter.ts'
import { keyedAnswer, keyedPage, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { existing, need, Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers, Services } from '../../../kernel/http/services.ts'
import { claim, decide } from '../../../kernel/operator/queue.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { narrowedOf } from '../../../kernel/operator/listed.sql.ts'
import { balances } from '../../../ledger/ledger.ts'
import { providerNames, ProviderRefused, ProviderUnreached } from '../../providers/providers.ts'
import { figuresOf } from '../../risk/risk.ts'
import { collectDebt, writeOff } from '../disputes/debts.ts'
import { confirmDispute } from '../disputes/confirm.ts'
import { addEvidence } from '../disputes/files.ts'
import { openDispute } from '../disputes/open.ts'
import { disputes, settleDispute } from '../disputes/settle.ts'
import { callingProvider } from '../provider.ts'
import { cashierSetting } from '../setting.ts'
import { debtRows, type DebtListed } from '../store/debt.sql.ts'
import { lockDeposit, paymentsNumbered, type Payment } from '../store/deposit.sql.ts'
import {
  disputeRows,
  disputeShown,
  hasLifted,
  isUnconfirmed,
  noteAnswered,
  noteEvidence,
  type Dispute,
  type DisputeListed,
} from '../store/dispute.sql.ts'
import { filesOf, type DisputeFile } from '../store/disputeFile.sql.ts'

const HOUR_MS = 3_600_000

const at = (moment: Date | null) => (moment ? beijing(moment) : '')

const disputeRowOf = (nameOf: (code: string) => string) => (d: DisputeListed) => ({
  dispute_no: d.disputeNo,
  deposit_no: d.depositNo,
  member_id: Number(d.memberId),
  username: d.username,
  provider: nameOf(d.provider),
  reference: d.reference,
  amount: yuanOf(d.amountFen),
  reason: d.reason,
  due_at: at(d.dueAt),
  state: d.state,
  created_at: beijing(d.openedAt),
  taken: yuanOf(d.takenFen),
  debt: yuanOf(d.debtFen),
  claimed_by: d.state === disputeState.open ? d.claimedBy : '',
  decided_by: d.decidedBy,
  decided_at: at(d.decidedAt),
  remark: d.remark,
  opened_by: d.openedBy,
  confirm_by: isUnconfirmed(d) && d.state === disputeState.open ? at(d.confirmBy) : '',
})

const fileRowOf = (f: DisputeFile) => ({
  file_id: Number(f.fileId),
  name: f.name,
  type: f.type,
  bytes: f.bytes,
  added_by: f.addedBy,
  added_at: beijing(f.addedAt),
})

const outcomeOf = (state: DisputeState | null): DisputeOutcome | '' => {
  if (state === disputeState.won) return 'won'
  if (state === disputeState.lost) return 'lost'
  return state === disputeState.accepted ? 'accepted' : ''
}

const debtRowOf = (d: DebtListed) => ({
  member_id: Number(d.memberId),
  username: d.username,
  owed: yuanOf(d.owedFen),
  changed_at: beijing(d.changedAt),
  write_off_by: d.writeOffBy,
  remark: d.remark,
})

const shownOf = async ({ db, clock }: Pick<Services, 'db' | 'clock'>, no: string) =>
  existing(await disputeShown(db, no.toUpperCase(), clock.now()), 'dispute.not_found')

/** The provider's interface for disputes, where it has one and named this dispute. */
async function portOf(services: Services, { provider, providerNo }: Dispute) {
  const port = providerNo === '' ? undefined : await callingProvider(services, provider)
  return port?.dispute?.bind(port)
}

/** Tells the provider; refuses with what it said, and leaves open what nobody answered. */
async function tell(services: Services, dispute: Dispute, accepts: boolean): Promise<void> {
  const send = await portOf(services, dispute)
  if (!send) throw new Refusal(say('dispute.no_port'))
  const { providerNo, evidence } = dispute
  try {
    await send({ providerNo, evidence, accepts })
  } catch (error) {
    if (error instanceof ProviderRefused)
      throw new Refusal(say('dispute.port_refused', { said: error.message.slice(0, 80) }))
    if (!(error instanceof ProviderUnreached))
      services.log.warn({ err: error, dispute_no: dispute.disputeNo }, 'a dispute was not answered')
    throw new Refusal(say('dispute.port_unknown'))
  }
}

/** An acceptance is told to the provider before another person's word makes it count. */
async function tellAccepted(services: Services, dispute: Dispute, by: string): Promise<void> {
  const { proposed, proposedBy, state } = dispute
  const isSecond =
    proposed === disputeState.accepted && proposedBy.toLowerCase() !== by.toLowerCase()
  if (state !== disputeState.open || !isSecond || !(await portOf(services, dispute))) return
  await tell(services, dispute, true)
}

/**
 * The payment with this number of a provider, which is named by its code or as people call it. The
 * number alone could be another provider's, and its member would be held for it.
 */
async function namedPayment(
  services: Services,
  { provider, reference }: { provider: string; reference: string },
): Promise<Payment> {
  need(provider, 'provider.name_missing', 'provider')
  const nameOf = await providerNames(services)
  const found = (await paymentsNumbered(services.db, reference)).filter(each =>
    [each.provider, nameOf(each.provider)].includes(provider),
  )
  if (found.length < 2) return existing(found[0], 'dispute.payment_unknown')
  const codes = found.map(each => each.provider).join('、')
  throw new Refusal(say('dispute.payment_several', { codes }), { field: 'provider' })
}

export const disputeHandlers = {
  'POST /api/console/disputes/list': async ({ db, clock, settings, body }) => {
    const filter = listFilterOf(body, disputeState)
    const found = await disputeRows(db, filter, clock.now())
    const shown = disputeRowOf(await providerNames({ db, settings }))
    return { data: keyedPage(filter.paging, found, found.rows.map(shown)) }
  },
  'POST /api/console/disputes/show': async context => {
    const found = await shownOf(context, context.body.dispute_no)
    const { cashAvailableFen } = await balances(context.db, found.memberId)
    const { amountFen } = found
    const takes = cashAvailableFen < amountFen ? cashAvailableFen : amountFen
    return {
      data: {
        ...disputeRowOf(await providerNames(context))(found),
        provider_no: found.providerNo,
        said: found.said,
        confirmed_by: found.confirmedBy,
        confirmed_at: at(found.confirmedAt),
        evidence: found.evidence,
        evidence_by: found.evidenceBy,
        evidence_at: at(found.evidenceAt),
        files: (await filesOf(context.db, found.disputeNo, DISPUTE_FILES_MAX)).map(fileRowOf),
        answered_by: found.answeredBy,
        answered_at: at(found.answeredAt),
        proposed: outcomeOf(found.proposed),
        proposed_by: found.proposedBy,
        by_port: (await portOf(context, found)) !== undefined,
        would_take: yuanOf(takes),
        would_owe: yuanOf(amountFen - takes),
        member: await figuresOf(context, found.memberId),
      },
    }
  },
  'POST /api/console/disputes/claim': context =>
    claim(context, disputes, context.body.dispute_no.toUpperCase(), { action: 'dispute.claim' }),
  'POST /api/console/disputes/open': async context => {
    const { db, body, operator } = context
    const payment = await namedPayment(context, body)
    refuseOwnMember(operator, [payment.memberId])
    const amountFen = parseYuan(body.amount)
    if (amountFen === null || amountFen <= 0n || amountFen > payment.amountFen)
      throw new Refusal(say('dispute.amount'), { field: 'amount' })
    need(body.reason, 'desk.rejection_missing', 'reason')
    const { confirmHours } = (await cashierSetting(db)).dispute
    await runAction(context, async (tx, now) => {
      await lockDeposit(tx, payment.memberId, payment.depositNo)
      if (await hasLifted(tx, payment.memberId, operator.name))
        throw new Refusal(say('dispute.open_other'), { rule: 'two_persons' })
      const opened = await openDispute(
        tx,
        payment,
        {
          providerNo: '',
          amountFen,
          reason: body.reason,
          dueAt: body.due_at === '' ? null : new Date(parseBeijing(body.due_at)),
          openedBy: operator.name,
          confirmBy: new Date(now.getTime() + confirmHours * HOUR_MS),
        },
        now,
      )
      if (opened === undefined) throw new Refusal(say('dispute.known'))
      const after = { amount_fen: amountFen, reference: body.reference }
      return {
        answer: null,
        entry: { action: 'dispute.open', subject: `dispute:${opened}`, after, note: body.reason },
      }
    })
    return { message: '已登记争议', data: null }
  },
  'POST /api/console/disputes/confirm': async context => {
    const { body, operator } = context
    const no = body.dispute_no.toUpperCase()
    return decide(context, disputes, no, {
      action: 'dispute.confirm',
      note: body.remark,
      done: '已确认争议',
      run: (tx, now) => confirmDispute(tx, no, { name: operator.name, now }),
    })
  },
  'POST /api/console/disputes/evidence': async context => {
    const { body, operator } = context
    const no = body.dispute_no.toUpperCase()
    need(body.evidence, 'dispute.evidence_missing', 'evidence')
    await runAction(context, async (tx, now) => {
      const found = await disputes.lock(tx, no)
      const closed = disputes.closed(found)
      if (closed) throw new Refusal(closed.said, closed.data)
      if (found.answeredAt) throw new Refusal(say('dispute.answered', { by: found.answeredBy }))
      refuseOwnMember(operator, [found.memberId])
      await noteEvidence(tx, { disputeNo: no, text: body.evidence, by: operator.name, at: now })
      const after = { evidence: body.evidence }
      return {
        answer: null,
        entry: { action: 'dispute.evidence', subject: `dispute:${no}`, after },
      }
    })
    return { message: '已保存答辩说明', data: null }
  },
  'POST /api/console/disputes/file': async context => {
    const { body } = context
    await addEvidence(context, await shownOf(context, body.dispute_no), body)
    return { message: '已上传证据文件', data: null }
  },
  'POST /api/console/disputes/answer': async context => {
    const { body, operator } = context
    const found = await shownOf(context, body.dispute_no)
    const closed = disputes.closed(found)
    if (closed) throw new Refusal(closed.said, closed.data)
    refuseOwnMember(operator, [found.memberId])
    need(found.evidence, 'dispute.evidence_missing', 'evidence')
    if (found.answeredAt) throw new Refusal(say('dispute.answered', { by: found.answeredBy }))
    await tell(context, found, false)
    const { disputeNo } = found
    await runAction(context, async (tx, now) => {
      await noteAnswered(tx, { disputeNo, by: operator.name, at: now })
      return {
        answer: null,
        entry: { action: 'dispute.answer', subject: `dispute:${disputeNo}` },
      }
    })
    return { message: '答辩已提交给通道', data: null }
  },
  'POST /api/console/disputes/settle': async context => {
    const { body, operator } = context
    const found = await shownOf(context, body.dispute_no)
    const outcome = disputeState[body.outcome]
    refuseOwnMember(operator, [found.memberId])
    if (body.outcome === 'accepted') await tellAccepted(context, found, operator.name)
    const no = found.disputeNo
    const asked = { outcome, remark: body.remark }
    const answered = await decide(context, disputes, no, {
      action: 'dispute.settle',
      note: body.remark,
      done: '已记录',
      run: (tx, now) => settleDispute(tx, no, asked, { name: operator.name, now }),
    })
    const after = await shownOf(context, no)
    return after.state === disputeState.open
      ? { message: '已提交，待另一位确认', data: null }
      : { ...answered, message: '争议已结束' }
  },
  'POST /api/console/debts/list': async ({ db, body }) => {
    const paging = pagingOf(body, [], true)
    return keyedAnswer(paging, await debtRows(db, { ...narrowedOf(body), paging }), debtRowOf)
  },
  'POST /api/console/debts/collect': async context => {
    const { body, operator, bus } = context
    const memberId = BigInt(body.member_id)
    refuseOwnMember(operator, [memberId])
    await runAction(context, async (tx, now) => {
      const fen = await collectDebt(tx, memberId, { name: operator.name, now })
      const subject = `member:${memberId}`
      return {
        answer: null,
        entry: { action: 'debt.collect', subject, after: { amount_fen: fen } },
      }
    })
    bus.publish('member', [memberId.toString()])
    return { message: '已从中心钱包收回', data: null }
  },
  'POST /api/console/debts/write-off': async context => {
    const { body, operator } = context
    const memberId = BigInt(body.member_id)
    refuseOwnMember(operator, [memberId])
    const seenFen = parseYuan(body.owed) ?? 0n
    const { remark } = body
    const done = await runAction(context, async (tx, now) => {
      const by = { name: operator.name, now }
      const isDone = await writeOff(tx, memberId, { seenFen, remark }, by)
      const action = isDone ? 'debt.write_off' : 'debt.propose_write_off'
      const after = { amount_fen: seenFen }
      return {
        answer: isDone,
        entry: { action, subject: `member:${memberId}`, after, note: remark },
      }
    })
    return { message: done === false ? '已提交，待另一位确认' : '已核销', data: null }
  },
} satisfies ConsoleHandlers
