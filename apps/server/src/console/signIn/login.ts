import { say } from '@tianping/contract/refusals'
import { randomBytes } from 'node:crypto'
import { passwordMatches } from '../../kernel/passwords.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Caller, ConsoleHandler, Operator, Services } from '../../kernel/http/services.ts'
import { attempt, attemptFrom, forget, limits, type Limit } from '../../kernel/http/throttle.ts'
import { audit } from '../../kernel/operator/audit.ts'
import { consoleSetting, within } from './networks.ts'
import {
  knowsDevice,
  markOperatorDevice,
  markOperatorLogin,
  operatorById,
  operatorNamed,
  type OperatorRow,
} from './operator.sql.ts'
import { authenticationOptions, passkeysPossible, readAuthentication } from './passkeys.ts'
import { mustFirst, roleNamed } from './roles.ts'
import {
  factorsOf,
  openChallenge,
  openSecondStep,
  passkeyById,
  passkeysOf,
  takeChallenge,
  takeRecovery,
  tryChallenge,
  markPasskeyUsed,
  type ChallengeKind,
} from './second.sql.ts'
import { hashOf } from './session.ts'
import type { Method } from './session.sql.ts'
import { recoveryHash, takeTotp } from './totp.ts'

const MINUTE_MS = 60_000
const CHALLENGE_MS = 5 * MINUTE_MS
const MOST_TRIES = 5
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

/** Opens what has to come back within minutes, and answers its ticket. */
export async function challenge(
  { db, clock }: Services,
  c: { operatorId: bigint | null; kind: ChallengeKind; challenge: string },
  ticket = randomBytes(32).toString('hex'),
): Promise<string> {
  const now = clock.now()
  await openChallenge(db, {
    ...c,
    ticketHash: hashOf(ticket),
    now,
    expiresAt: new Date(now.getTime() + CHALLENGE_MS),
  })
  return ticket
}

/** The ticket of a log-in whose password was right and whose second factor is asked for. */
async function secondStep({ db, clock }: Coming, found: OperatorRow): Promise<string> {
  const ticket = randomBytes(32).toString('hex')
  const now = clock.now()
  const opened = await openSecondStep(db, {
    ...found,
    ticketHash: hashOf(ticket),
    now,
    expiresAt: new Date(now.getTime() + CHALLENGE_MS),
  })
  if (!opened) throw wrong()
  return ticket
}

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
  await attemptFrom(db, 'console:address', caller.address, limits.consoleByAddress, now)
  // A device that the operator used before counts by itself: strangers lock nobody out.
  const known = await knowsDevice(db, name, caller.device)
  const tries = known ? `console:device:${caller.device}:${name}` : `console:name:${name}`
  await attempt(db, tries, limits.operatorByName, now)
  const found = await operatorNamed(db, name)
  const matches = await passwordMatches(found?.passwordHash, body.password)
  if (!found || !matches || found.state !== 'active') {
    await failed(context, 'console.login_failed', name)
    throw wrong()
  }
  await admit(context, found)
  await forget(db, tries)
  const { totp, passkeys, recovery } = await factorsOf(db, found.operatorId)
  if (!totp && passkeys === 0) return enter(context, found, 'password')
  const possible = {
    totp: Boolean(totp),
    passkey: passkeys > 0 && passkeysPossible(context.settings),
    recovery: recovery > 0,
  }
  const methods = (['totp', 'passkey', 'recovery'] as const).filter(each => possible[each])
  return {
    message: '请完成双重验证',
    data: {
      operator: null,
      second: { ticket: await secondStep(context, found), methods },
    },
  }
}

/** The second step by a code: five tries a ticket, ten an operator in ten minutes. */
export const loginSecond: ConsoleHandler<'POST /api/console/login/second'> = async context => {
  const { db, clock, settings, body } = context
  const now = clock.now()
  const ticketHash = hashOf(body.ticket)
  const tried = await tryChallenge(db, { ticketHash, kind: 'second', now, most: MOST_TRIES })
  if (!tried?.operatorId) throw over()
  const bucket = `console:second:${tried.operatorId}`
  await attempt(db, bucket, secondByOperator, now)
  const found = await admit(context, await operatorById(db, tried.operatorId))
  const right =
    body.kind === 'totp'
      ? await takeTotp(db, settings, found.operatorId, body.code, now)
      : await takeRecovery(db, found.operatorId, recoveryHash(body.code), now)
  if (!right) {
    await failed(context, 'console.second_failed', found.name, body.kind)
    throw new Refusal(
      say(body.kind === 'totp' ? 'sign_in.code_wrong' : 'sign_in.recovery_code_wrong'),
      { field: 'code' },
    )
  }
  if (!(await takeChallenge(db, { ticketHash, kind: 'second', now }))) throw over()
  await forget(db, bucket)
  return enter(context, found, body.kind)
}

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
  const half =
    body.ticket === ''
      ? undefined
      : await tryChallenge(db, {
          ticketHash: hashOf(body.ticket),
          kind: 'second',
          now,
          most: MOST_TRIES,
        })
  if (body.ticket !== '' && !half?.operatorId) throw over()
  const operatorId = half?.operatorId ?? null
  const options = await authenticationOptions(
    settings,
    operatorId === null ? [] : await passkeysOf(db, operatorId),
  )
  return {
    data: {
      ticket: await challenge(context, {
        operatorId,
        kind: 'passkey',
        challenge: options.challenge,
      }),
      options: { ...options },
    },
  }
}

/** A passkey that knows its person is both factors at once. */
export const passkeyFinish: ConsoleHandler<
  'POST /api/console/login/passkey/finish'
> = async context => {
  const { db, clock, settings, body } = context
  const now = clock.now()
  const asked = await takeChallenge(db, { ticketHash: hashOf(body.ticket), kind: 'passkey', now })
  if (!asked) throw over()
  const key = await passkeyById(
    db,
    typeof body.response['id'] === 'string' ? body.response['id'] : '',
  )
  const owner = key && (await operatorById(db, key.operatorId))
  const counter =
    key && (asked.operatorId === null || key.operatorId === asked.operatorId)
      ? await readAuthentication(settings, asked.challenge, key, body.response)
      : null
  if (!key || counter === null) {
    await failed(context, 'console.second_failed', owner?.name ?? '', 'passkey')
    throw new Refusal(say('sign_in.passkey_failed'))
  }
  const found = await admit(context, owner)
  await markPasskeyUsed(db, key.credentialId, counter, now)
  return enter(context, found, 'passkey')
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
