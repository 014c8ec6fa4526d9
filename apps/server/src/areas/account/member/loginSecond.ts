// The second step of a member's log-in, with the ticket of a right password.
import { say } from '@tianping/contract/refusals'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { attempt, attemptFrom, forget, limits, type Limit } from '../../../kernel/http/throttle.ts'
import { takeChallenge, tryChallenge } from '../../../kernel/secondFactor/challenge.sql.ts'
import {
  MOST_TRIES,
  askInStep,
  shownPasskey,
  takeCode,
  ticketHashOf,
} from '../../../kernel/secondFactor/secondFactor.ts'
import { enter, refuseBarred, type Coming } from '../entering.ts'
import { ownerOf, passkeysHere, wrongFactor } from '../secondFactor.ts'
import { knowsDevice, memberEntering } from '../store/member.sql.ts'

const secondByMember: Limit = { attempts: 10, windowMs: 3_600_000 }
const over = () => new Refusal(say('login.step_over'), { over: true })

const stepOf = ({ clock }: Coming, ticket: string) =>
  ({ ticketHash: ticketHashOf(ticket), kind: 'second', now: clock.now() }) as const

/** A device that the member used before counts by itself, so that a thief does not lock it out. */
const triesOf = async ({ db, caller: { device } }: Coming, memberId: bigint) =>
  (await knowsDevice(db, memberId, device))
    ? `login:second:${memberId}:${device}`
    : `login:second:${memberId}`

/** Counts a try: five a ticket, ten a member in an hour. Answers whose log-in it is. */
async function tryStep(context: Coming, ticket: string): Promise<bigint> {
  const { db, clock, caller } = context
  await attemptFrom(db, 'login:address', caller.address, limits.loginByAddress, clock.now())
  const step = { ...stepOf(context, ticket), most: MOST_TRIES }
  const { ownerId } = (await tryChallenge(db, 'member', step)) ?? {}
  if (!ownerId) throw over()
  await attempt(db, await triesOf(context, ownerId), secondByMember, clock.now())
  return ownerId
}

/** Ends the step and opens the session. */
async function finish(context: Coming, memberId: bigint) {
  const found = await memberEntering(context.db, memberId)
  if (!found) throw over()
  refuseBarred(found, context.clock.now())
  await forget(context.db, await triesOf(context, memberId))
  return enter(context, found)
}

export const loginSecond: Handler<'POST /api/login/second'> = async context => {
  const { db, body } = context
  const memberId = await tryStep(context, body.ticket)
  if (!(await takeCode(context, ownerOf(memberId), body)))
    throw new Refusal(say(wrongFactor[body.kind]), { field: 'code' }).about(memberId)
  if (!(await takeChallenge(db, 'member', stepOf(context, body.ticket)))) throw over()
  return finish(context, memberId)
}

const step = { whose: 'member', kind: 'second' } as const

export const passkeyBegin: Handler<'POST /api/login/passkey/begin'> = async context => {
  const memberId = await tryStep(context, context.body.ticket)
  if (!passkeysHere(context)) throw new Refusal(say('factor.no_passkeys_here'))
  const asked = await askInStep(context, ownerOf(memberId), context.body.ticket)
  if (!asked) throw over()
  return { data: asked }
}

export const passkeyFinish: Handler<'POST /api/login/passkey/finish'> = async context => {
  const shown = await shownPasskey(context, step, context.body)
  if (!shown) throw over()
  if (!shown.holds || !shown.key)
    throw new Refusal(say('factor.passkey_wrong')).about(shown.key?.ownerId)
  return finish(context, shown.key.ownerId)
}
