import type { AllConsoleHandlers } from './kernel/http/services.ts'
import { accountHandlers } from './console/signIn/account.ts'
import { brandHandlers } from './console/brands/handlers.ts'
import { activityHandlers } from './areas/activity/console/activities.ts'
import { adjustmentHandlers } from './areas/books/console/adjustments.ts'
import { agentHandlers } from './areas/agent/console/agents.ts'
import { applicationHandlers } from './areas/activity/console/applications.ts'
import { auditList } from './console/desk/auditList.ts'
import { callbackHandlers } from './areas/cashier/console/callbacks.ts'
import { caseHandlers } from './areas/books/console/cases.ts'
import { dailyJobHandlers } from './areas/books/console/dailyJobs.ts'
import { dutiesHandlers } from './areas/duties/console/duties.ts'
import { complaintConsoleHandlers } from './areas/complaints/console/complaints.ts'
import { ticketConsoleHandlers } from './areas/tickets/console/tickets.ts'
import { complianceHandlers } from './areas/compliance/handlers.ts'
import { dataRightsConsoleHandlers } from './areas/dataRights/console/requests.ts'
import { caseHandlers as amlHandlers } from './areas/cases/handlers.ts'
import { contentHandlers } from './areas/site/console/content.ts'
import { targetHandlers } from './areas/site/console/targets.ts'
import { figureHandlers } from './areas/books/console/days.ts'
import { deliveryHandlers } from './areas/delivery/console/deliveries.ts'
import { depositHandlers } from './areas/cashier/console/deposits.ts'
import { countHandlers } from './console/desk/counts.ts'
import { exportHandlers } from './console/desk/exports.ts'
import {
  login,
  loginBrand,
  loginSecond,
  logout,
  me,
  passkeyBegin,
  passkeyFinish,
} from './console/signIn/login.ts'
import { railHandlers } from './areas/books/console/rails.ts'
import { monthHandlers } from './areas/books/console/months.ts'
import { reportFileHandlers } from './areas/figures/console/files.ts'
import { figureTargetHandlers } from './areas/figures/console/targets.ts'
import { behindHandlers } from './areas/figures/console/behind.ts'
import { reportHandlers } from './areas/figures/console/reports.ts'
import { liabilityHandlers } from './areas/figures/console/liability.ts'
import { jackpotConsoleHandlers } from './areas/jackpots/console/rooms.ts'
import { campaignHandlers } from './areas/campaigns/console/campaigns.ts'
import { journeyHandlers } from './areas/journeys/console/journeys.ts'
import { journeyViews } from './areas/journeys/console/views.ts'
import { channelConsoleHandlers } from './areas/channels/console/channels.ts'
import { giveawayConsoleHandlers } from './areas/giveaways/console/giveaways.ts'
import { tournamentConsoleHandlers } from './areas/tournaments/console/tournaments.ts'
import { freeRoundsConsoleHandlers } from './areas/freeRounds/console/grants.ts'
import { harmConsoleHandlers } from './areas/harm/console/harm.ts'
import { lookHandlers } from './kernel/operator/unmask.ts'
import { birthdayHandlers } from './areas/member/console/birthday.ts'
import { memberActionHandlers } from './areas/member/console/memberActions.ts'
import { underAgeHandlers } from './areas/member/console/underAge.ts'
import { passwordResetHandlers } from './areas/member/console/passwordResets.ts'
import { protectionRequestHandlers } from './areas/member/console/protectionRequests.ts'
import { memberPartHandlers } from './areas/member/console/memberParts.ts'
import { segmentHandlers } from './areas/segments/console/segments.ts'
import { tagHandlers } from './areas/tags/console/tags.ts'
import { watchHandlers } from './areas/tags/console/watch.ts'
import { testAccountHandlers } from './areas/member/console/testAccounts.ts'
import { memberHandlers } from './areas/member/console/members.ts'
import { suppressionHandlers } from './areas/message/console/suppressions.ts'
import { mediaHandlers } from './areas/media/console/pictures.ts'
import { letterHandlers } from './areas/message/console/letters.ts'
import { messageHandlers } from './areas/message/console/messages.ts'
import { batchHandlers } from './areas/cashier/console/batches.ts'
import { payeeHandlers } from './areas/cashier/console/payees.ts'
import { payoutHandlers } from './areas/cashier/console/payouts.ts'
import { disputeHandlers } from './areas/cashier/console/disputes.ts'
import { refundHandlers } from './areas/cashier/console/refunds.ts'
import { riskHandlers } from './areas/risk/console/risk.ts'
import { ruleHandlers } from './console/desk/rules.ts'
import { hitHandlers } from './areas/screening/console/hits.ts'
import { versionHandlers } from './areas/screening/console/versions.ts'
import { profileHandlers } from './console/desk/profiles.ts'
import { searchHandlers } from './console/desk/search.ts'
import { programHandlers } from './console/security/program.ts'
import { securityHandlers } from './console/security/security.ts'
import { staffHandlers } from './console/staff/staff.ts'
import { staffRequestHandlers } from './console/staff/staffRequests.ts'
import { roleHandlers } from './console/staff/staffRoles.ts'
import { agentPlanHandlers } from './areas/agent/console/plans.ts'
import { statementHandlers } from './areas/agent/console/statements.ts'
import { today } from './console/desk/today.ts'
import { treeHandlers } from './areas/member/console/tree.ts'
import { assessmentHandlers } from './areas/verification/console/assessments.ts'
import { verificationConsoleHandlers } from './areas/verification/console/verifications.ts'
import { advertHandlers } from './areas/adverts/console/adverts.ts'
import { bankLineHandlers } from './areas/bankLines/console.ts'
import { providerHandlers } from './areas/providers/console/providers.ts'
import { rateHandlers } from './areas/rates/console/rates.ts'
import { releaseHandlers } from './areas/vip/console/releases.ts'
import { connectionHandlers } from './areas/venues/console/connections.ts'
import { leftHandlers } from './areas/venues/console/left.ts'
import { playHandlers } from './areas/venues/console/play.ts'
import { returnHandlers } from './areas/venues/console/returns.ts'
import { venueHandlers } from './areas/venues/console/venues.ts'
import { viewHandlers } from './console/desk/views.ts'
import { timelineHandlers } from './areas/member/console/timeline.ts'
import { bulkHandlers } from './areas/cashier/console/bulk.ts'
import { withdrawalHandlers } from './areas/cashier/console/withdrawals.ts'

export const consoleHandlers = {
  'POST /api/console/login': login,
  'POST /api/console/login/second': loginSecond,
  'POST /api/console/login/brand': loginBrand,
  'POST /api/console/login/passkey/begin': passkeyBegin,
  'POST /api/console/login/passkey/finish': passkeyFinish,
  'POST /api/console/logout': logout,
  'POST /api/console/me': me,
  'POST /api/console/today': today,
  ...deliveryHandlers,
  ...depositHandlers,
  ...bankLineHandlers,
  ...withdrawalHandlers,
  ...bulkHandlers,
  ...timelineHandlers,
  ...memberHandlers,
  ...memberPartHandlers,
  ...memberActionHandlers,
  ...birthdayHandlers,
  ...testAccountHandlers,
  ...segmentHandlers,
  ...tagHandlers,
  ...watchHandlers,
  ...protectionRequestHandlers,
  ...suppressionHandlers,
  ...underAgeHandlers,
  ...passwordResetHandlers,
  ...figureHandlers,
  ...behindHandlers,
  ...reportHandlers,
  ...liabilityHandlers,
  ...figureTargetHandlers,
  ...reportFileHandlers,
  ...adjustmentHandlers,
  ...callbackHandlers,
  ...caseHandlers,
  ...dailyJobHandlers,
  ...monthHandlers,
  ...railHandlers,
  ...activityHandlers,
  ...freeRoundsConsoleHandlers,
  ...jackpotConsoleHandlers,
  ...tournamentConsoleHandlers,
  ...campaignHandlers,
  ...journeyHandlers,
  ...journeyViews,
  ...channelConsoleHandlers,
  ...giveawayConsoleHandlers,
  ...harmConsoleHandlers,
  ...riskHandlers,
  ...programHandlers,
  ...hitHandlers,
  ...versionHandlers,
  ...amlHandlers,
  ...securityHandlers,
  ...treeHandlers,
  ...applicationHandlers,
  ...agentHandlers,
  ...agentPlanHandlers,
  ...statementHandlers,
  ...batchHandlers,
  ...payeeHandlers,
  ...payoutHandlers,
  ...refundHandlers,
  ...disputeHandlers,
  ...complaintConsoleHandlers,
  ...ticketConsoleHandlers,
  ...dutiesHandlers,
  ...complianceHandlers,
  ...dataRightsConsoleHandlers,
  ...contentHandlers,
  ...targetHandlers,
  ...mediaHandlers,
  ...letterHandlers,
  ...messageHandlers,
  ...ruleHandlers,
  ...playHandlers,
  ...profileHandlers,
  ...providerHandlers,
  ...rateHandlers,
  ...returnHandlers,
  ...connectionHandlers,
  ...leftHandlers,
  ...venueHandlers,
  ...advertHandlers,
  ...releaseHandlers,
  ...verificationConsoleHandlers,
  ...assessmentHandlers,
  'POST /api/console/audit/list': auditList,
  ...accountHandlers,
  ...brandHandlers,
  ...staffHandlers,
  ...roleHandlers,
  ...staffRequestHandlers,
  ...countHandlers,
  ...searchHandlers,
  ...viewHandlers,
  ...exportHandlers,
  ...lookHandlers,
} satisfies AllConsoleHandlers
