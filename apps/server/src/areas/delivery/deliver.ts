import { deliveryState, type DeliveryWay } from '@tianping/contract/delivery/facts'
import type { Services } from '../../kernel/http/services.ts'
import { drain, MAX_ATTEMPTS, type OutboxItem } from '../../ledger/outbox.ts'
import type { SealingKeys } from '../../kernel/cardNumber.ts'
import { pushKeyMark } from '../../kernel/pushKeys.ts'
import { openContact } from '../../kernel/sealedContact.ts'
import { isUnread } from '../message/message.ts'
import { mayBeContacted } from '../protection/protection.ts'
import { wantsNotice } from './notices.ts'
import { Gone } from './push/sender.ts'
import { openSubscription } from './push/subscription.ts'
import { Undeliverable } from './sender.ts'
import { topicsOf, type Parcel } from './send.ts'
import { noteTry, waitingDelivery, type WaitingDelivery } from './store/delivery.sql.ts'
import { dropBrowser, sealedBrowser } from './store/push.sql.ts'

/** So few that all of them end, however slow the other side is, before their lease does. */
const AT_ONCE = 3

/** Sends what is due on a channel; answers how many went. */
export async function deliverDue(services: Services, channel: DeliveryWay): Promise<number> {
  let sent = 0
  for (const topic of topicsOf(channel)) {
    const handle = (item: OutboxItem<Parcel>) => deliver(services, channel, item)
    sent += (await drain<Parcel>(services.db, topic, handle, AT_ONCE)).done
  }
  return sent
}

/** A letter of an earlier release has its contact in clear. */
const contactOf = ({ sealed, to = '' }: Parcel, keys: SealingKeys, memberId: bigint): string =>
  sealed ? openContact(keys, memberId, Buffer.from(sealed, 'base64')) : to

/** Where it goes; null once the browser takes nothing any more, or the site has other keys. */
async function targetOf(
  { db, outward, settings }: Services,
  parcel: Parcel,
  memberId: bigint,
): Promise<string | null> {
  if (parcel.subscriptionId === undefined) return contactOf(parcel, outward.keys, memberId)
  const found = await sealedBrowser(db, BigInt(parcel.subscriptionId))
  if (found?.memberId !== memberId) return null
  if (found.siteKey !== pushKeyMark(settings.push?.publicKey ?? '')) return null
  return openSubscription(outward.browserKeys, memberId, found.sealed)
}

/** Whether the member wants it now: what was chosen, opened or excluded since counts. */
async function isWanted(
  { db, clock }: Services,
  { memberId, kind, channel }: WaitingDelivery,
  { letter, product = '' }: Parcel,
): Promise<boolean> {
  if (letter && !(await isUnread(db, memberId, BigInt(letter.messageId)))) return false
  if (kind === 'offer' || letter?.about === 'offer') {
    const asked = { memberIds: [memberId], product, channel, now: clock.now() }
    return (await mayBeContacted(db, asked)).length === 1
  }
  if (!letter || channel === 'sms') return true
  return wantsNotice(db, { memberId, about: letter.about, way: channel })
}

/** Notes what became of a try. */
type Note = (state: keyof typeof deliveryState, error?: string) => Promise<unknown>

async function deliver(
  services: Services,
  channel: DeliveryWay,
  { payload, attempts }: OutboxItem<Parcel>,
): Promise<void> {
  const { db, clock, outward, log } = services
  const deliveryId = BigInt(payload.deliveryId)
  const waiting = await waitingDelivery(db, deliveryId)
  if (!waiting) return
  const note: Note = (state, error = '') =>
    noteTry(db, deliveryId, { state: deliveryState[state], error, attempts, at: clock.now() })
  const to = await dueTarget(services, waiting, payload)
  if (to === null) return void (await note('expired'))
  const { subject, text } = payload
  try {
    await outward.send(channel, { id: `tp-${payload.deliveryId}`, to, subject, text })
  } catch (error) {
    log.warn({ channel, delivery: payload.deliveryId, attempts }, 'not delivered')
    return noteFailure(services, { payload, attempts, to, error: error as Error }, note)
  }
  await note('sent')
}

/** Where it goes now; null when it is too late, unwanted, or nobody is there. */
async function dueTarget(
  services: Services,
  waiting: WaitingDelivery,
  parcel: Parcel,
): Promise<string | null> {
  const { memberId, expiresAt } = waiting
  if (expiresAt && expiresAt <= services.clock.now()) return null
  if (!(await isWanted(services, waiting, parcel))) return null
  return targetOf(services, parcel, memberId)
}

type Failure = { payload: Parcel; attempts: number; to: string; error: Error }

/** Throws where it is tried again. A browser that is gone gets nothing more. */
async function noteFailure(
  { db }: Services,
  { payload, attempts, to, error }: Failure,
  note: Note,
): Promise<void> {
  const said = withoutContact(error.message, to)
  if (error instanceof Gone && payload.subscriptionId !== undefined) {
    await dropBrowser(db, BigInt(payload.subscriptionId))
    await note('expired', said)
    return
  }
  const forGood = error instanceof Undeliverable
  await note(forGood || attempts >= MAX_ATTEMPTS ? 'failed' : 'waiting', said)
  if (!forGood) throw new Error('not delivered', { cause: error })
}

/** Mail servers repeat the address they refuse. */
export const withoutContact = (message: string, contact: string): string =>
  message.replaceAll(contact, '***')
