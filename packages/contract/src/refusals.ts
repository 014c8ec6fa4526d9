import { accountForm, accountTexts } from './account/texts.ts'
import { activityTexts } from './activity/texts.ts'
import { advertTexts } from './adverts/texts.ts'
import { agentForm, agentTexts } from './agent/texts.ts'
import { booksTexts } from './books/texts.ts'
import { campaignTexts } from './campaigns/texts.ts'
import { journeyTexts } from './journeys/texts.ts'
import { cardsForm, cardsTexts } from './cards/texts.ts'
import { casesTexts } from './cases/texts.ts'
import { cashierForm, cashierTexts } from './cashier/texts.ts'
import { closingTexts } from './closing/texts.ts'
import { complaintForm, complaintTexts } from './complaints/texts.ts'
import { dutiesTexts } from './duties/texts.ts'
import { complianceTexts } from './compliance/texts.ts'
import { consentTexts } from './consents/texts.ts'
import { dataRightsTexts } from './dataRights/texts.ts'
import { contactForm, contactTexts, deliveryTexts } from './delivery/texts.ts'
import { deskTexts } from './desk/texts.ts'
import { figureTexts } from './figures/texts.ts'
import { channelDeskTexts, channelTexts } from './channels/texts.ts'
import { codeForm, giveawayDeskTexts, giveawayTexts } from './giveaways/texts.ts'
import { tournamentDeskTexts, tournamentTexts } from './tournaments/texts.ts'
import { jackpotTexts } from './jackpots/texts.ts'
import { freeRoundsDeskTexts, freeRoundsTexts } from './freeRounds/texts.ts'
import { gamesTexts } from './games/texts.ts'
import { harmDeskTexts, harmTexts } from './harm/texts.ts'
import { holdsTexts } from './holds/texts.ts'
import { mediaTexts } from './media/texts.ts'
import { memberDeskTexts, memberTexts } from './member/texts.ts'
import { messageTexts } from './message/texts.ts'
import { profileTexts } from './profiles/texts.ts'
import { bankLineTexts } from './bankLines/texts.ts'
import { providerTexts } from './providers/texts.ts'
import { protectionDeskTexts, protectionForm, protectionTexts } from './protection/texts.ts'
import { rebateForm } from './rebate/texts.ts'
import { redpacketForm, redpacketTexts } from './redpacket/texts.ts'
import { requestTexts } from './request/texts.ts'
import { riskTexts } from './risk/texts.ts'
import { screeningTexts } from './screening/texts.ts'
import { securityTexts } from './security/texts.ts'
import { siteTexts } from './site/texts.ts'
import { staffTexts } from './staff/texts.ts'
import { segmentTexts } from './segments/texts.ts'
import { tagTexts } from './tags/texts.ts'
import { ticketForm, ticketTexts } from './tickets/texts.ts'
import { turnoverTexts } from './turnover/texts.ts'
import { venuesTexts } from './venues/texts.ts'
import { verificationDeskTexts, verificationForm, verificationTexts } from './verification/texts.ts'
import { vipDeskTexts } from './vip/texts.ts'
import { walletForm, walletTexts } from './wallet/texts.ts'
import { sayOf, type Said, type Values } from './say.ts'

/** What may be refused to members and visitors. */
export const memberRefusals = {
  ...accountForm,
  ...accountTexts,
  ...activityTexts,
  ...agentForm,
  ...agentTexts,
  ...cardsForm,
  ...cardsTexts,
  ...cashierForm,
  ...cashierTexts,
  ...channelTexts,
  ...closingTexts,
  ...complaintForm,
  ...complaintTexts,
  ...consentTexts,
  ...dataRightsTexts,
  ...contactForm,
  ...contactTexts,
  ...freeRoundsTexts,
  ...tournamentTexts,
  ...codeForm,
  ...giveawayTexts,
  ...jackpotTexts,
  ...gamesTexts,
  ...harmTexts,
  ...memberTexts,
  ...messageTexts,
  ...protectionForm,
  ...protectionTexts,
  ...rebateForm,
  ...redpacketForm,
  ...redpacketTexts,
  ...requestTexts,
  ...siteTexts,
  ...ticketForm,
  ...ticketTexts,
  ...turnoverTexts,
  ...verificationForm,
  ...verificationTexts,
  ...walletForm,
  ...walletTexts,
} as const

/** Every refusal of the platform, by its stable code. */
export const refusals = {
  ...memberRefusals,
  ...advertTexts,
  ...booksTexts,
  ...casesTexts,
  ...dutiesTexts,
  ...complianceTexts,
  ...deliveryTexts,
  ...deskTexts,
  ...figureTexts,
  ...freeRoundsDeskTexts,
  ...tournamentDeskTexts,
  ...campaignTexts,
  ...journeyTexts,
  ...channelDeskTexts,
  ...giveawayDeskTexts,
  ...harmDeskTexts,
  ...holdsTexts,
  ...mediaTexts,
  ...memberDeskTexts,
  ...protectionDeskTexts,
  ...profileTexts,
  ...bankLineTexts,
  ...providerTexts,
  ...riskTexts,
  ...screeningTexts,
  ...securityTexts,
  ...staffTexts,
  ...segmentTexts,
  ...tagTexts,
  ...venuesTexts,
  ...verificationDeskTexts,
  ...vipDeskTexts,
} as const
export type RefusalCode = keyof typeof refusals

/** Puts a refusal into words. */
export const say = <K extends RefusalCode>(
  reason: K,
  ...values: Values<(typeof refusals)[K]>
): Said => sayOf(refusals, reason, ...values)
