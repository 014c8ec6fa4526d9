import { say } from '@tianping/contract/refusals'
import { birthdayRules, registerRules } from '@tianping/contract/account/rules'
import { beijingDay } from '@tianping/money/day'
import { randomInt } from 'node:crypto'
import { Refusal, refuseIf } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { ageBounds } from '../../profiles/profiles.ts'
import {
  isExcludedPerson,
  noteClear,
  refuseExcludedPerson,
  refuseRegistered,
} from '../../protection/protection.ts'
import { attemptFrom, limits } from '../../../kernel/http/throttle.ts'
import { agreeAtJoining } from '../../consents/consents.ts'
import { bindMember, channelOf } from '../../channels/channels.ts'
import { createMember, markLogin } from '../store/member.sql.ts'
import { refuseWeak } from '../weakPassword.ts'
import { hashPassword } from '../../../kernel/passwords.ts'
import { present } from '../../../kernel/present.ts'

/** Letters and digits that cannot be taken for one another. */
const INVITE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const newInviteCode = () =>
  Array.from({ length: 8 }, () => INVITE_ALPHABET[randomInt(INVITE_ALPHABET.length)]).join('')

/** The rules in their order (P1-5-07 to P1-5-14), then a session at once. */
export const register: Handler<'POST /api/register'> = async ({
  body,
  caller,
  markDevice,
  ...services
}) => {
  const { db, clock, settings, sessions } = services
  refuseIf(registerRules(body))
  refuseWeak(settings, body.name, body.password, 'password')
  refuseWeak(settings, body.name, body.paypassword, 'paypassword')
  const now = clock.now()
  const birthday = body.birthday === '' ? null : body.birthday
  if (birthday !== null) refuseIf(birthdayRules(birthday, await ageBounds(db), beijingDay(now)))
  await attemptFrom(db, 'register', caller.address, limits.registerByAddress, now)
  const joining = { device: caller.device, realname: body.realname, birthday, now }
  if (await isExcludedPerson(db, joining)) throw new Refusal(say('protection.account_unavailable'))
  const asked = await refuseRegistered(services, { name: body.realname, birthday })
  const [passwordHash, payPasswordHash] = await Promise.all([
    hashPassword(body.password),
    hashPassword(body.paypassword),
  ])
  const channel = await channelOf(db, body.pid)
  const person = { name: body.name, realname: body.realname, birthday, passwordHash }
  const referrer = channel ? String(channel.agentId ?? '') : body.pid
  const memberId = await createMember(
    db,
    { ...person, payPasswordHash, inviteCode: newInviteCode(), referrer, now },
    async (tx, id) => {
      // Once more, where an exclusion of the same person waits or has been waited for.
      await refuseExcludedPerson(tx, { memberId: id, ...joining })
      await agreeAtJoining(tx, id, body)
      if (channel) await bindMember(tx, id, channel.channelId)
    },
  )
  if (memberId === undefined) throw new Refusal(say('register.name_taken'), { field: 'name' })
  const from = { ...caller, device: markDevice() }
  await markLogin(db, memberId, now, from)
  if (asked) await noteClear(db, memberId, now)
  const opened = await sessions.open({ memberId, passwordHash }, from)
  return { message: '注册成功', data: { api_token: present(opened, 'session') } }
}
