import type { DeliveryKind } from '@tianping/contract/delivery/facts'
import type { MessageAbout } from '@tianping/contract/message/facts'
import type { Db } from '@tianping/database'
import { notifyBeside } from '../message/message.ts'
import type { Outward } from './channels.ts'
import { reachable } from './contacts.ts'
import type { Contact } from './store/contact.sql.ts'
import { sentSince } from './store/delivery.sql.ts'

const HOUR_MS = 3_600_000
const MOST_AN_HOUR = 20
import { sendTo } from './send.ts'

/** Something about the account that the member has to hear of, whoever did it. */
export type Notice = {
  memberId: bigint
  kind: DeliveryKind
  title: string
  text: string
  at: Date
  /** Of its kind, unless something else is said. */
  about?: MessageAbout
}

const aboutOf = (kind: DeliveryKind): MessageAbout =>
  kind === 'protection' ? { kind: 'play', link: '/protect' } : { kind: 'safety', link: '/safety' }

/**
 * Tells the member in the inbox and at every contact that was proved, in the caller's transaction.
 * `contacts` are those of before, for a change of the contacts themselves. Whoever makes one change
 * after the other floods nobody: beyond so many in an hour they stand in the inbox only.
 */
export async function announce(
  tx: Db,
  outward: Outward,
  notice: Notice,
  contacts?: Contact[],
): Promise<void> {
  const { memberId, title, text, at, about = aboutOf(notice.kind) } = notice
  const since = new Date(at.getTime() - HOUR_MS)
  const flooded = (await sentSince(tx, memberId, since)) >= MOST_AN_HOUR
  const reached = flooded ? [] : (contacts ?? (await reachable(tx, outward, memberId)))
  // What is not sent to stop a flood leaves by no other way either.
  const mailed = flooded || reached.some(({ channel }) => channel === 'mail')
  await notifyBeside(tx, { memberId, title, content: text, at, about }, mailed)
  for (const contact of reached) await sendTo(tx, outward, contact, { ...notice, subject: title })
}
