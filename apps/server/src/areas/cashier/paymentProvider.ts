import type { IncomingHttpHeaders } from 'node:http'
import type { PayMethod, Protocol } from './methods.ts'

export type ProviderOrder = {
  depositNo: string
  method: PayMethod
  protocol: Protocol | null
  amountFen: bigint
  usdtCents: bigint
  /** Where the order is paid to; empty where the provider says it. */
  payAddress: string
  expiresAt: Date
  /** The origin the member's browser is on; the provider sends the member back there. */
  origin: string
}

/** What a provider says happened to one of our orders. */
export type PaymentEvent = {
  depositNo: string
  /** The provider's own number of the payment. */
  reference: string
  /** `pending`: the provider has the payment and does not know yet how it ends. */
  outcome: 'paid' | 'failed' | 'pending'
  /** What was really paid; 0 for a failure and for what is pending. */
  amountFen: bigint
  paidAt: Date
  /** The address on the chain that it was paid from; empty where the provider names none. */
  fromAddress: string
}

export type Verified =
  | { genuine: true; event: PaymentEvent }
  | { genuine: false; why: 'forged' | 'stale' | 'malformed' }

/** One payment provider. What differs between providers stays behind this. */
export type PaymentProvider = {
  name: string
  /**
   * Opens the order at the provider: the page on which it is paid. Throws when the provider does
   * not answer.
   */
  createOrder(order: ProviderOrder): Promise<{ payUrl: string }>
  /**
   * Judges a callback by its signature and reads it; never throws. `body` is what came, byte for
   * byte.
   */
  verifyCallback(headers: IncomingHttpHeaders, body: Buffer, now: Date): Verified
}
