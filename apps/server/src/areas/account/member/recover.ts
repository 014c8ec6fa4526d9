// A forgotten password becomes another one by a code to a contact that was proved before. Whether
// there is such a member, and how they are reached, is told by neither text nor time.
import { channels } from '@tianping/contract/delivery/facts'
import { recoverNameRules, recoverRules } from '@tianping/contract/delivery/rules'
import { say } from '@tianping/contract/refusals'
import { transaction } from '@tianping/database'
import { Refusal, refuseIf } from '../../../kernel/http/refusal.ts'
import type { Caller, Handlers, Services } from '../../../kernel/http/services.ts'
import { attempt, attemptFrom } from '../../../kernel/http/throttle.ts'
import { hashPassword } from '../../../kernel/passwords.ts'
import { present } from '../../../kernel/present.ts'
import { announce, reachable, sendCode, takeCode } from '../../delivery/delivery.ts'
import { endPlayInPassing } from '../../venues/venues.ts'
import { passwordNotice } from '../notices.ts'
import { noteChange } from '../store/change.sql.ts'
import { memberByName, replacePassword } from '../store/member.sql.ts'
import { refuseWeak } from '../weakPassword.ts'

const HOUR_MS = 3_600_000
/**
 * By network, by network and name, and by name from everywhere: the second is the narrow one, so
 * that a stranger elsewhere does not keep a member from a code.
 */
const limits = {
  codes: { attempts: 20, windowMs: HOUR_MS },
  codesOfName: { attempts: 3, windowMs: HOUR_MS },
  codesByName: { attempts: 10, windowMs: HOUR_MS },
  tries: { attempts: 60, windowMs: HOUR_MS },
  triesOfName: { attempts: 15, windowMs: HOUR_MS },
  triesByName: { attempts: 50, windowMs: HOUR_MS },
}
/** Nobody: member ids begin with 1. */
const NOBODY = 0n

/** The member who may recover the password. */
const activeMember = async ({ db }: Services, name: string) => {
  const found = await memberByName(db, name)
  return found?.state === 'active' ? found.memberId : undefined
}

async function countTry(
  { db, clock }: Services,
  caller: Caller,
  name: string,
  what: 'codes' | 'tries',
): Promise<void> {
  const [now, from, bucket] = [clock.now(), caller.address, `recover:${what}`]
  const named = `${bucket}:${name.toLowerCase()}`
  await attemptFrom(db, bucket, from, limits[what], now)
  await attemptFrom(db, named, from, limits[`${what}OfName`], now)
  await attempt(db, named, limits[`${what}ByName`], now)
}

async function changePassword(
  services: Services & { caller: Caller },
  memberId: bigint,
  password: string,
): Promise<void> {
  const { db, clock, outward, sessions, bus, caller } = services
  const to = await hashPassword(password)
  const ended = await transaction(db, async tx => {
    const hashes = present(await replacePassword(tx, memberId, { to }), 'member')
    const at = clock.now()
    await noteChange(tx, { memberId, kind: 'password_recovered', at, address: caller.address })
    await announce(tx, outward, passwordNotice(memberId, '登录密码', at))
    return hashes
  })
  sessions.forget(ended)
  bus.publish('session', ended)
  await endPlayInPassing(services, memberId)
}

export const recoverHandlers = {
  'POST /api/recover/channels': async ({ outward }) => ({ data: outward.channels }),
  'POST /api/recover/code': async services => {
    const { db, clock, outward, body, caller } = services
    refuseIf(recoverNameRules(body))
    if (!outward.open(body.channel))
      throw new Refusal(say('contact.channel_off', { channel: channels[body.channel] }))
    await countTry(services, caller, body.name, 'codes')
    const memberId = (await activeMember(services, body.name)) ?? NOBODY
    const contacts = await reachable(db, outward, memberId)
    const contact = contacts.find(({ channel }) => channel === body.channel)
    // A code is hashed either way: that is what takes time.
    if (contact) await sendCode(db, contact, { memberId, purpose: 'recover', now: clock.now() })
    else await hashPassword(body.name)
    return { message: '如该账号已验证此联系方式，验证码将很快送达', data: null }
  },
  'POST /api/recover': async services => {
    const { db, clock, outward, settings, body, caller } = services
    refuseIf(recoverRules({ ...body, confirm: body.password }))
    refuseWeak(settings, body.name, body.password, 'password')
    await countTry(services, caller, body.name, 'tries')
    const memberId = (await activeMember(services, body.name)) ?? NOBODY
    const sentTo = await takeCode(db, { memberId, purpose: 'recover', now: clock.now() }, body.code)
    // A contact that was replaced since lets nobody in.
    const contacts = await reachable(db, outward, memberId)
    if (!contacts.some(({ contact }) => contact === sentTo.contact))
      throw new Refusal(say('contact.code_wrong'), { field: 'code' })
    await changePassword(services, memberId, body.password)
    return { message: '密码已重置，请登录', data: null }
  },
} satisfies Handlers
