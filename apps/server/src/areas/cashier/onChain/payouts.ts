// Payouts of USDT that the signer makes. An attempt that the signer has is settled by what stands
// on the chain, and by nobody's word.
import { cardKind } from '@tianping/contract/cards/facts'
import { usdtRecord } from '@tianping/contract/payments'
import { formatFen } from '@tianping/money'
import { rows, run, sql, transaction, type Db, type Tx } from '@tianping/database'
import { openNumber } from '../../../kernel/cardNumber.ts'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { Settings } from '../../../kernel/environment.ts'
import { present } from '../../../kernel/present.ts'
import { anyCard } from '../../cards/cards.ts'
import { refuseHeld } from '../../holds/holds.ts'
import { notify } from '../../message/message.ts'
import { aboutWithdrawals } from '../about.ts'
import { postPaidOut, refuseLockedCard } from '../payout.ts'
import { goingOf } from '../review.ts'
import { latestPayout, settlePayout, takeReference } from '../store/payouts.sql.ts'
import { addPayout, lockWithdrawal, type Withdrawal } from '../store/withdrawal.sql.ts'
import type { Protocol } from '../methods.ts'
import { CHAIN } from './port.ts'

export type PayoutKey = { memberId: bigint; withdrawalNo: string }

/**
 * First attempts of withdrawals over the chain that nobody has begun to pay; those that were looked
 * at last come last.
 */
export const openOnChain = (db: Db, protocol: Protocol, limit: number) =>
  rows(
    db,
    sql<PayoutKey>`
    select p.member_id, p.withdrawal_no from payout_attempt p join withdrawal_order o using (member_id, withdrawal_no)
    where p.state = 'open' and p.provider = 'by hand' and p.attempt_no = 1
      and o.kind = ${sql.literal(cardKind.usdt)} and o.method = ${usdtRecord(protocol)}
    order by p.looked_at nulls first, p.created_at limit ${limit}`,
  )

/** Why a withdrawal may not go out now; null where it may. The caller holds its lock. */
async function whyKept(tx: Tx, order: Withdrawal, now: Date): Promise<string | null> {
  try {
    await refuseLockedCard(tx, order)
    await refuseHeld(tx, goingOf(order, now), '')
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

/** The same of one that the signer was not given yet. */
export const whyKeptBack = (db: Db, { memberId, withdrawalNo }: PayoutKey, now: Date) =>
  transaction(db, async tx => whyKept(tx, await lockWithdrawal(tx, memberId, withdrawalNo), now))

/**
 * Takes an open attempt for the signer: from here on no operator can settle it. Null when a person
 * has it, or something keeps the money from going out.
 */
export async function takeForSigner(
  tx: Tx,
  { memberId, withdrawalNo }: PayoutKey,
  now: Date,
): Promise<{ attemptNo: number; receivesCents: bigint } | null> {
  const order = await lockWithdrawal(tx, memberId, withdrawalNo)
  const payout = await latestPayout(tx, memberId, withdrawalNo, now)
  if (payout?.state !== 'open' || payout.provider !== 'by hand' || payout.claimedBy !== '')
    return null
  if ((await whyKept(tx, order, now)) !== null) return null
  await run(
    tx,
    sql`
    update payout_attempt set provider = ${CHAIN}
    where member_id = ${memberId} and withdrawal_no = ${withdrawalNo} and attempt_no = ${payout.attemptNo}`,
  )
  return { attemptNo: payout.attemptNo, receivesCents: order.receivesCents }
}

/** Where a withdrawal goes to; it is opened for the signer's request and kept nowhere else. */
export async function payeeAddress(
  db: Db,
  { cardKey }: Pick<Settings, 'cardKey'>,
  { memberId, withdrawalNo }: PayoutKey,
): Promise<string> {
  const [found] = await rows(
    db,
    sql<{ cardId: bigint }>`
    select card_id from withdrawal_order where member_id = ${memberId} and withdrawal_no = ${withdrawalNo}`,
  )
  const card = await anyCard(db, memberId, present(found, 'withdrawal of a payout').cardId)
  return openNumber(cardKey, memberId, card.numberSealed)
}

type Settled = PayoutKey & { now: Date; txHash: string }

/** The transfer stands on the chain with its confirmations. */
export async function paidOnChain(tx: Tx, { memberId, withdrawalNo, txHash, now }: Settled) {
  await lockWithdrawal(tx, memberId, withdrawalNo)
  const payout = present(await latestPayout(tx, memberId, withdrawalNo, now), 'payout of a task')
  if (payout.state !== 'open' || payout.provider !== CHAIN) return
  const other = await takeReference(tx, { ...payout, reference: txHash })
  if (other !== withdrawalNo) throw new Error(`${txHash} has paid ${other} already`)
  const settled = { ...payout, state: 'paid' as const, reference: txHash, reason: '' }
  await settlePayout(tx, { ...settled, by: '', now })
  await postPaidOut(tx, payout, { type: 'provider', id: CHAIN }, now)
  await notify(
    tx,
    memberId,
    '取款已汇出',
    `您的取款 ¥${formatFen(payout.amountFen)} 已汇出，订单号 ${withdrawalNo}。\n链上交易 ${txHash}`,
    now,
    aboutWithdrawals,
  )
}

/** Nothing went out and nothing will: another attempt waits for a person. */
export async function failedOnChain(
  tx: Tx,
  { memberId, withdrawalNo, reason, now }: PayoutKey & { reason: string; now: Date },
) {
  await lockWithdrawal(tx, memberId, withdrawalNo)
  const payout = present(await latestPayout(tx, memberId, withdrawalNo, now), 'payout of a task')
  if (payout.state !== 'open' || payout.provider !== CHAIN) return
  const settled = { ...payout, state: 'failed' as const, reference: '', reason }
  await settlePayout(tx, { ...settled, by: '', now })
  const again = { memberId, withdrawalNo, provider: 'by hand', state: 'open', reference: '', now }
  await addPayout(tx, { ...again, state: 'open' })
}
