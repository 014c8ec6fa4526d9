import { accountForm, accountTexts } from './texts/account.ts'
import { agentForm, agentTexts } from './texts/agent.ts'
import { booksTexts } from './texts/books.ts'
import { cardForm, cardTexts } from './texts/cards.ts'
import { cashierForm, cashierTexts } from './texts/cashier.ts'
import { deskTexts } from './texts/desk.ts'
import { gameTexts } from './texts/games.ts'
import { promotionForm, promotionTexts } from './texts/promotions.ts'
import { protectionTexts } from './texts/protection.ts'
import { requestTexts } from './texts/request.ts'
import { siteTexts } from './texts/site.ts'
import { staffTexts } from './texts/staff.ts'
import { walletForm, walletTexts } from './texts/wallet.ts'
import { sayOf, type Said, type Values } from './say.ts'

/** What may be refused to members and visitors. */
export const memberRefusals = {
  ...requestTexts,
  ...accountForm,
  ...accountTexts,
  ...agentForm,
  ...agentTexts,
  ...cardForm,
  ...cardTexts,
  ...cashierForm,
  ...cashierTexts,
  ...gameTexts,
  ...promotionForm,
  ...promotionTexts,
  ...protectionTexts,
  ...siteTexts,
  ...walletForm,
  ...walletTexts,
} as const

/** Every refusal of the platform, by its stable code. */
export const refusals = { ...memberRefusals, ...booksTexts, ...deskTexts, ...staffTexts } as const
export type RefusalCode = keyof typeof refusals

/** Puts a refusal into words. */
export const say = <K extends RefusalCode>(
  reason: K,
  ...values: Values<(typeof refusals)[K]>
): Said => sayOf(refusals, reason, ...values)
