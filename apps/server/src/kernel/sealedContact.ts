// Mobile numbers and addresses of mail as the database keeps them: sealed for one member, with a
// keyed digest where they are looked up by (docs/decisions/0085-contacts-lie-sealed.md).
import type { Channel } from '@tianping/contract/delivery/facts'
import { numberDigests, openNumber, sealNumber, tailOf, type SealingKeys } from './cardNumber.ts'
import type { Settings } from './environment.ts'

/** The first byte of a sealed contact; a text that was written before has none of it. */
const MARK = Buffer.of(0)
const EMPTY = Buffer.alloc(0)

/** Keys of their own, from those of card numbers: what they seal opens for nothing else. */
export const contactKeys = ({ cardKey }: Pick<Settings, 'cardKey'>): SealingKeys => {
  const [current, ...old] = cardKey
  const own = (key: string) => `${key}\ncontacts`
  return [own(current), ...old.map(own)]
}

/** No contact stays empty, so that statements see there is none. */
export const sealContact = (keys: SealingKeys, memberId: bigint, contact: string): Buffer =>
  contact === '' ? EMPTY : Buffer.concat([MARK, sealNumber(keys, memberId, contact)])

/** Reads what was written before too, until the job has sealed it. */
export const openContact = (keys: SealingKeys, memberId: bigint, stored: Buffer): string =>
  stored.subarray(0, 1).equals(MARK)
    ? openNumber(keys, memberId, stored.subarray(1))
    : stored.toString('utf8')

/** Recognises an equal contact: mail is equal in either case. The current key comes first. */
export const contactDigests = (keys: SealingKeys, channel: Channel, contact: string) =>
  numberDigests(keys, `${channel}:${contact.trim().toLowerCase()}`)

/** Every column of one contact of a profile. */
export const storedContact = (
  keys: SealingKeys,
  memberId: bigint,
  { channel, contact }: { channel: Channel; contact: string },
) => ({
  sealed: sealContact(keys, memberId, contact),
  digest: contact === '' ? null : contactDigests(keys, channel, contact)[0],
  tail: tailOf(contact),
})

/** The contacts of a member's row. */
export const openContacts = (
  keys: SealingKeys,
  { memberId, mobile, email }: { memberId: bigint; mobile: Buffer; email: Buffer },
) => ({
  mobile: openContact(keys, memberId, mobile),
  email: openContact(keys, memberId, email),
})
