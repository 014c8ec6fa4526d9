import { say } from '@tianping/contract/refusals'
import { loginRules } from '@tianping/contract/account/rules'
import { Refusal, refuseIf } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { attempt, attemptFrom, forget, limits } from '../../../kernel/http/throttle.ts'
import { afterPassword } from '../entering.ts'
import { memberByName } from '../store/member.sql.ts'
import { passwordMatches } from '../../../kernel/passwords.ts'

/** An unknown name and a wrong password are told apart by neither text nor time. */
export const login: Handler<'POST /api/login'> = async context => {
  const { db, clock, body, caller } = context
  refuseIf(loginRules(body))
  const now = clock.now()
  const byName = `login:name:${body.name.toLowerCase()}`
  await attemptFrom(db, 'login:address', caller.address, limits.loginByAddress, now)
  await attempt(db, byName, limits.loginByName, now)
  const found = await memberByName(db, body.name)
  if (!(await passwordMatches(found?.passwordHash, body.password)) || !found)
    throw new Refusal(say('login.wrong')).about(found?.memberId)
  if (found.state !== 'active') throw new Refusal(say('login.locked')).about(found.memberId)
  if (found.onceUntil && found.onceUntil <= now)
    throw new Refusal(say('login.once_over')).about(found.memberId)
  await forget(db, byName)
  return afterPassword(context, found)
}
