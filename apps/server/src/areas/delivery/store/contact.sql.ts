import type { Channel } from '@tianping/contract/delivery/facts'
import { row, rows, run, sql, type Db } from '@tianping/database'
import type { SealingKeys } from '../../../kernel/cardNumber.ts'
import { contactDigests, openContact, sealContact } from '../../../kernel/sealedContact.ts'

export type Contact = { channel: Channel; contact: string }

type Kept = { channel: Channel; kept: Buffer; proved: Buffer | null; verifiedAt: Date | null }

/**
 * A profile's contacts, mail first; `verifiedAt` of what still is what the member proved. What no
 * key opens is no contact: a letter to one member keeps back none to others.
 */
export async function contactsOf(
  db: Db,
  keys: SealingKeys,
  memberId: bigint,
): Promise<(Contact & { verifiedAt: Date | null })[]> {
  const found = await rows(
    db,
    sql<Kept>`
    select c.channel, c.contact as kept, v.contact as proved, v.verified_at
    from member m cross join lateral (values ('mail', m.email), ('sms', m.mobile)) c (channel, contact)
    left join verified_contact v on v.member_id = m.member_id and v.channel = c.channel
    where m.member_id = ${memberId} order by c.channel`,
  )
  return found.map(({ channel, kept, proved, verifiedAt }) => {
    const contact = openedOrNone(keys, memberId, kept)
    const isProved =
      contact !== '' && proved !== null && openedOrNone(keys, memberId, proved) === contact
    return { channel, contact, verifiedAt: isProved ? verifiedAt : null }
  })
}

function openedOrNone(keys: SealingKeys, memberId: bigint, sealed: Buffer): string {
  try {
    return openContact(keys, memberId, sealed)
  } catch {
    return ''
  }
}

/** Gives an equal contact, whoever proved it, the digest of the current key, as of cards. */
export const moveContactDigests = (db: Db, [current, ...old]: [Buffer, ...Buffer[]]) =>
  run(
    db,
    sql`update verified_contact set contact_digest = ${current} where contact_digest = any(${old}::bytea[])`,
  )

export async function verifyContact(
  db: Db,
  keys: SealingKeys,
  { memberId, channel, contact, at }: Contact & { memberId: bigint; at: Date },
): Promise<void> {
  const digests = contactDigests(keys, channel, contact)
  const sealed = sealContact(keys, memberId, contact)
  await moveContactDigests(db, digests)
  await run(
    db,
    sql`
    insert into verified_contact (member_id, channel, contact, contact_digest, verified_at) values (${memberId}, ${channel}, ${sealed}, ${digests[0]}, ${at})
    on conflict (member_id, channel) do update set contact = excluded.contact, contact_digest = excluded.contact_digest, verified_at = excluded.verified_at`,
  )
}

export type CodePurpose = 'verify' | 'recover'

export type NewCode = {
  channel: Channel
  /** Sealed. */
  contact: Buffer
  memberId: bigint
  purpose: CodePurpose
  ticketHash: Buffer
  /** Where it was asked for; empty where that does not count. */
  network: string
  codeHash: string
  expiresAt: Date
}

/** Keeps a code, in the place of an earlier one of the same ticket. */
export const keepCode = (db: Db, c: NewCode) =>
  run(
    db,
    sql`
    insert into contact_code (ticket_hash, member_id, purpose, channel, contact, network, code_hash, expires_at)
    values (${c.ticketHash}, ${c.memberId}, ${c.purpose}, ${c.channel}, ${c.contact}, ${c.network}, ${c.codeHash}, ${c.expiresAt})
    on conflict (ticket_hash) do update set channel = excluded.channel,
      contact = excluded.contact, code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0`,
  )

type KeptCode = { ticketHash: Buffer; channel: Channel; contact: Buffer; codeHash: string }
type Tried = { memberId: bigint; purpose: CodePurpose; now: Date; most: number }

/** Counts a try; undefined when there is no such code, it ran out, or its tries are used up. */
export const tryCode = (db: Db, c: Tried & { ticketHash: Buffer }) =>
  row(
    db,
    sql<KeptCode>`
    update contact_code set tries = tries + 1
    where ticket_hash = ${c.ticketHash} and member_id = ${c.memberId} and purpose = ${c.purpose} and expires_at > ${c.now} and tries < ${c.most}
    returning ticket_hash, channel, contact, code_hash`,
  )

/**
 * The same without a ticket, of the newest code that was asked for from the network. These tries
 * are counted apart, so that they use up none of those with the ticket.
 */
export const tryNewestCode = (db: Db, c: Tried & { network: string }) =>
  row(
    db,
    sql<KeptCode>`
    update contact_code set plain_tries = plain_tries + 1
    where ticket_hash = (
        select ticket_hash from contact_code where member_id = ${c.memberId} and purpose = ${c.purpose} and network = ${c.network} and expires_at > ${c.now}
        order by expires_at desc, ticket_hash limit 1)
      and plain_tries < ${c.most}
    returning ticket_hash, channel, contact, code_hash`,
  )

/** A code is used once: false when another call used it first. */
export const dropCode = async (db: Db, ticketHash: Buffer): Promise<boolean> =>
  (await run(db, sql`delete from contact_code where ticket_hash = ${ticketHash}`)) === 1

/** Ends all codes of a member for a purpose. */
export const dropCodes = (db: Db, memberId: bigint, purpose: CodePurpose) =>
  run(db, sql`delete from contact_code where member_id = ${memberId} and purpose = ${purpose}`)

export const sweepCodes = (db: Db, now: Date) =>
  run(db, sql`delete from contact_code where expires_at <= ${now}`)
