import type { z } from 'zod'
import { accountCalls } from './account/calls.ts'
import { safetyCalls } from './safety/calls.ts'
import { activityCalls } from './activity/calls.ts'
import { agentCalls } from './agent/calls.ts'
import { cardCalls } from './cards/calls.ts'
import { cashierCalls } from './cashier/calls.ts'
import { channelCalls } from './channels/calls.ts'
import { closingCalls } from './closing/calls.ts'
import { complaintCalls } from './complaints/calls.ts'
import { consentCalls } from './consents/calls.ts'
import { dataRightsCalls } from './dataRights/calls.ts'
import { deliveryCalls } from './delivery/calls.ts'
import { freeRoundsCalls } from './freeRounds/calls.ts'
import { giveawayCalls } from './giveaways/calls.ts'
import { tournamentCalls } from './tournaments/calls.ts'
import { jackpotCalls } from './jackpots/calls.ts'
import { gamesCalls } from './games/calls.ts'
import { messageCalls } from './message/calls.ts'
import { onboardingCalls } from './onboarding/calls.ts'
import { harmCalls } from './harm/calls.ts'
import { protectionCalls } from './protection/calls.ts'
import { rebateCalls } from './rebate/calls.ts'
import { recordsCalls } from './records/calls.ts'
import { redPacketCalls } from './redpacket/calls.ts'
import { siteCalls } from './site/calls.ts'
import { ticketCalls } from './tickets/calls.ts'
import { turnoverCalls } from './turnover/calls.ts'
import { verificationCalls } from './verification/calls.ts'
import { vipCalls } from './vip/calls.ts'
import { walletCalls } from './wallet/calls.ts'

export type { Access, Answer, Call } from './call.ts'
export { payMethods, type PayMethod } from './cashier/payments.ts'
export { categories } from './games/facts.ts'
export { wordsOf, yuan, type Words } from './fields.ts'
export { why, type Figure, type Why } from './why.ts'

/** Every call of both documents, by method and path. */
export const calls = {
  ...accountCalls,
  ...activityCalls,
  ...agentCalls,
  ...cardCalls,
  ...cashierCalls,
  ...channelCalls,
  ...closingCalls,
  ...complaintCalls,
  ...consentCalls,
  ...dataRightsCalls,
  ...deliveryCalls,
  ...freeRoundsCalls,
  ...jackpotCalls,
  ...tournamentCalls,
  ...giveawayCalls,
  ...gamesCalls,
  ...messageCalls,
  ...onboardingCalls,
  ...protectionCalls,
  ...harmCalls,
  ...rebateCalls,
  ...recordsCalls,
  ...redPacketCalls,
  ...safetyCalls,
  ...siteCalls,
  ...ticketCalls,
  ...turnoverCalls,
  ...verificationCalls,
  ...vipCalls,
  ...walletCalls,
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
