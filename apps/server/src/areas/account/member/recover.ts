// A forgotten password becomes another one by a code to a contact that was proved before. Whether
// there is such a member, and how they are reached, is told by neither text nor time.
import { channels } from '@tianping/contract/delivery/facts'
import { recoverNameRules, recoverRules } from '@tianping/contract/delivery/rules'
import { say } from '@tianping/contract/refusals'
import { transaction } from '@tianping/database'
import { Refusal, refuseIf } from '../../../kernel/http/refusal.ts'
import type { Caller, Handlers, Services } from '../../../kernel/http/services.ts'
import { blocksOf } from '../../../kernel/http/network.ts'
import { attempt, attemptFrom } from '../../../kernel/http/throttle.ts'
import { hashPassword } from '../../../kernel/passwords.ts'
import { hasFactor } from '../../../kernel/secondFactor/secondFactor.ts'
import { present } from '../../../kernel/present.ts'
import { announce, newTicket, reachable, sendCode, takeCode } from '../../delivery/delivery.ts'
import { endPlayInPassing } from '../../venues/venues.ts'
import { passwordNotice } from '../notices.ts'
import { factorsOfMember } from '../secondFactor.ts'
import { noteChange } from '../store/change.sql.ts'
import { memberByName, replacePassword } from '../store/member.sql.ts'
import { refuseWeak } from '../weakPassword.ts'

const HOUR_MS = 3_600_000
/**
 * Codes by network, by network and name, and by name from everywhere. A browser that the member
 * logged in with before counts by itself, so that strangers who know the name do not keep a member
 * from a code. Tries are counted by code, which its ticket names, and by network.
 */
const limits = {
  codes: { attempts: 20, windowMs: HOUR_MS },
  codesOfName: { attempts: 3, windowMs: HOUR_MS },
  codesByName: { attempts: 10, windowMs: HOUR_MS },
  codesOfDevice: { attempts: 3, windowMs: HOUR_MS },
  tries: { attempts: 60, windowMs: HOUR_MS },
  triesOfDevice: { attempts: 15, windowMs: HOUR_MS },
}
/** The code stands for the password alone; the log-in that follows asks for the factor. */
const SECOND_STAYS = '。登录时仍须使用您的验证器、通行密钥或恢复码完成双重验证'
/** Nobody: member ids begin with 1. */
const NOBODY = 0n

type Asking = { memberId: bigint; known: boolean }

/** The member who may recover the password, and whether the browser is one of the member's. */
const asking = async ({ db }: Services, { device }: Caller, name: string): Promise<Asking> => {
  const found = await memberByName(db, name, device)
  const memberId = found?.state === 'active' ? found.memberId : NOBODY
  return { memberId, known: found?.known ?? false }
}

async function countCode({ db, clock }: Services, caller: Caller, typed: string, known: boolean) {
  const [now, from, name] = [clock.now(), caller.address, typed.toLowerCase()]
  const own = `recover:codes:device:${caller.device}:${name}`
  if (known) return attempt(db, own, limits.codesOfDevice, now)
  await attemptFrom(db, 'recover:codes:from', from, limits.codes, now)
  await attemptFrom(db, `recover:codes:here:${name}`, from, limits.codesOfName, now)
  await attempt(db, `recover:codes:name:${name}`, limits.codesByName, now)
}

async function countTry({ db, clock }: Services, caller: Caller, typed: string, known: boolean) {
  const own = `recover:tries:device:${caller.device}:${typed.toLowerCase()}`
  return known
    ? attempt(db, own, limits.triesOfDevice, clock.now())
    : attemptFrom(db, 'recover:tries:from', caller.address, limits.tries, clock.now())
}

const networkOf = ({ address }: Caller): string => blocksOf(address)[0]?.network ?? ''

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
    const { memberId, known } = await asking(services, caller, body.name)
    await countCode(services, caller, body.name, known)
    const contacts = await reachable(db, outward, memberId)
    const contact = contacts.find(({ channel }) => channel === body.channel)
    const [ticket, network, now] = [newTicket(), networkOf(caller), clock.now()]
    // A code is hashed either way: that is what takes time.
    if (contact)
      await sendCode(services, contact, { memberId, purpose: 'recover', now, ticket, network })
    else await hashPassword(body.name)
    return { message: '如该账号已验证此联系方式，验证码将很快送达', data: { ticket } }
  },
  'POST /api/recover': async services => {
    const { db, clock, outward, settings, body, caller } = services
    refuseIf(recoverRules({ ...body, confirm: body.password }))
    refuseWeak(settings, body.name, body.password, 'password')
    const { memberId, known } = await asking(services, caller, body.name)
    await countTry(services, caller, body.name, known)
    const named = { ticket: body.ticket ?? '', network: networkOf(caller) }
    const asked = { memberId, purpose: 'recover', now: clock.now(), ...named } as const
    const sentTo = await takeCode(services, asked, body.code)
    // A contact that was replaced since lets nobody in.
    const contacts = await reachable(db, outward, memberId)
    if (!contacts.some(({ contact }) => contact === sentTo.contact))
      throw new Refusal(say('contact.code_wrong'), { field: 'code' })
    await changePassword(services, memberId, body.password)
    const asks = hasFactor(await factorsOfMember(db, memberId))
    return { message: `密码已重置，请登录${asks ? SECOND_STAYS : ''}`, data: null }
  },
} satisfies Handlers
