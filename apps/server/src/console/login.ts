import { roles } from '@tianping/contract/console'
import { passwordMatches } from '../account/passwords.ts'
import { Refusal } from '../http/refusal.ts'
import type { ConsoleHandler, Operator } from '../http/services.ts'
import { attempt, forget, limits } from '../http/throttle.ts'
import { audit } from './audit.ts'
import { markOperatorLogin, operatorNamed } from './operator.sql.ts'

const self = ({ operatorId, name, role }: Pick<Operator, 'operatorId' | 'name' | 'role'>) => ({ id: Number(operatorId), name, role, permissions: [...roles[role].permissions] })

/** Throttled by address and by name; an unknown name takes as long and is answered the same as a wrong password. */
export const login: ConsoleHandler<'POST /api/console/login'> = async ({ db, clock, operators, body, caller, setSession }) => {
  const now = clock.now()
  const name = body.name.toLowerCase()
  if (name === '' || body.password === '') throw new Refusal('请输入账号和密码')
  await attempt(db, `console:address:${caller.address}`, limits.consoleByAddress, now)
  await attempt(db, `console:name:${name}`, limits.loginByName, now)
  const found = await operatorNamed(db, name)
  const matches = await passwordMatches(found?.passwordHash, body.password)
  if (!found || !matches || found.state !== 'active') {
    await audit(db, now, { operator: null, address: caller.address }, { action: 'console.login_failed', subject: `operator:${name}` })
    throw new Refusal('账号或密码错误', 400)
  }
  await forget(db, `console:name:${name}`)
  await markOperatorLogin(db, found.operatorId, now)
  setSession(await operators.open(found.operatorId, caller))
  await audit(db, now, { operator: found, address: caller.address }, { action: 'console.login', subject: `operator:${name}` })
  return { message: '登录成功', data: self(found) }
}

export const logout: ConsoleHandler<'POST /api/console/logout'> = async ({ db, clock, operators, operator, caller, setSession }) => {
  await operators.end(operator.tokenHash)
  setSession(null)
  await audit(db, clock.now(), { operator, address: caller.address }, { action: 'console.logout', subject: `operator:${operator.name}` })
  return { data: null }
}

export const me: ConsoleHandler<'POST /api/console/me'> = async ({ operator }) => ({ data: self(operator) })
