import { say } from '@tianping/contract/refusals'
import { loginRules } from '@tianping/contract/account/rules'
import { Refusal, refuseIf } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { countTry } from '../guessing.ts'
import { markLogin, memberByName } from '../store/member.sql.ts'
import { passwordMatches } from '../../../kernel/passwords.ts'

/** An unknown name and a wrong password are told apart by neither text nor time. */
export const login: Handler<'POST /api/login'> = async context => {
  const { db, clock, sessions, body, caller, markDevice } = context
  refuseIf(loginRules(body))
  const now = clock.now()
  const found = await memberByName(db, body.name, caller.device)
  const succeeded = await countTry(context, {
    known: false,
    memberId: undefined,
    ...found,
    ...caller,
    ...body,
  })
  if (!(await passwordMatches(found?.passwordHash, body.password)) || !found)
    throw new Refusal(say('login.wrong')).about(found?.memberId)
  if (found.state !== 'active') throw new Refusal(say('login.locked')).about(found.memberId)
  if (found.onceUntil && found.onceUntil <= now)
    throw new Refusal(say('login.once_over')).about(found.memberId)
  await succeeded()
  const from = { ...caller, device: markDevice() }
  await markLogin(db, found.memberId, now, from)
  const api_token = await sessions.open(found, from)
  if (api_token === null) throw new Refusal(say('login.wrong')).about(found.memberId)
  return { message: '登录成功', data: { api_token } }
}
