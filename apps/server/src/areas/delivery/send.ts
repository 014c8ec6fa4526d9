import type { OfferProduct } from '@tianping/contract/consents/facts'
import type { DeliveryKind, DeliveryWay } from '@tianping/contract/delivery/facts'
import type { MessageKind } from '@tianping/contract/message/facts'
import type { Db } from '@tianping/database'
import { enqueue } from '../../ledger/outbox.ts'
import { sealContact } from '../../kernel/sealedContact.ts'
import type { Outward } from './channels.ts'
import { maskedContact } from './contacts.ts'
import type { Contact } from './store/contact.sql.ts'
import { insertDelivery } from './store/delivery.sql.ts'
import type { Browser } from './store/push.sql.ts'

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
  /** Of a letter of the inbox: it is sent while it is unread and wanted. */
  letter?: { messageId: string; about: MessageKind }
  /** The browser that it goes to. */
  subscriptionId?: string
}

/** What somebody waits for in front of the screen. */
const awaited: readonly DeliveryKind[] = ['verify', 'recover', 'reset']

/** Codes and passwords do not stand in line behind notices. */
export const topicOf = (channel: DeliveryWay, kind: DeliveryKind): string =>
  awaited.includes(kind) ? `delivery.${channel}.awaited` : `delivery.${channel}.notice`
export const topicsOf = (channel: DeliveryWay): readonly string[] => [
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
  letter?: Parcel['letter']
}

type Target = { channel: DeliveryWay; shown: string; parcel: Partial<Parcel> }

/** Leaves if, and only if, the caller's transaction commits. */
async function leave(tx: Db, { channel, shown, parcel }: Target, letter: Letter): Promise<void> {
  const { memberId, kind, subject, text, at, product, expiresAt = null } = letter
  const deliveryId = await insertDelivery(tx, {
    memberId,
    channel,
    kind,
    contact: shown,
    createdAt: at,
    expiresAt,
  })
  const payload: Parcel = {
    deliveryId: String(deliveryId),
    ...parcel,
    subject,
    text,
    ...(product !== undefined && { product }),
    ...(letter.letter && { letter: letter.letter }),
  }
  await enqueue(tx, { memberId, topic: topicOf(channel, kind), payload })
}

/** Sends to one contact. */
export async function sendTo(
  tx: Db,
  { keys }: Pick<Outward, 'keys'>,
  contact: Contact,
  letter: Letter,
): Promise<void> {
  const sealed = sealContact(keys, letter.memberId, contact.contact).toString('base64')
  const shown = maskedContact(contact)
  await leave(tx, { channel: contact.channel, shown, parcel: { sealed } }, letter)
}

/** Sends to one browser; its address is read when it is sent, so that an ended one gets nothing. */
export async function sendToBrowser(tx: Db, browser: Browser, letter: Letter): Promise<void> {
  const subscriptionId = browser.subscriptionId.toString()
  await leave(tx, { channel: 'push', shown: browser.browser, parcel: { subscriptionId } }, letter)
}
