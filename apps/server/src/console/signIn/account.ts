// One's own account: password, second factors, sessions. Whatever changes how one comes in asks for
// the password again.
import { say } from '@tianping/contract/refusals'
import { transaction, type Db, type Tx } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { hashPassword, passwordMatches } from '../../kernel/passwords.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Caller, ConsoleHandlers, Operator, Services } from '../../kernel/http/services.ts'
import { attempt, forget, type Limit } from '../../kernel/http/throttle.ts'
import { audit, type AuditEntry } from '../../kernel/operator/audit.ts'
import {
  confirmTotp,
  dropPasskey,
  dropRecovery,
  dropTotp,
  factorsOf,
  insertPasskey,
  passkeysOf,
  totpOf,
  type Owner,
} from '../../kernel/secondFactor/factor.sql.ts'
import { passkeysPossible } from '../../kernel/secondFactor/passkeys.ts'
import {
  MOST_PASSKEYS,
  beginPasskey,
  beginTotp,
  hasFactor,
  madePasskey,
  renewRecovery,
  shownFactors,
} from '../../kernel/secondFactor/secondFactor.ts'
import { takeTotp } from '../../kernel/secondFactor/totp.ts'
import { lockOperator, operatorById, setOperatorPassword } from './operator.sql.ts'
import { refuseWeak } from './operators.ts'
import { needsSecondFactor, roleNamed } from './roles.ts'
import {
  endSessionsOf,
  raiseSession,
  sessionsOf,
  type Method,
  type SessionListed,
} from './session.sql.ts'

type Mine = Services & { operator: Operator; caller: Caller }
const MINUTE_MS = 60_000
const passwordByOperator: Limit = { attempts: 10, windowMs: 10 * MINUTE_MS }
const codeByOperator: Limit = { attempts: 10, windowMs: 10 * MINUTE_MS }
const EVERY = 0n

const ownerOf = ({ operatorId }: Operator): Owner => ({ kind: 'operator', id: operatorId })

/** Refuses unless the operator types the own password right; ten tries in ten minutes. */
export async function proveSelf({ db, clock, operator }: Mine, password: string): Promise<void> {
  const bucket = `console:own:${operator.operatorId}`
  await attempt(db, bucket, passwordByOperator, clock.now())
  const own = await operatorById(db, operator.operatorId)
  if (!(await passwordMatches(own?.passwordHash, password)))
    throw new Refusal(say('my_account.password_wrong'), { field: 'password' })
  await forget(db, bucket)
}

/** Does one thing to one's own account, one after the other, and writes it down. */
const change = (
  { db, clock, operator, caller }: Mine,
  entry: Omit<AuditEntry, 'subject'>,
  work: (tx: Tx, now: Date) => Promise<unknown>,
) =>
  transaction(db, async tx => {
    const now = clock.now()
    await lockOperator(tx, operator.operatorId)
    await work(tx, now)
    await audit(
      tx,
      now,
      { operator, address: caller.address },
      { ...entry, subject: `operator:${operator.name}` },
    )
  })

export const sessionOf = (current: bigint | null) => (s: SessionListed) => ({
  id: Number(s.sessionId),
  current: s.sessionId === current,
  method: s.method,
  address: s.address,
  agent: s.agent,
  created_at: beijing(s.createdAt),
  last_seen_at: beijing(s.lastSeenAt),
  expires_at: beijing(s.expiresAt),
})

async function required({ db, settings, operator }: Mine): Promise<boolean> {
  const role = await roleNamed(db, operator.role)
  return role !== undefined && needsSecondFactor(settings, role)
}

async function refuseFull(db: Db, of: Owner) {
  if ((await factorsOf(db, of)).passkeys >= MOST_PASSKEYS)
    throw new Refusal(say('my_account.passkeys_full', { max: MOST_PASSKEYS }))
}

async function refuseLast(context: Mine, left: number) {
  if (left === 0 && (await required(context)))
    throw new Refusal(say('my_account.second_factor_needed'))
}

/** The first factor brings recovery codes; the session that set it up has shown it. */
async function raise(tx: Tx, { operator }: Mine, method: Method): Promise<string[]> {
  await raiseSession(tx, operator.tokenHash, method)
  const of = ownerOf(operator)
  return (await factorsOf(tx, of)).recovery > 0 ? [] : renewRecovery(tx, of)
}

export const accountHandlers = {
  'POST /api/console/account/show': async context => {
    const { db, clock, operators, operator, caller, settings } = context
    const id = operator.operatorId
    const of = ownerOf(operator)
    const [own, totp, factors, keys, sessions, second_factor_required] = await Promise.all([
      operatorById(db, id),
      totpOf(db, of),
      factorsOf(db, of),
      passkeysOf(db, of),
      sessionsOf(db, id, clock.now(), operators.idleSince()),
      required(context),
    ])
    return {
      data: {
        address: caller.address,
        second_factor_required,
        ...shownFactors({ totp, factors, keys }),
        passkeys_possible: passkeysPossible(settings),
        allowed: own?.allowed ?? [],
        sessions: sessions.map(sessionOf(operator.sessionId)),
      },
    }
  },
  'POST /api/console/account/password': async context => {
    const { operator, body } = context
    await proveSelf(context, body.old)
    if (body.password === body.old)
      throw new Refusal(say('my_account.password_same'), { field: 'password' })
    refuseWeak(body.password, operator.name)
    const passwordHash = await hashPassword(body.password)
    await change(context, { action: 'account.password' }, async tx => {
      await setOperatorPassword(tx, {
        operatorId: operator.operatorId,
        passwordHash,
        mustChange: false,
        expiresAt: null,
      })
      await endSessionsOf(tx, operator.operatorId, EVERY, operator.sessionId)
    })
    return { message: '密码已修改，其他登录已退出', data: null }
  },
  'POST /api/console/account/totp/begin': async context => {
    const { operator, body } = context
    await proveSelf(context, body.password)
    const begun = await beginTotp(context, ownerOf(operator), operator.name)
    if (!begun) throw new Refusal(say('my_account.authenticator_set'))
    return { data: begun }
  },
  'POST /api/console/account/totp/confirm': async context => {
    const { db, clock, settings, operator, body } = context
    const of = ownerOf(operator)
    await attempt(db, `console:second:${operator.operatorId}`, codeByOperator, clock.now())
    if ((await totpOf(db, of))?.confirmedAt) throw new Refusal(say('my_account.authenticator_on'))
    if (!(await takeTotp(db, settings, of, body.code, clock.now(), false)))
      throw new Refusal(say('my_account.authenticator_code'), { field: 'code' })
    let recovery_codes: string[] = []
    await change(context, { action: 'account.totp_added' }, async (tx, now) => {
      await confirmTotp(tx, of, now)
      recovery_codes = await raise(tx, context, 'totp')
    })
    return { data: { recovery_codes } }
  },
  'POST /api/console/account/totp/remove': async context => {
    const { operator, body } = context
    await proveSelf(context, body.password)
    const of = ownerOf(operator)
    await change(context, { action: 'account.totp_removed' }, async tx => {
      const { passkeys } = await factorsOf(tx, of)
      await refuseLast({ ...context, db: tx }, passkeys)
      await dropTotp(tx, of)
      if (passkeys === 0) await dropRecovery(tx, of)
    })
    return { message: '已移除验证器', data: null }
  },
  'POST /api/console/account/recovery': async context => {
    const { operator, body } = context
    await proveSelf(context, body.password)
    const of = ownerOf(operator)
    if (!hasFactor(await factorsOf(context.db, of)))
      throw new Refusal(say('my_account.no_factor_yet'))
    let recovery_codes: string[] = []
    await change(context, { action: 'account.recovery' }, async tx => {
      recovery_codes = await renewRecovery(tx, of)
    })
    return { data: { recovery_codes } }
  },
  'POST /api/console/account/passkeys/begin': async context => {
    const { db, settings, operator, body } = context
    await proveSelf(context, body.password)
    if (!passkeysPossible(settings)) throw new Refusal(say('sign_in.no_passkeys_here'))
    const of = ownerOf(operator)
    await refuseFull(db, of)
    return { data: { options: await beginPasskey(context, of, operator.name) } }
  },
  'POST /api/console/account/passkeys/finish': async context => {
    const { operator, body } = context
    if (body.label === '') throw new Refusal(say('desk.name_missing'), { field: 'label' })
    const of = ownerOf(operator)
    const made = await madePasskey(context, of, body.response)
    if (!made) throw new Refusal(say('my_account.passkey_failed'))
    await change(
      context,
      { action: 'account.passkey_added', after: { label: body.label } },
      async (tx, now) => {
        // Several can be begun while there is room for one.
        await refuseFull(tx, of)
        if (!(await insertPasskey(tx, of, { ...made, label: body.label, createdAt: now })))
          throw new Refusal(say('my_account.passkey_known'))
        await raiseSession(tx, operator.tokenHash, 'passkey')
      },
    )
    return { message: '已添加通行密钥', data: null }
  },
  'POST /api/console/account/passkeys/remove': async context => {
    const { operator, body } = context
    await proveSelf(context, body.password)
    const of = ownerOf(operator)
    await change(context, { action: 'account.passkey_removed' }, async tx => {
      const { totp, passkeys } = await factorsOf(tx, of)
      await refuseLast({ ...context, db: tx }, passkeys - 1 + Number(totp))
      if ((await dropPasskey(tx, of, body.id || '-')) === 0)
        throw new Refusal(say('my_account.passkey_gone'))
      if (!totp && passkeys === 1) await dropRecovery(tx, of)
    })
    return { message: '已移除通行密钥', data: null }
  },
  'POST /api/console/account/sessions/end': async context => {
    const { operator, body } = context
    await change(context, { action: 'account.sessions_ended' }, tx =>
      endSessionsOf(tx, operator.operatorId, BigInt(body.id), operator.sessionId),
    )
    return { message: '已退出', data: null }
  },
} satisfies ConsoleHandlers
