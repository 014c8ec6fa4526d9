import { cardKind } from '@tianping/contract/cards/facts'
import { say } from '@tianping/contract/refusals'
import type { Db, Tx } from '@tianping/database'
import { randomBytes } from 'node:crypto'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Settings } from '../../kernel/environment.ts'
import { mustPost, type Actor } from '../../ledger/ledger.ts'
import { anyCard } from '../cards/cards.ts'
import { secondFromFen } from './secondApproval.ts'
import { addPayout, type Withdrawal } from './store/withdrawal.sql.ts'
import { paidBySigner } from './onChain/signed.ts'
import { allProviders, BATCH, feeRules, pays, SANDBOX } from '../providers/providers.ts'
import { BANK_RAIL, bookPayout, HAND } from '../rails/rails.ts'

/**
 * Notes that an approved withdrawal is to be paid out. A sandbox pays at once, with play money,
 * but for what its signer or a provider outside sends; elsewhere the attempt stays open until
 * whoever pays it notes the payment.
 */
export async function payOut(
  tx: Tx,
  settings: Settings,
  order: Withdrawal,
  now: Date,
): Promise<void> {
  const { memberId, withdrawalNo } = order
  const sandbox =
    settings.mode === 'sandbox' &&
    !paidBySigner(settings, order) &&
    !(await paysOut(tx, settings, order))
  await addPayout(tx, {
    memberId,
    withdrawalNo,
    provider: sandbox ? 'sandbox' : 'by hand',
    state: sandbox ? 'paid' : 'open',
    reference: sandbox ? `SBXOUT${randomBytes(8).toString('hex').toUpperCase()}` : '',
    now,
  })
  if (sandbox) await postPaidOut(tx, order, { type: 'provider', id: SANDBOX }, now)
}

/** Whether a provider outside takes such a payout. */
const paysOut = async (tx: Tx, settings: Settings, { kind, amountFen }: Withdrawal) =>
  kind === cardKind.bank &&
  (await allProviders({ db: tx, settings })).some(
    each => each.code !== SANDBOX && pays(each, amountFen),
  )

/**
 * Refuses to pay to an account that was locked after the withdrawal was asked for: nothing is paid
 * to a locked card.
 */
export async function refuseLockedCard(
  tx: Tx,
  { memberId, cardId }: Pick<Withdrawal, 'memberId' | 'cardId'>,
): Promise<void> {
  if ((await anyCard(tx, memberId, cardId)).locked)
    throw new Refusal(say('payout.account_locked'), {
      rule: 'card_locked',
    })
}

/**
 * Who may not say that a withdrawal is paid: from the limit of two persons on, whoever approved it
 * last; else nobody (empty).
 */
export const notPayer = async (
  db: Db,
  { amountFen, decidedBy }: Pick<Withdrawal, 'amountFen' | 'decidedBy'>,
): Promise<string> => (amountFen >= (await secondFromFen(db)) ? decidedBy : '')

/** Which way a payout left: its provider, the bank for a file, or by hand. */
function railOf({ type, id }: Actor): string {
  if (type !== 'provider') return HAND
  return id === BATCH ? BANK_RAIL : id
}

/**
 * What was owed has been paid: 210 withdrawalPayable to 220 payoutBank, once per withdrawal, and
 * the rail that sent it has so much less.
 */
export async function postPaidOut(
  tx: Tx,
  {
    memberId,
    withdrawalNo,
    amountFen,
  }: Pick<Withdrawal, 'memberId' | 'withdrawalNo' | 'amountFen'>,
  actor: Actor,
  now: Date,
): Promise<void> {
  await mustPost(tx, {
    memberId,
    key: `withdrawal:${withdrawalNo}:paid`,
    code: 'withdrawal',
    from: { name: 'withdrawalPayable' },
    to: { name: 'payoutBank' },
    amountFen,
    source: { type: 'withdrawal_order', id: withdrawalNo },
    actor,
    effectiveAt: now,
  })
  const rail = railOf(actor)
  const feeFen = (await feeRules(tx, [rail]))(rail, 'payout', amountFen)
  await bookPayout(tx, { rail, memberId, reference: withdrawalNo, amountFen, feeFen, now })
}
