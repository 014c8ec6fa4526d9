import { notify } from '../../message/message.ts'
import { followExclusion, keepLimits, otherAccounts } from '../../protection/protection.ts'
import { channels } from '@tianping/contract/delivery/facts'
import { verifyRules } from '@tianping/contract/delivery/rules'
import { say } from '@tianping/contract/refusals'
import { transaction, type Tx } from '@tianping/database'
import { Refusal, refuseIf } from '../../../kernel/http/refusal.ts'
import type { Handlers } from '../../../kernel/http/services.ts'
import { attempt, limits } from '../../../kernel/http/throttle.ts'
import { passwordMatches } from '../../../kernel/passwords.ts'
import {
  announce,
  contactsOf,
  maskedContact,
  ownCode,
  reachable,
  sendCode,
  takeCode,
  verifyContact,
} from '../../delivery/delivery.ts'
import { refuseRestricted } from '../../restriction/restriction.ts'
import { proofNotice } from '../notices.ts'
import { passwordHashes } from '../store/member.sql.ts'

/** A text message costs money and a mailbox's patience. */
const codesByMember = { attempts: 5, windowMs: 3_600_000 }

/** What their owner is told once two accounts are seen to be of one person; in both. */
const shared = {
  title: '限额与您的另一账户合并计算',
  text: '您的另一账户验证过同一个联系方式。自现在起，两个账户的存款、净输、投注与时间限额合并计算，以较低的为准。如另一账户不属于您，请联系客服。',
}

const aboutShared = { kind: 'safety', link: '/protect' } as const

async function tellShared(
  tx: Tx,
  { memberId, before, now }: { memberId: bigint; before: bigint[]; now: Date },
): Promise<void> {
  const joined = (await otherAccounts(tx, memberId)).filter(other => !before.includes(other))
  if (joined.length === 0) return
  for (const account of [memberId, ...joined])
    await notify(tx, account, shared.title, shared.text, now, aboutShared)
}

export const contactHandlers = {
  'POST /api/contacts': async ({ db, outward, member }) => ({
    data: (await contactsOf(db, outward.keys, member.memberId)).map(
      ({ verifiedAt, ...contact }) => ({
        channel: contact.channel,
        contact: contact.contact === '' ? '' : maskedContact(contact),
        verified: verifiedAt !== null,
        open: outward.open(contact.channel),
      }),
    ),
  }),
  'POST /api/contacts/code': async ({ db, clock, outward, body: { channel }, member }) => {
    const { memberId } = member
    const name = { channel: channels[channel] }
    if (!outward.open(channel)) throw new Refusal(say('contact.channel_off', name))
    const kept = (await contactsOf(db, outward.keys, memberId)).find(
      each => each.channel === channel,
    )
    if (!kept || kept.contact === '') throw new Refusal(say('contact.missing', name))
    if (kept.verifiedAt) throw new Refusal(say('contact.verified', name))
    const now = clock.now()
    await attempt(db, `contact:${memberId}`, codesByMember, now)
    await sendCode({ db, outward }, kept, {
      memberId,
      purpose: 'verify',
      now,
      ...ownCode(memberId),
    })
    return { message: '验证码已发送', data: null }
  },
  'POST /api/contacts/verify': async ({ db, clock, outward, body, member: { memberId } }) => {
    refuseIf(verifyRules(body))
    const now = clock.now()
    await attempt(db, `password:${memberId}`, limits.passwordByMember, now)
    const { password } = await passwordHashes(db, memberId)
    if (!(await passwordMatches(password, body.password)))
      throw new Refusal(say('contact.password_wrong'), { field: 'password' })
    const asked = { memberId, purpose: 'verify', now, ...ownCode(memberId) } as const
    const contact = await takeCode({ db, outward }, asked, body.code)
    await transaction(db, async tx => {
      await refuseRestricted(tx, memberId)
      const before = await reachable(tx, outward, memberId)
      const accounts = await otherAccounts(tx, memberId)
      const proved = { ...contact, memberId, at: now }
      await keepLimits(tx, { memberId, now }, () => verifyContact(tx, outward.keys, proved))
      await followExclusion(tx, { memberId, now })
      await tellShared(tx, { memberId, before: accounts, now })
      await announce(tx, outward, proofNotice(memberId, contact.channel, now), before)
    })
    return { message: '验证成功', data: null }
  },
} satisfies Handlers
