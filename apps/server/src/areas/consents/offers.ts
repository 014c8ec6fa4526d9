// Which offers reach a member. One step ends all of them; nothing turns all of them on.
import {
  offerChannels,
  offerProducts,
  type OfferChannel,
  type OfferProduct,
} from '@tianping/contract/consents/facts'
import type { Db, Tx } from '@tianping/database'
import { withdrawConsent } from './store/consent.sql.ts'
import { insertChoice, type ChoiceSource } from './store/offer.sql.ts'

const products = Object.keys(offerProducts) as OfferProduct[]
const channels = Object.keys(offerChannels) as OfferChannel[]

type Choosing = { memberId: bigint; wanted: boolean; source: ChoiceSource; at: Date }

export const chooseOffer = (
  db: Db,
  choice: Choosing & { product: OfferProduct; channel: OfferChannel },
) => insertChoice(db, choice)

async function chooseAll(tx: Tx, choosing: Choosing): Promise<void> {
  for (const product of products)
    for (const channel of channels) await insertChoice(tx, { ...choosing, product, channel })
}

/** What the single consent of before means: every product and channel. */
export const chooseOffers = (tx: Tx, choosing: Omit<Choosing, 'source'>) =>
  chooseAll(tx, { ...choosing, source: 'consent' })

/** Ends offers of every product on every channel, at once. */
export async function stopOffers(tx: Tx, stopping: Omit<Choosing, 'wanted'>): Promise<void> {
  await withdrawConsent(tx, stopping.memberId, 'marketing')
  await chooseAll(tx, { ...stopping, wanted: false })
}
