import type { z } from 'zod'
import { accountCalls } from './account.ts'
import { agentCalls } from './agent.ts'
import { cashierCalls } from './cashier.ts'
import { gamesCalls } from './games.ts'
import { promotionsCalls } from './promotions.ts'
import { recordsCalls } from './records.ts'
import { siteCalls } from './site.ts'
import { walletCalls } from './wallet.ts'

export type { Access, Answer, Call } from './call.ts'
export { payMethods, type PayMethod } from './payments.ts'
export { categories } from './games.ts'
export { why, type Figure, type Why } from './why.ts'

/** Every call of both documents, by method and path. */
export const calls = {
  ...accountCalls,
  ...siteCalls,
  ...gamesCalls,
  ...promotionsCalls,
  ...walletCalls,
  ...cashierCalls,
  ...recordsCalls,
  ...agentCalls,
} as const

export type Calls = typeof calls
export type CallName = keyof Calls
/** What the handler receives. */
export type Payload<N extends CallName> = z.output<Calls[N]['takes']>
/** What a client may send. */
export type Sent<N extends CallName> = z.input<Calls[N]['takes']>
/** `data` of a successful answer. */
export type Given<N extends CallName> = z.output<Calls[N]['gives']>
/** One row of a paged or plain list answer. */
export type RowOf<N extends CallName> =
  Given<N> extends { data: (infer R)[] } ? R : Given<N> extends (infer R)[] ? R : never
