// What a provider's word makes of a payout. Every word is taken under the withdrawal's lock, and
// the money is in exactly one place at any time: owed (210) until it is said to be paid (220). A
// word that comes after the payout was settled moves nothing: it is kept, and a case tells of it.
import { formatFen } from '@tianping/money'
import type { Tx } from '@tianping/database'
import { audit } from '../../../kernel/operator/audit.ts'
import { notify } from '../../message/message.ts'
import type { PayoutEvent } from '../../providers/providers.ts'
import { aboutWithdrawals } from '../about.ts'
import { postPaidOut } from '../payout.ts'
import { settlePayout, takeReference } from '../store/payouts.sql.ts'
import {
  endPayout,
  lockProviderPayout,
  noteWord,
  providerPayout,
  type ProviderPayout,
} from '../store/providerPayout.sql.ts'
import { addPayout, lockWithdrawal } from '../store/withdrawal.sql.ts'

export type Word = Omit<PayoutEvent, 'payoutNo'>
export type PayoutVerdict =
  | 'payout_paid'
  | 'payout_failed'
  | 'payout_pending'
  | 'payout_changed'
  | 'duplicate'
  | 'wrong_amount'
  | 'reference_conflict'
  | 'unknown_order'
  | 'other_provider'

/** A notice about a payout; a provider speaks of its own payouts only. */
export async function takePayoutEvent(
  tx: Tx,
  provider: string,
  { payoutNo, ...word }: PayoutEvent,
  now: Date,
): Promise<{ verdict: PayoutVerdict; memberId?: bigint }> {
  const found = await providerPayout(tx, payoutNo)
  if (!found) return { verdict: 'unknown_order' }
  if (found.provider !== provider) return { verdict: 'other_provider' }
  return { verdict: await takeWord(tx, found, word, now), memberId: found.memberId }
}

/** `by` is who brought the word; empty for the provider itself. */
export async function takeWord(
  tx: Tx,
  { payoutNo, memberId, withdrawalNo }: ProviderPayout,
  word: Word,
  now: Date,
  by = '',
): Promise<PayoutVerdict> {
  await lockWithdrawal(tx, memberId, withdrawalNo)
  const payout = await lockProviderPayout(tx, payoutNo)
  if (payout.state === 'paid' || payout.state === 'failed') return afterwards(tx, payout, word, now)
  const { outcome, reference, said } = word
  if (outcome === 'pending') {
    await noteWord(tx, { payoutNo, says: 'pending', said, reference })
    return 'payout_pending'
  }
  if (outcome === 'failed') {
    await failPayout(tx, payout, { said: said || '通道付款失败', says: 'failed', by, now })
    return 'payout_failed'
  }
  return paid(tx, payout, word, { by, now })
}

async function paid(
  tx: Tx,
  payout: ProviderPayout,
  { amountFen, reference, said }: Word,
  { by, now }: { by: string; now: Date },
): Promise<PayoutVerdict> {
  const { payoutNo } = payout
  const odd = async (says: 'amount' | 'reference', text: string) => {
    await noteWord(tx, { payoutNo, says, said: text, reference: '' })
    await auditWord(tx, payout, { says, said: text, reference }, now)
  }
  if (amountFen !== payout.amountFen) {
    await odd('amount', `通道称已付 ¥${formatFen(amountFen)}，与取款金额不符`)
    return 'wrong_amount'
  }
  if (!(await payPayout(tx, payout, { reference, said, says: 'paid', by, now }))) {
    await odd('reference', `通道的流水号 ${reference} 已用于另一笔取款`)
    return 'reference_conflict'
  }
  return 'payout_paid'
}

type Ending = {
  said: string
  says: ProviderPayout['says']
  /** The operator who found out; empty for the provider. */
  by: string
  now: Date
}

/** Books a payout as paid; false when its reference is another withdrawal's. */
export async function payPayout(
  tx: Tx,
  payout: ProviderPayout,
  { reference, said, says, by, now }: Ending & { reference: string },
): Promise<boolean> {
  const { memberId, withdrawalNo, attemptNo, amountFen, payoutNo, provider } = payout
  const taken = await takeReference(tx, { reference, memberId, withdrawalNo })
  if (taken !== withdrawalNo) return false
  await endPayout(tx, { payoutNo, state: 'paid', says, said, reference, now })
  const settled = { memberId, withdrawalNo, attemptNo, reference, reason: '' }
  await settlePayout(tx, { ...settled, state: 'paid', by, now })
  await postPaidOut(tx, payout, { type: 'provider', id: provider }, now)
  await notify(
    tx,
    memberId,
    '取款已汇出',
    `您的取款 ¥${formatFen(amountFen)} 已汇出，订单号 ${withdrawalNo}。`,
    now,
    aboutWithdrawals,
  )
  return true
}

/** Nothing went out and nothing will: another attempt waits for a person. */
export async function failPayout(
  tx: Tx,
  { memberId, withdrawalNo, attemptNo, payoutNo, reference }: ProviderPayout,
  { said, says, by, now }: Ending,
) {
  await endPayout(tx, { payoutNo, state: 'failed', says, said, reference, now })
  const settled = { memberId, withdrawalNo, attemptNo, reference: '', reason: said }
  await settlePayout(tx, { ...settled, state: 'failed', by, now })
  await addPayout(tx, {
    memberId,
    withdrawalNo,
    provider: 'by hand',
    state: 'open',
    reference: '',
    now,
  })
}

/** A word after the end: the same again changes nothing, the opposite is kept for a person. */
async function afterwards(
  tx: Tx,
  payout: ProviderPayout,
  { outcome, reference, said }: Word,
  now: Date,
): Promise<PayoutVerdict> {
  const { payoutNo, state, says } = payout
  const again = outcome === says || (says === '' && outcome === state)
  if (outcome === 'pending' || again) return 'duplicate'
  await noteWord(tx, { payoutNo, says: outcome, said, reference })
  await auditWord(tx, payout, { says: outcome, said, reference }, now)
  return 'payout_changed'
}

const auditWord = (
  tx: Tx,
  payout: ProviderPayout,
  word: { says: string; said: string; reference: string },
  now: Date,
) =>
  audit(
    tx,
    now,
    { operator: null, address: '' },
    {
      action: 'payout.changed',
      subject: `payout:${payout.withdrawalNo}`,
      before: { provider: payout.provider, state: payout.state, says: payout.says },
      after: { payout_no: payout.payoutNo, ...word },
    },
  )
