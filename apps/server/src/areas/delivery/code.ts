// Codes that prove a contact: six digits, for ten minutes and five tries, kept hashed.
import { say } from '@tianping/contract/refusals'
import { transaction, type Db } from '@tianping/database'
import { randomInt } from 'node:crypto'
import { Refusal } from '../../kernel/http/refusal.ts'
import { hashPassword, passwordMatches } from '../../kernel/passwords.ts'
import { sendTo } from './send.ts'
import { dropCode, keepCode, tryCode, type CodePurpose, type Contact } from './store/contact.sql.ts'

const CODE_MS = 600_000
const TRIES = 5

const reasons = { verify: '验证联系方式', recover: '找回登录密码' } as const

type Purpose = { memberId: bigint; purpose: CodePurpose; now: Date }

/** Sends a new code to the contact; an earlier one is good no more. */
export async function sendCode(
  db: Db,
  contact: Contact,
  { memberId, purpose, now }: Purpose,
): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const codeHash = await hashPassword(code)
  const expiresAt = new Date(now.getTime() + CODE_MS)
  await transaction(db, async tx => {
    await keepCode(tx, { ...contact, memberId, purpose, codeHash, expiresAt })
    await sendTo(tx, contact, {
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
  db: Db,
  { memberId, purpose, now }: Purpose,
  code: string,
): Promise<Contact> {
  const kept = await tryCode(db, { memberId, purpose, now, most: TRIES })
  const right =
    (await passwordMatches(kept?.codeHash, code)) &&
    kept &&
    (await dropCode(db, memberId, purpose, kept.codeHash))
  if (!kept || !right) throw new Refusal(say('contact.code_wrong'), { field: 'code' })
  return { channel: kept.channel, contact: kept.contact }
}
