// A dispute noted by hand is a hold until another person, or the provider itself, confirms it
// (docs/decisions/0177-a-dispute-by-hand-is-a-hold-until-confirmed.md).
import { disputeState } from '@tianping/contract/cashier/facts'
import { say } from '@tianping/contract/refusals'
import { transaction, type Tx } from '@tianping/database'
import { formatFen } from '@tianping/money'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { Services } from '../../../kernel/http/services.ts'
import { eachAlone } from '../../../kernel/jobs/eachAlone.ts'
import { present } from '../../../kernel/present.ts'
import { audit } from '../../../kernel/operator/audit.ts'
import { decideLocked, type Outcome } from '../../../kernel/operator/queue.ts'
import { isSameOperator } from '../../../kernel/operator/selfGuard.ts'
import { notify } from '../../message/message.ts'
import { aboutDeposit } from '../about.ts'
import {
  endDispute,
  isUnconfirmed,
  lockDispute,
  noteConfirmed,
  overdueDisputes,
  type Dispute,
} from '../store/dispute.sql.ts'
import { withhold, type Opening } from './open.ts'
import { disputes } from './settle.ts'

const MOST_AT_ONCE = 100

type Told = Pick<Opening, 'providerNo' | 'amountFen' | 'reason' | 'dueAt'>

/** Another person confirms what one noted by hand. */
export const confirmDispute = (
  tx: Tx,
  no: string,
  by: { name: string; now: Date },
): Promise<Outcome<Dispute>> =>
  decideLocked(tx, disputes, no, {
    by,
    repeats: ({ confirmedBy }) => confirmedBy === by.name,
    refuse: dispute => {
      if (!isUnconfirmed(dispute)) throw new Refusal(say('dispute.confirmed'))
      if (isSameOperator(dispute.openedBy, by.name))
        throw new Refusal(say('dispute.confirm_other'), { rule: 'two_persons' })
    },
    apply: async dispute => {
      await noteConfirmed(tx, { ...dispute, by: by.name, at: by.now })
      await withhold(tx, dispute, by.name, by.now)
      return present(await lockDispute(tx, no), 'dispute just confirmed')
    },
  })

/** The provider tells of what was noted by hand: its word confirms it, and its figures count. */
export async function confirmByProvider(tx: Tx, noted: Dispute, told: Told, now: Date) {
  const { providerNo, amountFen } = told
  const reason = told.reason || noted.reason
  const dispute = { ...noted, providerNo, amountFen, reason, dueAt: told.dueAt ?? noted.dueAt }
  await noteConfirmed(tx, { ...dispute, by: noted.provider, at: now })
  await withhold(tx, dispute, '', now)
}

/** Lifts what nobody confirmed in time. */
export async function liftUnconfirmed({ db, clock }: Services): Promise<number> {
  const now = clock.now()
  const overdue = await overdueDisputes(db, now, MOST_AT_ONCE)
  await eachAlone(overdue, ({ disputeNo }) => transaction(db, tx => lift(tx, disputeNo, now)))
  return overdue.length
}

async function lift(tx: Tx, no: string, now: Date): Promise<void> {
  const dispute = await disputes.lock(tx, no)
  const { memberId, depositNo, amountFen, confirmBy } = dispute
  if (dispute.state !== disputeState.open || !isUnconfirmed(dispute)) return
  if (confirmBy === null || confirmBy > now) return
  const remark = '登记未在期限内确认'
  const ended = { disputeNo: no, state: disputeState.lifted, by: '', at: now, remark }
  await endDispute(tx, { ...ended, takenFen: 0n, debtFen: 0n })
  const entry = {
    action: 'dispute.lifted',
    subject: `dispute:${no}`,
    after: { amount_fen: amountFen, by: dispute.openedBy },
  }
  await audit(tx, now, { operator: null, address: '' }, entry)
  await notify(
    tx,
    memberId,
    '存款争议已结束',
    `您的存款订单 ¥${formatFen(amountFen)} 的付款争议已撤销，余额不变，取款恢复正常，订单号 ${depositNo}。`,
    now,
    aboutDeposit(depositNo),
  )
}
