import type { DeliveryKind } from '@tianping/contract/delivery/facts'
import type { Db } from '@tianping/database'
import { notify } from '../message/message.ts'
import type { Outward } from './channels.ts'
import { reachable } from './contacts.ts'
import type { Contact } from './store/contact.sql.ts'
import { sendTo } from './send.ts'

/** Something about the account that the member has to hear of, whoever did it. */
export type Notice = {
  memberId: bigint
  kind: DeliveryKind
  title: string
  text: string
  at: Date
}

/**
 * Tells the member in the inbox and at every contact that was proved, in the caller's transaction.
 * `contacts` are those of before, for a change of the contacts themselves.
 */
export async function announce(
  tx: Db,
  outward: Outward,
  notice: Notice,
  contacts?: Contact[],
): Promise<void> {
  const { memberId, title, text, at } = notice
  await notify(tx, memberId, title, text, at)
  const reached = contacts ?? (await reachable(tx, outward, memberId))
  for (const contact of reached) await sendTo(tx, contact, { ...notice, subject: title })
}
