// Operators: who they are, what they may, how they come in. What raises anybody's power only
// becomes a request here.
import { say } from '@tianping/contract/refusals'
import { isPower } from '@tianping/contract/console'
import type { Tx } from '@tianping/database'
import { DAY_MS, beijing } from '@tianping/money/day'
import { hashPassword } from '../../kernel/passwords.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Caller, ConsoleHandlers, Operator, Services } from '../../kernel/http/services.ts'
import { settingVersion, writeSetting } from '../../kernel/setting.ts'
import { runAction } from '../../kernel/operator/runAction.ts'
import { sessionOf } from '../signIn/account.ts'
import { findMember } from '../../kernel/operator/findMember.ts'
import {
  CONSOLE_SETTING,
  consoleSchema,
  consoleSetting,
  networksOf,
  within,
} from '../signIn/networks.ts'
import {
  insertOperator,
  lockOperator,
  otherAdmins,
  setOperatorPassword,
  setOperatorPlace,
  setOperatorRole,
  setOperatorState,
  type OperatorRow,
} from '../signIn/operator.sql.ts'
import { NAME_FORMAT, oneTimePassword } from '../signIn/operators.ts'
import {
  allRoles,
  needsSecondFactor,
  powerAdded,
  roleNamed,
  type RoleNow,
} from '../signIn/roles.ts'
import { lockRoles } from '../signIn/roles.sql.ts'
import { dropFactors } from '../../kernel/secondFactor/factor.sql.ts'
import { keyedAnswer, ownIds, pagingOf } from '../../kernel/operator/pages.sql.ts'
import { endSessionsOf, sessionsOf } from '../signIn/session.sql.ts'
import { insertRequest, staffRows, type RequestKind, type StaffListed } from './staff.sql.ts'

export type Acting = Services & { operator: Operator; caller: Caller }
/** A one-time password that nobody used ends. */
export const ONE_TIME_MS = 3 * DAY_MS
const EVERY = 0n
const done = { waits: false, password: '' }
/** A repetition of an action changes nothing, and shows no password a second time. */
const repeated = { message: '该操作已完成，无需重复', data: done }

const subjectOf = (name: string) => `operator:${name}`
const refuseUnexplained = (remark: string) => {
  if (remark === '') throw new Refusal(say('desk.reason_missing'), { field: 'remark' })
}

function factorNamed({ totp, passkeys }: StaffListed): 'both' | 'totp' | 'passkey' | 'none' {
  if (totp) return passkeys > 0 ? 'both' : 'totp'
  return passkeys > 0 ? 'passkey' : 'none'
}

const rowOf = (row: StaffListed, role: RoleNow | undefined, { settings }: Services) => ({
  id: Number(row.operatorId),
  name: row.name,
  role: row.role,
  role_label: role?.label ?? row.role,
  state: row.state,
  must_change_password: row.mustChangePassword,
  second_factor: factorNamed(row),
  second_factor_required: role !== undefined && needsSecondFactor(settings, role),
  sessions: row.sessions,
  allowed: row.allowed,
  member: row.member,
  created_at: beijing(row.createdAt),
  created_by: row.createdBy,
  last_login_at: row.lastLoginAt ? beijing(row.lastLoginAt) : '',
})

/** Another operator than oneself, kept from others until the transaction ends. */
async function another(tx: Tx, { operator }: Acting, id: number): Promise<OperatorRow> {
  const found = await lockOperator(tx, BigInt(id))
  if (!found) throw new Refusal(say('staff.not_found'))
  if (found.operatorId === operator.operatorId) throw new Refusal(say('staff.oneself'))
  return found
}

/** Somebody must be left who can let others in. */
async function refuseLastAdmin(tx: Tx, found: OperatorRow) {
  if (found.role === 'admin' && (await otherAdmins(tx, found.operatorId)) === 0)
    throw new Refusal(say('staff.last_admin'))
}

async function knownRole(tx: Tx, role: string): Promise<RoleNow> {
  await lockRoles(tx)
  const found = await roleNamed(tx, role)
  if (!found) throw new Refusal(say('staff.role_not_found'), { field: 'role' })
  return found
}

async function memberOf(tx: Tx, typed: string): Promise<{ memberId: bigint; name: string } | null> {
  if (typed === '') return null
  const member = await findMember(tx, typed)
  if (!member) throw new Refusal(say('staff.member_unknown'), { field: 'member' })
  return member
}

/** What a role may, so that two of them can be compared. */
export const powersOf = (role: RoleNow): string[] => [...role.permissions].sort()

/** Puts a change before a second person. */
export async function ask(
  tx: Tx,
  { operator }: Acting,
  now: Date,
  r: {
    kind: RequestKind
    subject: string
    before: object
    after: object
    payload: object
    note: string
  },
): Promise<void> {
  if (!(await insertRequest(tx, { ...r, by: operator.name, now })))
    throw new Refusal(say('staff.request_open'))
}

async function create(
  context: Acting & {
    body: { name: string; role: string; allowed: string[]; member: string; remark: string }
  },
) {
  const { body, operator } = context
  if (!NAME_FORMAT.test(body.name)) throw new Refusal(say('staff.name_format'), { field: 'name' })
  refuseUnexplained(body.remark)
  const allowed = networksOf(body.allowed)
  const password = oneTimePassword()
  const passwordHash = await hashPassword(password)
  const name = body.name.toLowerCase()
  const made = await runAction(context, async (tx, now) => {
    const role = await knownRole(tx, body.role)
    const member = await memberOf(tx, body.member)
    const waits = role.permissions.some(isPower)
    const added = await insertOperator(tx, {
      name,
      passwordHash,
      role: role.role,
      now,
      mustChangePassword: true,
      passwordExpiresAt: new Date(now.getTime() + ONE_TIME_MS),
      waits,
      allowed,
      memberId: member?.memberId ?? null,
      createdBy: operator.name,
    })
    if (!added) throw new Refusal(say('staff.name_taken'), { field: 'name' })
    const after = { name, role: role.role, allowed, member: member?.name ?? '' }
    if (waits)
      await ask(tx, context, now, {
        kind: 'create',
        subject: subjectOf(name),
        before: {},
        after,
        payload: {},
        note: body.remark,
      })
    return {
      entry: {
        action: waits ? 'staff.create_asked' : 'staff.create',
        subject: subjectOf(name),
        after,
        note: body.remark,
      },
      answer: { waits, password },
    }
  })
  return made
    ? { message: made.waits ? '已创建，待另一位管理员批准' : '已创建', data: made }
    : repeated
}

const addsPower = (was: RoleNow | undefined, role: RoleNow) =>
  powerAdded(was?.permissions ?? [], role.permissions).length > 0

/** What the audit log keeps of where an operator stands. */
const placeOf = (role: string, allowed: string[], memberId: bigint | null) => ({
  role,
  allowed,
  member: memberId?.toString() ?? '',
})

async function save(
  context: Acting & {
    body: { id: number; role: string; allowed: string[]; member: string; remark: string }
  },
) {
  const { body } = context
  refuseUnexplained(body.remark)
  const allowed = networksOf(body.allowed)
  const made = await runAction(context, async (tx, now) => {
    const found = await another(tx, context, body.id)
    const [was, role, member] = [
      await roleNamed(tx, found.role),
      await knownRole(tx, body.role),
      await memberOf(tx, body.member),
    ]
    const changes = role.role !== found.role
    if (changes && found.waits) throw new Refusal(say('staff.role_fixed_until_approved'))
    const waits = changes && addsPower(was, role)
    if (changes && !waits) await refuseLastAdmin(tx, found)
    const memberId = member?.memberId ?? null
    const before = placeOf(found.role, found.allowed, found.memberId)
    const after = placeOf(role.role, allowed, memberId)
    await setOperatorPlace(tx, { operatorId: found.operatorId, allowed, memberId })
    if (waits)
      await ask(tx, context, now, {
        kind: 'role',
        subject: subjectOf(found.name),
        before: { role: found.role },
        after: { role: role.role },
        payload: { permissions: powersOf(role) },
        note: body.remark,
      })
    else if (changes) await setOperatorRole(tx, found.operatorId, role.role)
    return {
      entry: {
        action: waits ? 'staff.role_asked' : 'staff.save',
        subject: subjectOf(found.name),
        before,
        after,
        note: body.remark,
      },
      answer: { waits, password: '' },
    }
  })
  return made
    ? { message: made.waits ? '角色变更待另一位管理员批准' : '已保存', data: made }
    : repeated
}

/** What was taken away: nobody comes in by it, and whoever is in is out. */
async function resetFactors(tx: Tx, operatorId: bigint) {
  await dropFactors(tx, { kind: 'operator', id: operatorId })
  await endSessionsOf(tx, operatorId, EVERY, null)
}

async function renewPassword(context: Acting & { body: { id: number; remark: string } }) {
  const { body } = context
  refuseUnexplained(body.remark)
  const password = oneTimePassword()
  const passwordHash = await hashPassword(password)
  const made = await runAction(context, async (tx, now) => {
    const found = await another(tx, context, body.id)
    const subject = subjectOf(found.name)
    if (found.waits) throw new Refusal(say('staff.not_approved'))
    // Whoever sets another's password could come in as that other: where there is power behind it,
    // two agree.
    const waits = (await roleNamed(tx, found.role))?.permissions.some(isPower) ?? false
    if (waits)
      await ask(tx, context, now, {
        kind: 'password',
        subject,
        before: {},
        after: { one_time: 1 },
        payload: { passwordHash },
        note: body.remark,
      })
    else {
      await setOperatorPassword(tx, {
        operatorId: found.operatorId,
        passwordHash,
        mustChange: true,
        expiresAt: new Date(now.getTime() + ONE_TIME_MS),
      })
      await endSessionsOf(tx, found.operatorId, EVERY, null)
    }
    return {
      entry: {
        action: waits ? 'staff.renewal_asked' : 'staff.renewal',
        subject,
        note: body.remark,
      },
      answer: { waits, password },
    }
  })
  return made
    ? { message: made.waits ? '新密码待另一位管理员批准后生效' : '已设置一次性密码', data: made }
    : repeated
}

async function setState(
  context: Acting & { body: { id: number; remark: string } },
  state: OperatorRow['state'],
) {
  const { body } = context
  refuseUnexplained(body.remark)
  await runAction(context, async tx => {
    const found = await another(tx, context, body.id)
    if (state === 'locked') {
      await refuseLastAdmin(tx, found)
      await endSessionsOf(tx, found.operatorId, EVERY, null)
    }
    await setOperatorState(tx, found.operatorId, state)
    return {
      entry: {
        action: state === 'locked' ? 'staff.lock' : 'staff.unlock',
        subject: subjectOf(found.name),
        before: { state: found.state },
        after: { state },
        note: body.remark,
      },
      answer: null,
    }
  })
  return { message: state === 'locked' ? '已锁定，其登录已全部退出' : '已解锁', data: null }
}

export const staffHandlers = {
  'POST /api/console/staff/list': async context => {
    const { db, clock, operators, body } = context
    const { q, role, state } = body
    const paging = pagingOf(body, ownIds)
    const seen = { now: clock.now(), seenSince: operators.idleSince() }
    const [found, roles] = await Promise.all([
      staffRows(db, { q, role, state, ...seen, paging }),
      allRoles(db),
    ])
    return keyedAnswer(paging, found, row =>
      rowOf(
        row,
        roles.find(each => each.role === row.role),
        context,
      ),
    )
  },
  'POST /api/console/staff/create': create,
  'POST /api/console/staff/save': save,
  'POST /api/console/staff/lock': context => setState(context, 'locked'),
  'POST /api/console/staff/unlock': context => setState(context, 'active'),
  'POST /api/console/staff/reset': async context => {
    const { body } = context
    refuseUnexplained(body.remark)
    await runAction(context, async tx => {
      const found = await another(tx, context, body.id)
      await resetFactors(tx, found.operatorId)
      return {
        entry: { action: 'staff.reset', subject: subjectOf(found.name), note: body.remark },
        answer: null,
      }
    })
    return { message: '已重置双重验证，其登录已全部退出', data: null }
  },
  'POST /api/console/staff/password': renewPassword,
  'POST /api/console/staff/sessions': async ({ db, clock, operators, operator, body }) => ({
    data: (await sessionsOf(db, BigInt(body.id), clock.now(), operators.idleSince())).map(
      sessionOf(operator.sessionId),
    ),
  }),
  'POST /api/console/staff/sessions/end': async context => {
    const { body } = context
    refuseUnexplained(body.remark)
    await runAction(context, async tx => {
      const found = await another(tx, context, body.id)
      const ended = await endSessionsOf(tx, found.operatorId, BigInt(body.session), null)
      return {
        entry: {
          action: 'staff.sessions_ended',
          subject: subjectOf(found.name),
          after: { ended },
          note: body.remark,
        },
        answer: null,
      }
    })
    return { message: '已退出', data: null }
  },
  'POST /api/console/addresses/show': async ({ db, caller }) => {
    const { value, version } = await consoleSetting(db)
    return { data: { allowed: value.allowed, version, yours: caller.address } }
  },
  'POST /api/console/addresses/save': async context => {
    const { body, caller, operator } = context
    refuseUnexplained(body.remark)
    const allowed = networksOf(body.allowed)
    if (!within(caller.address, allowed))
      throw new Refusal(say('staff.networks_lock_out', { address: caller.address }), {
        field: 'allowed',
      })
    await runAction(context, async (tx, now) => {
      await lockRoles(tx)
      const before = await consoleSetting(tx)
      if ((await settingVersion(tx, CONSOLE_SETTING)) !== body.version)
        throw new Refusal(say('staff.networks_changed'))
      await writeSetting(
        tx,
        CONSOLE_SETTING,
        consoleSchema,
        { allowed },
        { name: operator.name, at: now },
      )
      return {
        entry: {
          action: 'addresses.save',
          subject: 'setting:console',
          before: { allowed: before.value.allowed },
          after: { allowed },
          note: body.remark,
        },
        answer: null,
      }
    })
    return { message: '已保存，立即生效', data: null }
  },
} satisfies ConsoleHandlers
