// What protects a member's own account: the second factor, the recovery codes, the sessions.
// Whatever changes how one comes in asks for the password, and for the second factor where there is
// one already: a password and a session that were stolen together change nothing.
import type { FactorProof } from '@tianping/contract/factors'
import { say } from '@tianping/contract/refusals'
import { transaction, type Db, type Tx } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { existing, need, Refusal, sessionOver } from '../../../kernel/http/refusal.ts'
import type { Caller, Handlers, Services, Session } from '../../../kernel/http/services.ts'
import { attempt, forget, limits } from '../../../kernel/http/throttle.ts'
import { passwordMatches } from '../../../kernel/passwords.ts'
import { dropChallenges } from '../../../kernel/secondFactor/challenge.sql.ts'
import {
  confirmTotp,
  dropBegunTotp,
  dropPasskey,
  dropRecovery,
  dropTotp,
  insertPasskey,
  passkeysOf,
  totpOf,
} from '../../../kernel/secondFactor/factor.sql.ts'
import {
  MOST_PASSKEYS,
  askPasskey,
  beginPasskey,
  beginTotp,
  hasFactor,
  madePasskey,
  renewRecovery,
  shownFactors,
} from '../../../kernel/secondFactor/secondFactor.ts'
import { takeTotp } from '../../../kernel/secondFactor/totp.ts'
import { announce } from '../../delivery/delivery.ts'
import { lockRow } from '../../protection/protection.ts'
import { endPlayInPassing } from '../../venues/venues.ts'
import { deviceName, roughAddress } from '../../../kernel/http/place.ts'
import {
  countProof,
  factorHolds,
  factorsOfMember,
  factorWays,
  ownerOf,
  passkeysHere,
  proofKind,
  wrongFactor,
} from '../secondFactor.ts'
import { noteChange, type ChangeKind } from '../store/change.sql.ts'
import { passwordHashes, previousLogin } from '../store/member.sql.ts'
import {
  endAccess,
  endSessionMarked,
  holdSession,
  sessionsOf,
  type ListedSession,
} from '../store/session.sql.ts'
import { dropTickets } from '../store/ticket.sql.ts'

export type Mine = Services & { member: Session; caller: Caller }

/** Refuses unless the login password is right; shares its tries with the change of it. */
export async function provePassword({ db, clock, member }: Mine, password: string): Promise<void> {
  const bucket = `password:${member.memberId}`
  await attempt(db, bucket, limits.passwordByMember, clock.now())
  const hashes = await passwordHashes(db, member.memberId)
  if (!(await passwordMatches(hashes.password, password)))
    throw new Refusal(say('safety.password_wrong'), { field: 'password' })
  await forget(db, bucket)
}

/** Refuses unless the password is right, and a second factor where there is one. */
export async function proveSelf(
  context: Mine & { body: { password: string; factor?: FactorProof | undefined } },
): Promise<void> {
  const { db, member, body } = context
  await provePassword(context, body.password)
  const factors = await factorsOfMember(db, member.memberId)
  if (!hasFactor(factors)) return
  if (!body.factor)
    throw new Refusal(say('factor.needed'), {
      field: 'factor',
      methods: factorWays(context, factors),
    })
  const forgetTries = await countProof(context, member.memberId)
  if (!(await factorHolds(context, member.memberId, body.factor)))
    throw new Refusal(say(wrongFactor[body.factor.kind]), { field: 'factor' })
  await forgetTries()
}

/** What is done to the account, kept among its changes and told to the member. */
const changes = {
  totp_on: ['factor_on', '验证器已启用', '您的账户已启用验证器作为双重验证'],
  totp_off: ['factor_off', '验证器已关闭', '您的账户已关闭验证器'],
  passkey_on: ['factor_on', '通行密钥已添加', '您的账户已添加通行密钥作为双重验证'],
  passkey_off: ['factor_off', '通行密钥已移除', '您的账户已移除一个通行密钥'],
  recovery: ['factor_on', '恢复码已更新', '您的账户已生成新的恢复码，旧的恢复码已失效'],
} as const satisfies Record<string, readonly [ChangeKind, string, string]>

/**
 * Does it while the session lives, so that nothing is set up in one that was ended meanwhile, and
 * one after the other, as from two sessions at once.
 */
const change = <T>(
  { db, clock, outward, member, caller }: Mine,
  what: keyof typeof changes,
  work: (tx: Tx, now: Date) => Promise<T>,
): Promise<T> =>
  transaction(db, async tx => {
    await lockRow(tx, member.memberId)
    if (!(await holdSession(tx, member.tokenHash))) throw sessionOver()
    const now = clock.now()
    const done = await work(tx, now)
    const [kind, title, said] = changes[what]
    const { memberId } = member
    await noteChange(tx, { memberId, kind, at: now, address: caller.address })
    const text = `${said}。如非本人操作，请立即修改登录密码并联系客服。`
    await announce(tx, outward, { memberId, kind: 'factor', title, text, at: now })
    return done
  })

async function refuseFull(db: Db, memberId: bigint) {
  if ((await factorsOfMember(db, memberId)).passkeys >= MOST_PASSKEYS)
    throw new Refusal(say('factor.passkeys_full', { max: MOST_PASSKEYS }))
}

/** The first factor brings recovery codes. */
const firstCodes = async (tx: Tx, memberId: bigint): Promise<string[]> =>
  (await factorsOfMember(tx, memberId)).recovery > 0 ? [] : renewRecovery(tx, ownerOf(memberId))

/** Without a factor recovery codes would open nothing. */
async function dropLastCodes(tx: Tx, memberId: bigint): Promise<void> {
  if (!hasFactor(await factorsOfMember(tx, memberId))) await dropRecovery(tx, ownerOf(memberId))
}

const MARK_LENGTH = 16
const sessionOf = (own: string) => (s: ListedSession) => ({
  mark: s.hash.slice(0, MARK_LENGTH),
  current: s.hash === own,
  device: deviceName(s.agent),
  address: roughAddress(s.address),
  created_at: beijing(s.createdAt),
  last_seen_at: beijing(s.lastSeenAt),
  expires_at: beijing(s.expiresAt),
})

async function show(context: Mine) {
  const { db, clock, member } = context
  const of = ownerOf(member.memberId)
  const [previous, totp, factors, keys, sessions] = await Promise.all([
    previousLogin(db, member.memberId),
    totpOf(db, of),
    factorsOfMember(db, member.memberId),
    passkeysOf(db, of),
    sessionsOf(db, member.memberId, clock.now()),
  ])
  const { at, address, agent } = previous
  return {
    previous_login: at && {
      at: beijing(at),
      address: roughAddress(address),
      device: deviceName(agent),
    },
    ...shownFactors({ totp, factors, keys }),
    passkeys_possible: passkeysHere(context),
    methods: hasFactor(factors) ? factorWays(context, factors) : [],
    sessions: sessions.map(sessionOf(member.tokenHash)),
  }
}

/** Ends one session, or all others; their games and tickets end with them. */
async function endSessions(context: Mine, mark: string): Promise<number> {
  const { db, sessions, bus, member } = context
  const { memberId, tokenHash } = member
  const ended = await transaction(db, async tx => {
    if (mark === '') return endAccess(tx, memberId, tokenHash)
    const hashes = await endSessionMarked(tx, memberId, mark)
    if (hashes.length === 0) throw new Refusal(say('safety.session_gone'))
    await dropTickets(tx, memberId)
    return hashes
  })
  sessions.forget(ended)
  bus.publish('session', ended)
  if (ended.length > 0) await endPlayInPassing(context, memberId)
  return ended.length
}

export const safetyHandlers = {
  'POST /api/safety/show': async context => ({ data: await show(context) }),
  'POST /api/safety/sessions/end': async context => {
    const ended = await endSessions(context, context.body.mark)
    return { message: ended === 0 ? '没有其他登录' : `已结束 ${ended} 个登录`, data: { ended } }
  },
  'POST /api/safety/passkeys/ask': async context => {
    if (!passkeysHere(context)) throw new Refusal(say('factor.no_passkeys_here'))
    return { data: await askPasskey(context, proofKind, context.member.memberId) }
  },
  'POST /api/safety/totp/begin': async context => {
    await proveSelf(context)
    const { memberId } = context.member
    const { name } = await passwordHashes(context.db, memberId)
    const begun = await beginTotp(context, ownerOf(memberId), name)
    if (!begun) throw new Refusal(say('factor.totp_set'))
    return { data: begun }
  },
  'POST /api/safety/totp/confirm': async context => {
    const { db, clock, settings, member, body } = context
    const of = ownerOf(member.memberId)
    const forgetTries = await countProof(context, member.memberId)
    if ((await totpOf(db, of))?.confirmedAt) throw new Refusal(say('factor.totp_set'))
    if (!(await takeTotp(db, settings, of, body.code, clock.now(), false)))
      throw new Refusal(say('factor.totp_code'), { field: 'code' })
    await forgetTries()
    const recovery_codes = await change(context, 'totp_on', async (tx, now) => {
      if ((await confirmTotp(tx, of, now)) === 0) throw new Refusal(say('factor.totp_set'))
      // A passkey that somebody began to make before this factor would not have shown it.
      await dropChallenges(tx, of)
      return firstCodes(tx, member.memberId)
    })
    return { message: '验证器已启用', data: { recovery_codes } }
  },
  'POST /api/safety/totp/remove': async context => {
    await proveSelf(context)
    const { memberId } = context.member
    await change(context, 'totp_off', async tx => {
      await dropTotp(tx, ownerOf(memberId))
      await dropLastCodes(tx, memberId)
    })
    return { message: '验证器已关闭', data: null }
  },
  'POST /api/safety/passkeys/begin': async context => {
    await proveSelf(context)
    const { db, member } = context
    if (!passkeysHere(context)) throw new Refusal(say('factor.no_passkeys_here'))
    await refuseFull(db, member.memberId)
    const { name } = await passwordHashes(db, member.memberId)
    return { data: { options: await beginPasskey(context, ownerOf(member.memberId), name) } }
  },
  'POST /api/safety/passkeys/finish': async context => {
    const { member, body } = context
    need(body.label, 'factor.label_missing', 'label')
    const of = ownerOf(member.memberId)
    const made = existing(
      (await madePasskey(context, of, body.response)) ?? undefined,
      'factor.passkey_failed',
    )
    const recovery_codes = await change(context, 'passkey_on', async (tx, now) => {
      // Several can be begun while there is room for one.
      await refuseFull(tx, member.memberId)
      if (!(await insertPasskey(tx, of, { ...made, label: body.label, createdAt: now })))
        throw new Refusal(say('factor.passkey_known'))
      await dropBegunTotp(tx, of)
      return firstCodes(tx, member.memberId)
    })
    return { message: '通行密钥已添加', data: { recovery_codes } }
  },
  'POST /api/safety/passkeys/remove': async context => {
    await proveSelf(context)
    const { member, body } = context
    await change(context, 'passkey_off', async tx => {
      if ((await dropPasskey(tx, ownerOf(member.memberId), body.id || '-')) === 0)
        throw new Refusal(say('factor.passkey_gone'))
      await dropLastCodes(tx, member.memberId)
    })
    return { message: '通行密钥已移除', data: null }
  },
  'POST /api/safety/recovery': async context => {
    const { memberId } = context.member
    await proveSelf(context)
    if (!hasFactor(await factorsOfMember(context.db, memberId)))
      throw new Refusal(say('factor.none'))
    const recovery_codes = await change(context, 'recovery', tx =>
      renewRecovery(tx, ownerOf(memberId)),
    )
    return { message: '已生成新的恢复码', data: { recovery_codes } }
  },
} satisfies Handlers
