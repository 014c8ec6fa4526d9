// The end of a log-in: the session, or before it the second step.
import { say } from '@tianping/contract/refusals'
import { beijingDay, monthsLater } from '@tianping/money/day'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Caller, Services } from '../../kernel/http/services.ts'
import { hasFactor, openSecondStep } from '../../kernel/secondFactor/secondFactor.ts'
import { securityRule } from '../../kernel/security/setting.ts'
import { announce } from '../delivery/delivery.ts'
import { checkRegister } from '../protection/protection.ts'
import { deviceNotice } from './notices.ts'
import { factorsOfMember, factorWays } from './secondFactor.ts'
import { markLogin, usedSince, type Entering } from './store/member.sql.ts'

export type Coming = Services & { caller: Caller; markDevice: () => string }

/**
 * Goes on after the right password. With a second factor that is a refusal, since deployed clients
 * know no other answer that says something and opens nothing; our own app reads its ticket.
 */
export async function afterPassword(context: Coming, found: Entering) {
  const { memberId, passwordHash } = found
  const factors = await factorsOfMember(context.db, memberId)
  if (!hasFactor(factors)) {
    await refuseIdle(context, found)
    return enter(context, found)
  }
  const ticket = await openSecondStep(context, 'member', { id: memberId, passwordHash })
  if (ticket === null) throw new Refusal(say('login.wrong')).about(memberId)
  throw new Refusal(say('login.second_step'), {
    ticket,
    methods: factorWays(context, factors),
  }).about(memberId)
}

/**
 * Refuses a password alone to an account that nobody has used for long: its contact, or staff, have
 * to vouch for the member first.
 */
async function refuseIdle({ db, clock }: Coming, { memberId, onceUntil }: Entering) {
  const { idleMonths: months } = (await securityRule(db)).value
  if (months === 0 || onceUntil) return
  const since = await usedSince(db, memberId)
  if (monthsLater(since, months) <= clock.now())
    throw new Refusal(say('login.idle', { months })).about(memberId)
}

/** Refuses who may not log in although the password was right. */
export function refuseBarred(found: Entering, now: Date): void {
  if (found.closedAt)
    throw new Refusal(say('login.closed', { day: beijingDay(found.closedAt) })).about(
      found.memberId,
    )
  if (found.state !== 'active') throw new Refusal(say('login.locked')).about(found.memberId)
  if (found.onceUntil && found.onceUntil <= now)
    throw new Refusal(say('login.once_over')).about(found.memberId)
}

/** Opens the session, once everything was shown that has to be. */
export async function enter(context: Coming, found: Entering) {
  const { db, clock, outward, sessions, caller, markDevice } = context
  const from = { ...caller, device: markDevice() }
  const { memberId } = found
  const now = clock.now()
  const strange = await markLogin(db, memberId, now, from)
  await checkRegister(context, memberId)
  const api_token = await sessions.open(found, from)
  if (api_token === null) throw new Refusal(say('login.wrong')).about(memberId)
  if (strange) await announce(db, outward, deviceNotice(memberId, caller.address, now))
  return { message: '登录成功', data: { api_token } }
}
