import { say } from '@tianping/contract/refusals'
import { loginRules } from '@tianping/contract/account/rules'
import { Refusal, refuseIf } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { attempt, attemptFrom, forget, limits } from '../../../kernel/http/throttle.ts'
import { announce } from '../../delivery/delivery.ts'
import { deviceNotice } from '../notices.ts'
import { markLogin, memberByName } from '../store/member.sql.ts'
import { passwordMatches } from '../../../kernel/passwords.ts'

/** An unknown name and a wrong password are told apart by neither text nor time. */
export const login: Handler<'POST /api/login'> = async ({
  db,
  clock,
  outward,
  sessions,
  body,
  caller,
  markDevice,
}) => {
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
  const from = { ...caller, device: markDevice() }
  const strange = await markLogin(db, found.memberId, now, from)
  const api_token = await sessions.open(found, from)
  if (api_token === null) throw new Refusal(say('login.wrong')).about(found.memberId)
  if (strange) await announce(db, outward, deviceNotice(found.memberId, caller.address, now))
  return { message: '登录成功', data: { api_token } }
}
