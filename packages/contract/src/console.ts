import { z } from 'zod'
import { applicationConsole } from './activity/applications.ts'
import type { Call } from './call.ts'
import { activityConsole } from './activity/console.ts'
import { advertConsole } from './adverts/console.ts'
import { agentConsole } from './agent/console.ts'
import { agentPlanConsole } from './agent/plans.ts'
import { bankLineConsole } from './bankLines/console.ts'
import { booksConsole } from './books/console.ts'
import { railConsole } from './books/rails.ts'
import { monthConsole } from './books/months.ts'
import { figureConsole } from './books/figures.ts'
import { caseConsole } from './cases/console.ts'
import { campaignConsole } from './campaigns/console.ts'
import { journeyConsole } from './journeys/console.ts'
import { callbackConsole } from './cashier/callbacks.ts'
import { cashierConsole } from './cashier/console.ts'
import { batchConsole } from './cashier/batches.ts'
import { payeeConsole } from './cashier/payees.ts'
import { payoutConsole } from './cashier/payouts.ts'
import { disputeConsole } from './cashier/disputes.ts'
import { refundConsole } from './cashier/refunds.ts'
import { complaintConsole } from './complaints/console.ts'
import { dutiesConsole } from './duties/console.ts'
import { complianceConsole } from './compliance/console.ts'
import { dataRightsConsole } from './dataRights/console.ts'
import { deliveryConsole } from './delivery/console.ts'
import { deskConsole } from './desk/console.ts'
import { ruleConsole } from './desk/ruleProposals.ts'
import { reportConsole } from './figures/console.ts'
import { channelConsole } from './channels/console.ts'
import { targetConsole } from './figures/targets.ts'
import { giveawayConsole } from './giveaways/console.ts'
import { tournamentConsole } from './tournaments/console.ts'
import { jackpotConsole } from './jackpots/console.ts'
import { freeRoundsConsole } from './freeRounds/console.ts'
import { harmConsole } from './harm/console.ts'
import { mediaConsole } from './media/console.ts'
import { letterConsole } from './message/console.ts'
import { memberPartConsole } from './member/parts.ts'
import { memberConsole } from './member/console.ts'
import { segmentConsole } from './segments/console.ts'
import { tagConsole } from './tags/console.ts'
import { testAccountConsole } from './member/testAccounts.ts'
import { protectionConsole } from './protection/console.ts'
import { profileConsole } from './profiles/console.ts'
import { providerConsole } from './providers/console.ts'
import { rateConsole } from './rates/console.ts'
import { riskConsole } from './risk/console.ts'
import { screeningConsole } from './screening/console.ts'
import { securityConsole } from './security/console.ts'
import { siteConsole } from './site/console.ts'
import { versionConsole } from './site/versions.ts'
import { operatorAccount } from './staff/account.ts'
import { brandConsole } from './staff/brands.ts'
import { staffConsole } from './staff/console.ts'
import { ticketConsole } from './tickets/console.ts'
import { verificationConsole } from './verification/console.ts'
import { vipConsole } from './vip/console.ts'
import { connectionConsole } from './venues/connections.ts'
import { playConsole } from './venues/play.ts'
import { venueConsole } from './venues/console.ts'

export {
  administrators,
  isPower,
  permissions,
  roles,
  type Permission,
  type Role,
} from './permissions.ts'

/** A list refuses a filter that it does not know: dropped, it would show rows nobody asked for. */
const strictLists = <Calls extends Record<string, Call>>(calls: Calls) =>
  Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      call.takes instanceof z.ZodObject && 'page' in call.takes.shape
        ? { ...call, takes: call.takes.strict() }
        : call,
    ]),
  ) as Calls

/** Every call of the back office. Sessions are cookies of its own; `anyone` may only log in. */
export const consoleCalls = strictLists({
  ...applicationConsole,
  ...activityConsole,
  ...advertConsole,
  ...agentConsole,
  ...agentPlanConsole,
  ...bankLineConsole,
  ...booksConsole,
  ...figureConsole,
  ...reportConsole,
  ...targetConsole,
  ...monthConsole,
  ...railConsole,
  ...callbackConsole,
  ...caseConsole,
  ...cashierConsole,
  ...batchConsole,
  ...payeeConsole,
  ...payoutConsole,
  ...refundConsole,
  ...disputeConsole,
  ...complaintConsole,
  ...dutiesConsole,
  ...complianceConsole,
  ...dataRightsConsole,
  ...deliveryConsole,
  ...deskConsole,
  ...ruleConsole,
  ...mediaConsole,
  ...letterConsole,
  ...memberPartConsole,
  ...memberConsole,
  ...testAccountConsole,
  ...segmentConsole,
  ...tagConsole,
  ...freeRoundsConsole,
  ...jackpotConsole,
  ...tournamentConsole,
  ...campaignConsole,
  ...journeyConsole,
  ...channelConsole,
  ...giveawayConsole,
  ...harmConsole,
  ...protectionConsole,
  ...profileConsole,
  ...providerConsole,
  ...rateConsole,
  ...riskConsole,
  ...screeningConsole,
  ...securityConsole,
  ...siteConsole,
  ...versionConsole,
  ...operatorAccount,
  ...brandConsole,
  ...staffConsole,
  ...ticketConsole,
  ...playConsole,
  ...connectionConsole,
  ...venueConsole,
  ...verificationConsole,
  ...vipConsole,
} as const)

export type ConsoleCalls = typeof consoleCalls
export type ConsoleCallName = keyof ConsoleCalls
/** The calls marked `once`: a client sends each of them with an `Idempotency-Key`. */
export type ConsoleOnceName = {
  [N in ConsoleCallName]: ConsoleCalls[N] extends { once: true } ? N : never
}[ConsoleCallName]
export type ConsolePayload<N extends ConsoleCallName> = z.output<ConsoleCalls[N]['takes']>
export type ConsoleSent<N extends ConsoleCallName> = z.input<ConsoleCalls[N]['takes']>
export type ConsoleGiven<N extends ConsoleCallName> = z.output<ConsoleCalls[N]['gives']>
export type ConsoleRowOf<N extends ConsoleCallName> =
  ConsoleGiven<N> extends { data: (infer R)[] } ? R : never
