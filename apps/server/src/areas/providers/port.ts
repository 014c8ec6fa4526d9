import type { PayMethod, Protocol } from '@tianping/contract/payments'
import type { ProviderAbility } from '@tianping/contract/providers/facts'
import type { IncomingHttpHeaders } from 'node:http'

export type ProviderOrder = {
  depositNo: string
  method: PayMethod
  protocol: Protocol | null
  amountFen: bigint
  usdtCents: bigint
  expiresAt: Date
  /** The origin the member's browser is on; the provider sends the member back there. */
  origin: string
}

/** What a provider says happened to one of our orders. */
export type PaymentEvent = {
  /** Empty for a dispute, which names its payment only. */
  depositNo: string
  /** The provider's own number of the payment. */
  reference: string
  /**
   * `pending`: the provider has the payment and does not know yet how it ends. `disputed`: the
   * payer takes it back after it was paid.
   */
  outcome: 'paid' | 'failed' | 'pending' | 'disputed'
  /** What was really paid; 0 for a failure and for what is pending. */
  amountFen: bigint
  paidAt: Date
  /** The address on the chain that it was paid from; empty where the provider names none. */
  fromAddress: string
  /** What a dispute says beside its payment. */
  dispute?: DisputeWord
}

export type DisputeWord = {
  /** The provider's own number of the dispute. */
  providerNo: string
  state: 'open' | 'won' | 'lost'
  /** What is taken back; 0 for the whole payment. */
  amountFen: bigint
  reason: string
  /** Until when evidence is taken. */
  dueAt: Date | null
}

/** An answer to a dispute: what speaks against it, or that it is accepted. */
export type DisputeAnswer = { providerNo: string; evidence: string; accepts: boolean }

/** What a provider says of money that it sends out for us. */
export type PayoutEvent = {
  payoutNo: string
  /** The provider's own number; empty until it has one. */
  reference: string
  outcome: 'paid' | 'failed' | 'pending'
  /** What was sent; 0 while nothing was. */
  amountFen: bigint
  /** Why it failed, in the provider's words. */
  said: string
}

export type Verified =
  /** Neither event nor payout: genuine, and about nothing that we keep. */
  | { genuine: true; event: PaymentEvent | null; payout?: PayoutEvent }
  | { genuine: false; why: 'forged' | 'stale' | 'malformed' }

/** The provider took the call and said no: it did nothing, and will not. */
export class ProviderRefused extends Error {}
/** The call never left: nobody heard it. */
export class ProviderUnreached extends Error {}
// Every other error of a call leaves its outcome unknown.

/** What a provider knows of an order; `none` for an order it never heard of. */
export type OrderAtProvider = { state: 'paid' | 'unpaid' | 'closed' | 'none'; amountFen: bigint }

export type Refund = { depositNo: string; reference: string; refundNo: string; amountFen: bigint }

/** Money that goes out: whom it reaches, as the bank reads it. */
export type Payout = {
  payoutNo: string
  amountFen: bigint
  bank: string
  owner: string
  account: string
}
/** `none`: the provider never heard of it, so that nothing went out. */
export type PayoutAtProvider = Omit<PayoutEvent, 'payoutNo' | 'outcome'> & {
  state: PayoutEvent['outcome'] | 'none'
}

/** A line of the provider's own books: what came in, went out or was sent back. */
export type StatedLine = {
  kind: 'payment' | 'payout' | 'refund'
  /** Our number, and theirs. */
  ownNo: string
  reference: string
  amountFen: bigint
  /** What the provider kept of it. */
  feeFen: bigint
}

/**
 * One payment provider. What differs between providers stays behind this. Calls of one order may be
 * repeated: its number is what the provider knows it by.
 */
export type PaymentProvider = {
  name: string
  /** What it can be asked for beside an order; exactly these methods are there. */
  can: readonly ProviderAbility[]
  /** Opens the order at the provider: the page on which it is paid. */
  createOrder(order: ProviderOrder): Promise<{ payUrl: string }>
  /**
   * Judges a callback by its signature and reads it; never throws. `body` is what came, byte for
   * byte.
   */
  verifyCallback(headers: IncomingHttpHeaders, body: Buffer, now: Date): Verified
  /** What the provider wants to read when a callback was taken; our usual answer without it. */
  taken?: string
  query?(order: ProviderOrder): Promise<OrderAtProvider>
  /** Afterwards the order cannot be paid any more; throws `ProviderRefused` when it was paid. */
  cancel?(order: ProviderOrder): Promise<void>
  /** Sends a payment back, whole or in part. The same `refundNo` is one refund. */
  refund?(refund: Refund): Promise<{ state: 'done' | 'pending'; reference: string }>
  /** Sends money out. The same `payoutNo` is one payout, so that it may be asked for again. */
  payout?(payout: Payout): Promise<PayoutAtProvider>
  queryPayout?(payoutNo: string): Promise<PayoutAtProvider>
  /** Answers a dispute. The same answer again is one. */
  dispute?(answer: DisputeAnswer): Promise<void>
  /** What we have at the provider, in fen. */
  balance?(): Promise<bigint>
  /** What it booked on a Beijing day. */
  statement?(day: string): Promise<StatedLine[]>
}
