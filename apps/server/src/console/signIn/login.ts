import { say } from '@tianping/contract/refusals'
import { inPasswordTurn } from '../../kernel/passwords.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Caller, ConsoleHandler, Operator, Services } from '../../kernel/http/services.ts'
import { attempt, attemptFrom, forget, limits, type Limit } from '../../kernel/http/throttle.ts'
import { audit } from '../../kernel/operator/audit.ts'
import { takeChallenge, tryChallenge } from '../../kernel/secondFactor/challenge.sql.ts'
import { factorsOf } from '../../kernel/secondFactor/factor.sql.ts'
import { passkeysPossible } from '../../kernel/secondFactor/passkeys.ts'
import {
  MOST_TRIES,
  askPasskey,
  hasFactor,
  openSecondStep,
  shownPasskey,
  takeCode,
  ticketHashOf,
  waysOf,
} from '../../kernel/secondFactor/secondFactor.ts'
import { consoleSetting, within } from './networks.ts'
import {
  knowsDevice,
  markOperatorDevice,
  markOperatorLogin,
  operatorById,
  operatorNamed,
  type OperatorRow,
} from './operator.sql.ts'
import { mustFirst, roleNamed } from './roles.ts'
import type { Method } from './session.sql.ts'

const MINUTE_MS = 60_000
const secondByOperator: Limit = { attempts: 10, windowMs: 10 * MINUTE_MS }
const passkeyByAddress: Limit = { attempts: 30, windowMs: 10 * MINUTE_MS }

type Coming = Services & {
  caller: Caller
  setSession: (token: string | null) => void
  markDevice: () => string
}
const wrong = () => new Refusal(say('sign_in.wrong'))
const over = () => new Refusal(say('sign_in.step_over'), { over: true })

const self = ({
  operatorId,
  name,
  role,
  roleLabel,
  permissions,
  must,
}: Pick<Operator, 'operatorId' | 'name' | 'role' | 'roleLabel' | 'permissions' | 'must'>) => ({
  id: Number(operatorId),
  name,
  role,
  role_label: roleLabel,
  permissions: [...permissions],
  must,
})

const failed = ({ db, clock, caller }: Coming, action: string, name: string, note = '') =>
  audit(
    db,
    clock.now(),
    { operator: null, address: caller.address },
    { action, subject: `operator:${name}`, note },
  )

/**
 * May be logged in at all: known, not locked, approved, with a password that has not run out, from
 * a network that is allowed.
 */
async function admit(context: Coming, found: OperatorRow | undefined): Promise<OperatorRow> {
  const { db, clock, caller } = context
  if (!found || found.state !== 'active') throw wrong()
  if (found.waits) throw new Refusal(say('sign_in.not_approved'))
  if (found.passwordExpiresAt && found.passwordExpiresAt <= clock.now())
    throw new Refusal(say('sign_in.once_password_over'))
  const site = await consoleSetting(db)
  if (!within(caller.address, site.value.allowed) || !within(caller.address, found.allowed)) {
    await failed(context, 'console.address_refused', found.name)
    throw new Refusal(say('sign_in.network'))
  }
  return found
}

/** Opens the session, once everything was shown that has to be. */
async function enter(context: Coming, found: OperatorRow, method: Method) {
  const { db, clock, operators, caller, settings, setSession } = context
  const now = clock.now()
  const role = await roleNamed(db, found.role)
  if (!role) throw new Refusal(say('sign_in.role_gone'))
  const token = await operators.open(found, caller, method)
  if (token === null) throw wrong()
  await markOperatorLogin(db, found.operatorId, now)
  setSession(token)
  const device = context.markDevice()
  await markOperatorDevice(db, { operatorId: found.operatorId, device, at: now })
  await audit(
    db,
    now,
    { operator: found, address: caller.address },
    { action: 'console.login', subject: `operator:${found.name}`, after: { method } },
  )
  const must = mustFirst(settings, role, { mustChange: found.mustChangePassword, method })
  return {
    message: '登录成功',
    data: {
      operator: self({
        ...found,
        roleLabel: role.label,
        permissions: must === '' ? role.permissions : [],
        must,
      }),
      second: null,
    },
  }
}

/**
 * Throttled by address and by name; an unknown name takes as long and is answered the same as a
 * wrong password. Whoever has a second factor is half-way in, and gets a ticket for the other half.
 */
export const login: ConsoleHandler<'POST /api/console/login'> = async context => {
  const { db, clock, body, caller } = context
  const now = clock.now()
  const name = body.name.toLowerCase()
  if (name === '' || body.password === '') throw new Refusal(say('sign_in.missing'))
  const { tries, found, matches } = await inPasswordTurn(caller.address, async verified => {
    await attemptFrom(db, 'console:address', caller.address, limits.consoleByAddress, now)
    // A device that the operator used before counts by itself: strangers lock nobody out.
    const known = await knowsDevice(db, name, caller.device)
    const bucket = known ? `console:device:${caller.device}:${name}` : `console:name:${name}`
    await attempt(db, bucket, limits.operatorByName, now)
    const named = await operatorNamed(db, name)
    return {
      tries: bucket,
      found: named,
      matches: await verified(named?.passwordHash, body.password),
    }
  })
  if (!found || !matches || found.state !== 'active') {
    await failed(context, 'console.login_failed', name)
    throw wrong()
  }
  await admit(context, found)
  await forget(db, tries)
  return afterPassword(context, found)
}

/** Whoever has a second factor gets a ticket for it; whoever has none is in. */
async function afterPassword(context: Coming, found: OperatorRow) {
  const factors = await factorsOf(context.db, { kind: 'operator', id: found.operatorId })
  if (!hasFactor(factors)) return enter(context, found, 'password')
  const verified = { id: found.operatorId, passwordHash: found.passwordHash }
  const ticket = await openSecondStep(context, 'operator', verified)
  if (ticket === null) throw wrong()
  const methods = waysOf(factors, passkeysPossible(context.settings))
  return { message: '请完成双重验证', data: { operator: null, second: { ticket, methods } } }
}

/**
 * Coming from another brand's back office: the ticket stands for the password of this brand's own
 * operator and for nothing else. Locks, networks and the second factor are asked here as ever, so
 * that power over the account in one brand is none over the one in another.
 */
export const loginBrand: ConsoleHandler<'POST /api/console/login/brand'> = async context => {
  const { db, clock, settings, group, body, caller } = context
  await attemptFrom(db, 'console:address', caller.address, limits.consoleByAddress, clock.now())
  const taken = await group?.take(body.ticket, caller.agent)
  const refuse = async (name: string) => {
    await failed(context, 'console.switch_refused', name, taken?.from)
    throw new Refusal(say('sign_in.switch_over'))
  }
  if (!taken) return refuse('')
  const found = await operatorById(db, taken.operatorId)
  if (!found || found.state !== 'active') return refuse(found?.name ?? '')
  await admit(context, found)
  const factors = await factorsOf(db, { kind: 'operator', id: found.operatorId })
  if (settings.mode === 'production' && !hasFactor(factors)) {
    await failed(context, 'console.switch_refused', found.name, taken.from)
    throw new Refusal(say('sign_in.switch_needs_factor'))
  }
  await audit(
    db,
    clock.now(),
    { operator: found, address: caller.address },
    {
      action: 'console.switched_in',
      subject: `operator:${found.name}`,
      after: { brand: taken.from },
    },
  )
  return afterPassword(context, found)
}

/** The second step by a code: five tries a ticket, ten an operator in ten minutes. */
export const loginSecond: ConsoleHandler<'POST /api/console/login/second'> = async context => {
  const { db, clock, body } = context
  const now = clock.now()
  const half = { ticketHash: ticketHashOf(body.ticket), kind: 'second', now } as const
  const tried = await tryChallenge(db, 'operator', { ...half, most: MOST_TRIES })
  if (!tried?.ownerId) throw over()
  const bucket = `console:second:${tried.ownerId}`
  await attempt(db, bucket, secondByOperator, now)
  const found = await admit(context, await operatorById(db, tried.ownerId))
  if (!(await takeCode(context, { kind: 'operator', id: found.operatorId }, body))) {
    await failed(context, 'console.second_failed', found.name, body.kind)
    throw new Refusal(
      say(body.kind === 'totp' ? 'sign_in.code_wrong' : 'sign_in.recovery_code_wrong'),
      { field: 'code' },
    )
  }
  if (!(await takeChallenge(db, 'operator', half))) throw over()
  await forget(db, bucket)
  return enter(context, found, body.kind)
}

const passkey = { whose: 'operator', kind: 'passkey' } as const

/**
 * With the ticket of a right password the operator's own passkeys are asked for; without one any of
 * the site's.
 */
export const passkeyBegin: ConsoleHandler<
  'POST /api/console/login/passkey/begin'
> = async context => {
  const { db, clock, settings, body, caller } = context
  const now = clock.now()
  await attemptFrom(db, 'console:passkey', caller.address, passkeyByAddress, now)
  if (!passkeysPossible(settings)) throw new Refusal(say('sign_in.no_passkeys_here'))
  if (body.ticket === '') return { data: await askPasskey(context, passkey, null) }
  const ticketHash = ticketHashOf(body.ticket)
  const step = { ticketHash, kind: 'second', now, most: MOST_TRIES } as const
  const half = await tryChallenge(db, 'operator', step)
  if (!half?.ownerId) throw over()
  return { data: await askPasskey(context, passkey, half.ownerId) }
}

/** A passkey that knows its person is both factors at once. */
export const passkeyFinish: ConsoleHandler<
  'POST /api/console/login/passkey/finish'
> = async context => {
  const shown = await shownPasskey(context, passkey, context.body)
  if (!shown) throw over()
  const owner = shown.key && (await operatorById(context.db, shown.key.ownerId))
  if (!shown.holds) {
    await failed(context, 'console.second_failed', owner?.name ?? '', 'passkey')
    throw new Refusal(say('sign_in.passkey_failed'))
  }
  return enter(context, await admit(context, owner), 'passkey')
}

export const logout: ConsoleHandler<'POST /api/console/logout'> = async ({
  db,
  clock,
  operators,
  operator,
  caller,
  setSession,
}) => {
  await operators.end(operator.tokenHash)
  setSession(null)
  await audit(
    db,
    clock.now(),
    { operator, address: caller.address },
    { action: 'console.logout', subject: `operator:${operator.name}` },
  )
  return { data: null }
}

export const me: ConsoleHandler<'POST /api/console/me'> = async ({ operator }) => ({
  data: self(operator),
})
