// A payout whose provider does not say what became of it: one person finds out and records it,
// another one confirms the same. Until then the money stays owed.
import { say } from '@tianping/contract/refusals'
import type { Db, Tx } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { existing, Refusal } from '../../../kernel/http/refusal.ts'
import type { Caller, Operator, Services } from '../../../kernel/http/services.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import type { Payout } from '../store/payouts.sql.ts'
import {
  lockProviderPayout,
  noteJudged,
  payoutOfAttempt,
  type ProviderPayout,
} from '../store/providerPayout.sql.ts'
import { lockWithdrawal } from '../store/withdrawal.sql.ts'
import { failPayout, payPayout } from './settle.ts'

/** A provider that is slow has so long to answer before people decide. */
const PATIENCE_HOURS = 2

export async function sendingOf(db: Db, payout: Payout) {
  const found = await payoutOfAttempt(db, payout)
  if (!found) return null
  const open = found.state === 'queued' || found.state === 'sent'
  return {
    payout_no: found.payoutNo,
    provider: found.provider,
    batch_no: found.batchNo ?? '',
    state: found.state,
    says: found.says,
    said: found.said,
    reference: found.reference,
    tries: found.tries,
    sent_at: found.sentAt ? beijing(found.sentAt) : '',
    next_at: open && found.batchNo === null ? beijing(found.nextAt) : '',
    judged_by: open ? found.judgedBy : '',
    judged_paid: found.judgedPaid ?? false,
    judged_reference: found.judgedReference,
  }
}

type Judged = { paid: boolean; reference: string; remark: string }
type Id = { memberId: bigint; no: string; attempt: number }
type Judging = Services & { operator: Operator; caller: Caller }

const isSame = (payout: ProviderPayout, { paid, reference }: Judged) =>
  payout.judgedPaid === paid && payout.judgedReference === reference

export async function judgePayout(context: Judging, id: Id, judged: Judged) {
  const { operator, bus } = context
  refuseOwnMember(operator, [id.memberId])
  const settled = await runAction(context, async (tx, now) => {
    const payout = await lockOpen(tx, id, now)
    const first = payout.judgedBy === '' || payout.judgedBy === operator.name
    if (first) await noteJudged(tx, { ...judged, payoutNo: payout.payoutNo, by: operator.name })
    else await settle(tx, payout, judged, { by: operator.name, now })
    return {
      answer: !first,
      entry: {
        action: first ? 'payout.judge' : 'payout.judged',
        subject: `payout:${id.no}`,
        before: { state: payout.state, says: payout.says, judged_by: payout.judgedBy },
        after: { paid: judged.paid, reference: judged.reference },
        note: judged.remark,
      },
    }
  })
  bus.publish('member', [id.memberId.toString()])
  const message = settled ? '已按两人核实的结果处理' : '已记录，待另一位同事核实后生效'
  return { message, data: null }
}

async function lockOpen(tx: Tx, { memberId, no, attempt }: Id, now: Date) {
  await lockWithdrawal(tx, memberId, no)
  const key = { memberId, withdrawalNo: no, attemptNo: attempt }
  const found = existing(await payoutOfAttempt(tx, key), 'payout.not_with_provider')
  const payout = await lockProviderPayout(tx, found.payoutNo)
  if (payout.state !== 'sent') throw new Refusal(say('payout.not_with_provider'))
  const patient = new Date(now.getTime() - PATIENCE_HOURS * 3_600_000)
  if (payout.sentAt && payout.sentAt > patient)
    throw new Refusal(say('payout.judge_early', { hours: PATIENCE_HOURS }))
  return payout
}

async function settle(
  tx: Tx,
  payout: ProviderPayout,
  judged: Judged,
  { by, now }: { by: string; now: Date },
) {
  if (!isSame(payout, judged))
    throw new Refusal(say('payout.judge_differs', { by: payout.judgedBy }))
  const { paid, reference, remark } = judged
  const how = { said: remark || '两人核实', says: payout.says, by, now }
  if (!paid) return failPayout(tx, payout, how)
  if (!(await payPayout(tx, payout, { ...how, reference })))
    throw new Refusal(say('payout.reference_used', { order: '另一笔取款' }), { field: 'reference' })
}
