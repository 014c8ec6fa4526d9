// Codes that prove a contact: six digits, for ten minutes and five tries, kept hashed.
import { say } from '@tianping/contract/refusals'
import { transaction, type Db } from '@tianping/database'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { Refusal } from '../../kernel/http/refusal.ts'
import { hashPassword, passwordMatches } from '../../kernel/passwords.ts'
import { openContact, sealContact } from '../../kernel/sealedContact.ts'
import type { Outward } from './channels.ts'
import { sendTo } from './send.ts'
import {
  dropCode,
  dropCodes,
  keepCode,
  tryCode,
  tryNewestCode,
  type CodePurpose,
  type Contact,
} from './store/contact.sql.ts'

const CODE_MS = 600_000
const TRIES = 5
/** Of a client that sends no ticket. */
const PLAIN_TRIES = 2

const reasons = { verify: '验证联系方式', recover: '找回登录密码' } as const

type Purpose = { memberId: bigint; purpose: CodePurpose; now: Date }

/** What names a code to whoever asked for it; a ticket of nobody looks the same. */
export const newTicket = (): string => randomBytes(24).toString('base64url')
const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest()

/** A code is named by its ticket or, where it was asked for without one, by the network. */
export type CodeName = { ticket: string; network: string }
/** A member verifies one contact at a time, and needs no name for its code. */
export const ownCode = (memberId: bigint): CodeName => ({
  ticket: `verify:${memberId}`,
  network: '',
})

type Sending = { db: Db; outward: Pick<Outward, 'keys'> }

/** Sends a new code to the contact. */
export async function sendCode(
  { db, outward }: Sending,
  contact: Contact,
  { memberId, purpose, now, ticket, network }: Purpose & CodeName,
): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const codeHash = await hashPassword(code)
  const expiresAt = new Date(now.getTime() + CODE_MS)
  const ticketHash = hashOf(ticket)
  const sealed = sealContact(outward.keys, memberId, contact.contact)
  await transaction(db, async tx => {
    await keepCode(tx, {
      channel: contact.channel,
      contact: sealed,
      memberId,
      purpose,
      ticketHash,
      network,
      codeHash,
      expiresAt,
    })
    await sendTo(tx, outward, contact, {
      memberId,
      kind: purpose,
      subject: `验证码：${reasons[purpose]}`,
      text: `验证码 ${code}，用于${reasons[purpose]}，10 分钟内有效。请勿告诉任何人，客服也不会索取。`,
      at: now,
      expiresAt,
    })
  })
}

/** Uses a code up; answers the contact it was sent to, and refuses any other. */
export async function takeCode(
  { db, outward }: Sending,
  { ticket, network, ...of }: Purpose & CodeName,
  code: string,
): Promise<Contact> {
  const kept = ticket
    ? await tryCode(db, { ...of, ticketHash: hashOf(ticket), most: TRIES })
    : await tryNewestCode(db, { ...of, network, most: PLAIN_TRIES })
  const right =
    (await passwordMatches(kept?.codeHash, code)) && kept && (await dropCode(db, kept.ticketHash))
  if (!kept || !right) throw new Refusal(say('contact.code_wrong'), { field: 'code' })
  await dropCodes(db, of.memberId, of.purpose)
  return { channel: kept.channel, contact: openContact(outward.keys, of.memberId, kept.contact) }
}
