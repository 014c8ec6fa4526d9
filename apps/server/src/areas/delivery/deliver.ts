import { deliveryState, type Channel } from '@tianping/contract/delivery/facts'
import type { Services } from '../../kernel/http/services.ts'
import { drain, MAX_ATTEMPTS, type OutboxItem } from '../../ledger/outbox.ts'
import type { SealingKeys } from '../../kernel/cardNumber.ts'
import { openContact } from '../../kernel/sealedContact.ts'
import { mayBeContacted } from '../protection/protection.ts'
import { Undeliverable } from './sender.ts'
import { topicsOf, type Parcel } from './send.ts'
import { noteTry, waitingDelivery } from './store/delivery.sql.ts'

/** So few that all of them end, however slow the other side is, before their lease does. */
const AT_ONCE = 3

/** Sends what is due on a channel; answers how many went. */
export async function deliverDue(services: Services, channel: Channel): Promise<number> {
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

async function deliver(
  { db, clock, outward, log }: Services,
  channel: Channel,
  { payload, attempts }: OutboxItem<Parcel>,
): Promise<void> {
  const deliveryId = BigInt(payload.deliveryId)
  const waiting = await waitingDelivery(db, deliveryId)
  if (!waiting) return
  const note = (state: keyof typeof deliveryState, error = '') =>
    noteTry(db, deliveryId, { state: deliveryState[state], error, attempts, at: clock.now() })
  if (waiting.expiresAt && waiting.expiresAt <= clock.now()) return void (await note('expired'))
  if (waiting.kind === 'offer') {
    const { memberId } = waiting
    const { product = '' } = payload
    const asked = { memberIds: [memberId], product, channel, now: clock.now() }
    const wanted = await mayBeContacted(db, asked)
    if (wanted.length === 0) return void (await note('expired'))
  }
  const { subject, text } = payload
  const to = contactOf(payload, outward.keys, waiting.memberId)
  try {
    await outward.send(channel, { id: `tp-${payload.deliveryId}`, to, subject, text })
  } catch (error) {
    const { message } = error as Error
    log.warn({ channel, delivery: payload.deliveryId, attempts }, 'not delivered')
    const forGood = error instanceof Undeliverable
    await note(
      forGood || attempts >= MAX_ATTEMPTS ? 'failed' : 'waiting',
      withoutContact(message, to),
    )
    if (forGood) return
    throw new Error('not delivered', { cause: error })
  }
  await note('sent')
}

/** Mail servers repeat the address they refuse. */
export const withoutContact = (message: string, contact: string): string =>
  message.replaceAll(contact, '***')
