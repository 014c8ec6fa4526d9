import type { OfferProduct } from '@tianping/contract/consents/facts'
import type { Channel, DeliveryKind } from '@tianping/contract/delivery/facts'
import type { Db } from '@tianping/database'
import { enqueue } from '../../ledger/outbox.ts'
import { sealContact } from '../../kernel/sealedContact.ts'
import type { Outward } from './channels.ts'
import { maskedContact } from './contacts.ts'
import type { Contact } from './store/contact.sql.ts'
import { insertDelivery } from './store/delivery.sql.ts'

/** What the outbox keeps until it has gone: the only place where the text stands. */
export type Parcel = {
  deliveryId: string
  /** The contact, sealed for the member, as base64. */
  sealed?: string
  /** In clear, of a letter that an earlier release has written. */
  to?: string
  subject: string
  text: string
  /** Of an offer: what it is about. */
  product?: OfferProduct | ''
}

/** What somebody waits for in front of the screen. */
const awaited: readonly DeliveryKind[] = ['verify', 'recover', 'reset']

/** Codes and passwords do not stand in line behind notices. */
export const topicOf = (channel: Channel, kind: DeliveryKind): string =>
  awaited.includes(kind) ? `delivery.${channel}.awaited` : `delivery.${channel}.notice`
export const topicsOf = (channel: Channel): readonly string[] => [
  topicOf(channel, 'recover'),
  topicOf(channel, 'device'),
]

type Letter = {
  memberId: bigint
  kind: DeliveryKind
  subject: string
  text: string
  at: Date
  /** From when on it is not sent any more. */
  expiresAt?: Date | undefined
  product?: OfferProduct | ''
}

/** Sends to one contact, in the caller's transaction: it leaves if, and only if, that commits. */
export async function sendTo(
  tx: Db,
  { keys }: Pick<Outward, 'keys'>,
  contact: Contact,
  letter: Letter,
): Promise<void> {
  const { memberId, kind, subject, text, at, product, expiresAt = null } = letter
  const { channel } = contact
  const deliveryId = await insertDelivery(tx, {
    memberId,
    channel,
    kind,
    contact: maskedContact(contact),
    createdAt: at,
    expiresAt,
  })
  const payload: Parcel = {
    deliveryId: String(deliveryId),
    sealed: sealContact(keys, memberId, contact.contact).toString('base64'),
    subject,
    text,
    ...(product !== undefined && { product }),
  }
  await enqueue(tx, { memberId, topic: topicOf(channel, kind), payload })
}
