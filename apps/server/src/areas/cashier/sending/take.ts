// An approved withdrawal is handed to a provider. From here on no operator can pay it by hand.
import { cardKind } from '@tianping/contract/cards/facts'
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { Services } from '../../../kernel/http/services.ts'
import { refuseHeld } from '../../holds/holds.ts'
import { allProviders, routePayout, type Provider } from '../../providers/providers.ts'
import { notPayer, refuseLockedCard } from '../payout.ts'
import { goingOf } from '../review.ts'
import { saidFailedBy, type Payout } from '../store/payouts.sql.ts'
import {
  giveToProvider,
  insertProviderPayout,
  saidPaidAfterFailure,
  type PayoutKey,
} from '../store/providerPayout.sql.ts'
import type { Withdrawal } from '../store/withdrawal.sql.ts'

export type At = Pick<Services, 'settings'>

/** The provider that a payout goes to; undefined where none takes it now. */
export async function providerFor(
  tx: Tx,
  { settings }: At,
  order: Pick<Withdrawal, 'withdrawalNo' | 'amountFen' | 'kind'>,
  now: Date,
): Promise<Provider | undefined> {
  if (order.kind !== cardKind.bank) return undefined
  const { withdrawalNo: no, amountFen } = order
  return routePayout(await allProviders({ db: tx, settings }), { no, amountFen, now })[0]
}

/**
 * Refuses while a provider says that an earlier attempt was paid after all. With `reference` it is
 * that payment which is being noted.
 */
export async function refuseSaidPaid(tx: Tx, key: PayoutKey, reference = '') {
  const found = await saidPaidAfterFailure(tx, key)
  if (!found || (reference !== '' && reference === found.reference)) return
  const { provider, reference: number } = found
  throw new Refusal(say('payout.said_paid', { provider, reference: number }), {
    rule: 'said_paid',
  })
}

/**
 * Everything that a payout by hand is asked as well. Who said that an attempt failed hands over no
 * other one: a false word would have the site pay twice.
 */
export async function refuseUnsent(tx: Tx, order: Withdrawal, operator: string, now: Date) {
  await refuseLockedCard(tx, order)
  await refuseHeld(tx, goingOf(order, now), operator)
  await refuseSaidPaid(tx, order)
  if (operator !== '' && (await saidFailedBy(tx, order, operator)) !== 'none')
    throw new Refusal(say('payout.failed_by_you'), { rule: 'two_persons' })
  if (operator !== '' && (await notPayer(tx, order)) === operator)
    throw new Refusal(say('payout.second_person'), { rule: 'two_persons' })
}

/** The caller holds the order's lock, and the attempt is open and by hand. */
export async function takeForProvider(
  tx: Tx,
  at: At,
  { order, attempt, by, now }: { order: Withdrawal; attempt: Payout; by: string; now: Date },
): Promise<string> {
  await refuseUnsent(tx, order, by, now)
  const provider = await providerFor(tx, at, order, now)
  if (!provider) throw new Refusal(say('payout.no_provider'))
  const { memberId, withdrawalNo, amountFen } = order
  const { attemptNo } = attempt
  const payoutNo = `${withdrawalNo}A${attemptNo}`
  await giveToProvider(tx, { memberId, withdrawalNo, attemptNo, provider: provider.code })
  await insertProviderPayout(tx, {
    payoutNo,
    provider: provider.code,
    memberId,
    withdrawalNo,
    attemptNo,
    amountFen,
    askedBy: by,
    now,
  })
  return payoutNo
}
