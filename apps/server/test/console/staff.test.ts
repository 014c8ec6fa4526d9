import { rows, run, sql, transaction, type Tx } from '@tianping/database'
import { describe, expect, test } from 'vitest'
import { firstBrokenAudit } from '../../src/kernel/operator/audit.sql.ts'
import { consoleSchema, networksOf, within } from '../../src/console/signIn/networks.ts'
import { mustFirst, needsSecondFactor } from '../../src/console/signIn/roles.ts'
import { dropRole, lockRoles, writeRole } from '../../src/console/signIn/roles.sql.ts'
import { networkOf } from '../../src/kernel/http/network.ts'
import { bind, give, openCashier, PAY_PASSWORD } from '../cashier/support.ts'
import { untilSomeoneWaits } from '../support/locks.ts'
import { consoleCall, desk, PASSWORD } from './support.ts'

const { site, owner, clock } = await openCashier()
const admin = await desk(site, 'admin', 'chief')
const second = await desk(site, 'admin', 'deputy')
const enter = async (name: string, password: string, headers: Record<string, string> = {}) =>
  (await consoleCall(site, 'POST /api/console/login', { name, password }, headers)).json()
const create = (name: string, role: string, more: object = {}) =>
  admin.call('POST /api/console/staff/create', {
    name,
    role,
    allowed: [],
    member: '',
    remark: '新员工',
    ...more,
  })
const idOf = async (name: string) =>
  (
    await admin.call('POST /api/console/staff/list', { page: 1, q: name, role: '', state: '' })
  ).data.data.find(each => each.name === name)!.id
const waiting = async () =>
  (await admin.call('POST /api/console/staff/requests', { page: 1, state: 1 })).data.data
const roleNow = async (role: string) =>
  (await admin.call('POST /api/console/roles/list')).data.find(each => each.role === role)!

describe('an operator', () => {
  test('without power is made by one person, and must replace the one-time password', async () => {
    const made = await create('clerk', 'auditor')
    expect(made).toMatchObject({
      code: 200,
      data: { waits: false, password: expect.stringMatching(/^\w{16}$/) },
    })
    const entered = await consoleCall(site, 'POST /api/console/login', {
      name: 'clerk',
      password: made.data.password,
    })
    expect(entered.json()).toMatchObject({
      data: { operator: { must: 'password', permissions: [] } },
    })
    const cookie = String(entered.headers['set-cookie']).split(';')[0]!
    const call = async (name: string, body: object = {}) =>
      (await consoleCall(site, name, body, { cookie })).json()
    expect(await call('POST /api/console/deposits/list')).toMatchObject({
      code: 403,
      message: '请先修改初始密码',
    })
    for (const weak of ['short', 'aaaaaaaaaaaa', 'clerk-2026-pass'])
      expect(
        await call('POST /api/console/account/password', {
          old: made.data.password,
          password: weak,
        }),
      ).toMatchObject({ code: 400 })
    expect(
      await call('POST /api/console/account/password', {
        old: made.data.password,
        password: 'a better one 42',
      }),
    ).toMatchObject({ code: 200 })
    expect(await call('POST /api/console/deposits/list')).toMatchObject({ code: 200 })
  })

  test('with power comes in only after a second person agreed', async () => {
    const made = await create('treasurer', 'finance')
    expect(made.data.waits).toBe(true)
    expect(await enter('treasurer', made.data.password)).toMatchObject({
      code: 403,
      message: '账号尚待另一位管理员批准',
    })
    const [request] = await waiting()
    expect(request).toMatchObject({
      kind: 'create',
      subject: 'operator:treasurer',
      proposed_by: 'chief',
    })
    expect(
      await admin.call('POST /api/console/staff/approve', {
        id: request!.id,
        remark: '',
        password: PASSWORD,
      }),
      'not by who asked',
    ).toMatchObject({ code: 403, message: '不能批准自己提出的申请' })
    expect(
      await second.call('POST /api/console/staff/approve', {
        id: request!.id,
        remark: '',
        password: 'wrong',
      }),
    ).toMatchObject({ code: 400, message: '密码错误' })
    expect(
      await second.call('POST /api/console/staff/approve', {
        id: request!.id,
        remark: '已核对',
        password: PASSWORD,
      }),
    ).toMatchObject({ code: 200 })
    expect(await enter('treasurer', made.data.password)).toMatchObject({
      code: 200,
      data: { operator: { must: 'password' } },
    })
  })

  test('a one-time password ends after three days, and a refused account is gone', async () => {
    const made = await create('late', 'auditor')
    clock.advance(3 * 86_400_000)
    const [chief, deputy] = [
      await desk(site, 'admin', 'chief2'),
      await desk(site, 'admin', 'deputy2'),
    ]
    expect(await enter('late', made.data.password)).toMatchObject({ code: 403 })
    await chief.call('POST /api/console/staff/create', {
      name: 'unwanted',
      role: 'risk',
      allowed: [],
      member: '',
      remark: '试用',
    })
    const request = (await deputy.call('POST /api/console/staff/requests', { page: 1, state: 1 }))
      .data.data[0]!
    expect(
      await deputy.call('POST /api/console/staff/reject', { id: request.id, remark: '未经面谈' }),
    ).toMatchObject({ code: 200 })
    expect(await rows(owner, sql`select 1 from operator where name = 'unwanted'`)).toEqual([])
    Object.assign(admin, chief)
    Object.assign(second, deputy)
  })

  test('gets more power by two persons, less by one, and never by themselves', async () => {
    await create('mover', 'auditor')
    const id = await idOf('mover')
    const save = (role: string) =>
      admin.call('POST /api/console/staff/save', {
        id,
        role,
        allowed: [],
        member: '',
        remark: '调岗',
      })
    expect(await save('finance')).toMatchObject({ data: { waits: true } })
    expect(await save('risk'), 'one request at a time').toMatchObject({ code: 409 })
    const [request] = await waiting()
    expect(
      await second.call('POST /api/console/staff/approve', {
        id: request!.id,
        remark: '',
        password: PASSWORD,
      }),
    ).toMatchObject({ code: 200 })
    expect((await rows(owner, sql`select role from operator where name = 'mover'`))[0]).toEqual({
      role: 'finance',
    })
    expect(await save('auditor')).toMatchObject({ data: { waits: false } })
    expect((await rows(owner, sql`select role from operator where name = 'mover'`))[0]).toEqual({
      role: 'auditor',
    })
    expect(
      await admin.call('POST /api/console/staff/save', {
        id: await idOf(admin.name),
        role: 'admin',
        allowed: [],
        member: '',
        remark: '我',
      }),
    ).toMatchObject({ code: 403, message: '不能对自己的账号执行该操作' })
  })

  test('a new password for who has power waits, so that nobody takes another’s place alone', async () => {
    const renewed = await admin.call('POST /api/console/staff/password', {
      id: await idOf(second.name),
      remark: '忘记密码',
    })
    expect(renewed.data.waits).toBe(true)
    expect(await enter(second.name, renewed.data.password)).toMatchObject({ code: 400 })
    const [request] = await waiting()
    expect(
      await second.call('POST /api/console/staff/approve', {
        id: request!.id,
        remark: '',
        password: PASSWORD,
      }),
      'nor by whom it is about',
    ).toMatchObject({ code: 403 })
    expect(request).toMatchObject({ kind: 'password', before: '{}', after: '{"one_time":1}' })
    expect(JSON.stringify(request)).not.toMatch(/argon2|passwordHash/)
    expect(await admin.call('POST /api/console/staff/withdraw', { id: request!.id })).toMatchObject(
      { code: 200 },
    )
  })

  test('locked is out at once; the last administrator stays', async () => {
    const who = await desk(site, 'support')
    const id = await idOf(who.name)
    expect(await admin.call('POST /api/console/staff/sessions', { id })).toMatchObject({
      data: [{ method: 'password', current: false }],
    })
    await admin.call('POST /api/console/staff/lock', { id, remark: '离职' })
    expect((await who.call('POST /api/console/me')).code).toBe(401)
    expect(await enter(who.name, PASSWORD), 'nor comes in again').toMatchObject({ code: 400 })
    await admin.call('POST /api/console/staff/unlock', { id, remark: '复职' })
    expect(await enter(who.name, PASSWORD)).toMatchObject({ code: 200 })
    await run(
      owner,
      sql`update operator set state = 'locked' where role = 'admin' and name not in (${admin.name}, ${second.name})`,
    )
    expect(
      await second.call('POST /api/console/staff/lock', {
        id: await idOf(admin.name),
        remark: '测试',
      }),
    ).toMatchObject({ code: 200 })
    expect((await admin.call('POST /api/console/me')).code).toBe(401)
    await run(owner, sql`update operator set state = 'active' where role = 'admin'`)
    Object.assign(admin, await relogin(admin.name))
  })
})

async function relogin(name: string) {
  const cookie = String(
    (await consoleCall(site, 'POST /api/console/login', { name, password: PASSWORD })).headers[
      'set-cookie'
    ],
  ).split(';')[0]!
  return {
    cookie,
    call: async (call: string, body?: object) =>
      (await consoleCall(site, call, body ?? {}, { cookie })).json(),
  } as Pick<typeof admin, 'cookie' | 'call'>
}

describe('a role', () => {
  test('changes at once for who holds it; more power for them waits for a second person', async () => {
    const who = await desk(site, 'support')
    const role = await roleNow('support')
    const save = (permissions: string[], version: number) =>
      admin.call('POST /api/console/roles/save', {
        role: 'support',
        version,
        label: role.label,
        permissions: permissions as never,
        second_factor: false,
        remark: '调整',
      })
    expect(
      await save(
        role.permissions.filter(each => each !== 'deposit.read'),
        role.version,
      ),
    ).toMatchObject({ data: { waits: false } })
    expect((await who.call('POST /api/console/deposits/list')).code).toBe(403)
    expect((await roleNow('support')).permissions).not.toContain('deposit.read')
    expect(await save(role.permissions, role.version), 'another saw an older one').toMatchObject({
      code: 409,
    })
    expect(await save([...role.permissions, 'withdrawal.review'], role.version + 1)).toMatchObject({
      data: { waits: true },
    })
    expect((await who.call('POST /api/console/me')).data.permissions).not.toContain(
      'withdrawal.review',
    )
    const [request] = await waiting()
    expect(
      await second.call('POST /api/console/staff/approve', {
        id: request!.id,
        remark: '',
        password: PASSWORD,
      }),
    ).toMatchObject({ code: 200 })
    expect((await who.call('POST /api/console/me')).data.permissions).toContain('withdrawal.review')
  })

  test('has its limits: not the administrator’s, not one’s own, and none makes operators', async () => {
    const save = (role: string, permissions: string[]) =>
      admin.call('POST /api/console/roles/save', {
        role,
        version: 0,
        label: '新角色',
        permissions: permissions as never,
        second_factor: false,
        remark: '试',
      })
    expect(await save('admin', ['deposit.read'])).toMatchObject({ code: 403 })
    expect(await save('night', ['deposit.read', 'staff.write'])).toMatchObject({ code: 403 })
    expect(await save('night', ['deposit.read'])).toMatchObject({ data: { waits: false } })
    await create('owl', 'night')
    expect(
      await admin.call('POST /api/console/roles/remove', { role: 'night', remark: '不用了' }),
    ).toMatchObject({ code: 409 })
    expect(await save('purse', ['adjustment.propose'])).toMatchObject({ data: { waits: false } })
    expect(
      (await create('puppet', 'purse')).data.waits,
      'who makes a proposer alone would be both of the two persons',
    ).toBe(true)
    await admin.call('POST /api/console/staff/withdraw', { id: (await waiting())[0]!.id })
    expect(
      await admin.call('POST /api/console/roles/remove', { role: 'finance', remark: '不用了' }),
    ).toMatchObject({ code: 403 })
  })
})

test('a role that became more after somebody was proposed for it is not what was asked for', async () => {
  const save = (permissions: string[], version: number) =>
    admin.call('POST /api/console/roles/save', {
      role: 'ladder',
      version,
      label: '阶梯',
      permissions: permissions as never,
      second_factor: false,
      remark: '试',
    })
  await save(['deposit.read', 'deposit.review'], 0)
  await create('climber', 'auditor')
  expect(
    await admin.call('POST /api/console/staff/save', {
      id: await idOf('climber'),
      role: 'ladder',
      allowed: [],
      member: '',
      remark: '升职',
    }),
  ).toMatchObject({ data: { waits: true } })
  expect(
    await save(['deposit.read', 'deposit.review', 'payout.pay', 'withdrawal.review'], 1),
    'nobody holds it',
  ).toMatchObject({ data: { waits: false } })
  const [request] = await waiting()
  expect(
    await second.call('POST /api/console/staff/approve', {
      id: request!.id,
      remark: '',
      password: PASSWORD,
    }),
  ).toMatchObject({ code: 409 })
  expect(
    await second.call('POST /api/console/staff/reject', { id: request!.id, remark: '角色已变' }),
  ).toMatchObject({ code: 200 })
})

describe('a request', () => {
  const by = { remark: '已核对', password: PASSWORD }
  const approve = (id: number) => second.call('POST /api/console/staff/approve', { id, ...by })
  const operatorOf = async (name: string) =>
    (
      await rows(
        owner,
        sql<{ mustChange: boolean; expiresAt: Date | null; waits: boolean }>`
          select must_change_password as must_change, password_expires_at as expires_at, waits from operator where name = ${name}`,
      )
    )[0]
  const inThreeDays = () => new Date(clock.now().getTime() + 3 * 86_400_000)

  test('is withdrawn by who made it, refused by another with a reason, and decided once', async () => {
    await create('twice', 'finance')
    const { id } = (await waiting())[0]!
    const reject = (of: typeof admin, remark: string) =>
      of.call('POST /api/console/staff/reject', { id, remark })
    expect(await second.call('POST /api/console/staff/withdraw', { id })).toMatchObject({
      code: 403,
      message: '只能撤回自己提出的申请',
    })
    expect(await reject(admin, '不用了')).toMatchObject({
      code: 403,
      message: '自己提出的申请请用撤回',
    })
    expect(await reject(second, '')).toMatchObject({ code: 400, data: { field: 'remark' } })
    expect(await operatorOf('twice')).toMatchObject({ waits: true })
    expect(await reject(second, '未经面谈')).toMatchObject({ code: 200, message: '已拒绝' })
    expect(await operatorOf('twice')).toBeUndefined()
    expect(await approve(id)).toMatchObject({
      code: 409,
      message: `该申请已由${second.name}拒绝或撤回`,
    })
    expect(await approve(999_999)).toMatchObject({ code: 404 })
  })

  test('about one’s own role is another’s to approve, while the role is as it was', async () => {
    const role = await roleNow('risk')
    await desk(site, 'risk')
    const asked = await admin.call('POST /api/console/roles/save', {
      role: 'risk',
      version: role.version,
      label: role.label,
      permissions: [...role.permissions, 'payout.pay'] as never,
      second_factor: false,
      remark: '调整',
    })
    expect(asked).toMatchObject({ data: { waits: true } })
    const { id } = (await waiting())[0]!
    await run(owner, sql`update operator set role = 'risk' where name = ${second.name}`)
    const { label } = await roleNow('risk')
    await writeRole(owner, {
      role: 'risk',
      label,
      permissions: ['staff.approve'],
      secondFactor: false,
      changedBy: 'test',
      changedAt: clock.now(),
    })
    expect(await approve(id)).toMatchObject({ code: 403, message: '不能批准关于自己的申请' })
    await run(owner, sql`update operator set role = 'admin' where name = ${second.name}`)
    expect(await approve(id), 'somebody has changed the role since').toMatchObject({ code: 409 })
    await dropRole(owner, 'risk')
    expect(await approve(id)).toMatchObject({ code: 200 })
    expect((await roleNow('risk')).permissions).toContain('payout.pay')
    await dropRole(owner, 'risk')
  })

  test('that a role or an operator has left behind is not carried out', async () => {
    await create('dropped', 'finance')
    const gone = (await waiting())[0]!.id
    await run(owner, sql`delete from operator where name = 'dropped'`)
    expect(await approve(gone)).toMatchObject({ code: 409 })
    expect(await admin.call('POST /api/console/staff/withdraw', { id: gone })).toMatchObject({
      code: 200,
      message: '已撤回',
    })
    expect(
      await rows(
        owner,
        sql`select action, subject from audit_log where action ~ '^staff.request_' order by audit_id desc limit 1`,
      ),
    ).toEqual([{ action: 'staff.request_withdrawn', subject: 'operator:dropped' }])
    await create('moved', 'auditor')
    await admin.call('POST /api/console/staff/save', {
      id: await idOf('moved'),
      role: 'finance',
      allowed: [],
      member: '',
      remark: '调岗',
    })
    const { id } = (await waiting())[0]!
    await run(owner, sql`update operator set role = 'support' where name = 'moved'`)
    expect(await approve(id)).toMatchObject({
      code: 409,
      message: '对象已有变化，该申请不再适用，请拒绝后重新提出',
    })
    await run(owner, sql`update operator set role = 'auditor' where name = 'moved'`)
    expect(await approve(id)).toMatchObject({ code: 200 })
  })

  test('for a password ends what was open, and the password leads in for three days', async () => {
    for (const [role, waits] of [
      ['finance', true],
      ['auditor', false],
    ] as const) {
      const who = await desk(site, role)
      const id = await idOf(who.name)
      const renewed = await admin.call('POST /api/console/staff/password', { id, remark: '忘记' })
      expect(renewed.data.waits).toBe(waits)
      expect((await who.call('POST /api/console/me')).code).toBe(waits ? 200 : 401)
      if (waits) expect(await approve((await waiting())[0]!.id)).toMatchObject({ code: 200 })
      expect((await who.call('POST /api/console/me')).code).toBe(401)
      const expiresAt = inThreeDays()
      expect(await operatorOf(who.name)).toMatchObject({ mustChange: true, expiresAt })
      expect(await enter(who.name, PASSWORD)).toMatchObject({ code: 400 })
      expect(await enter(who.name, renewed.data.password)).toMatchObject({ code: 200 })
    }
  })

  test('to take the second factor from power waits too, where somebody holds the role', async () => {
    let version = 0
    const save = async (permissions: string[], second_factor: boolean) => {
      const told = { label: '金库', permissions: permissions as never, second_factor }
      const { data } = await admin.call('POST /api/console/roles/save', {
        ...told,
        role: 'vault',
        version,
        remark: '试',
      })
      if (!data.waits) version += 1
      return data.waits
    }
    expect(await save(['deposit.read', 'payout.pay'], true)).toBe(false)
    expect(await save(['deposit.read', 'payout.pay'], false), 'nobody holds it').toBe(false)
    expect(await save(['deposit.read', 'payout.pay'], true)).toBe(false)
    await create('keeper', 'vault')
    await approve((await waiting())[0]!.id)
    expect(await save(['deposit.read', 'payout.pay'], false)).toBe(true)
    await admin.call('POST /api/console/staff/withdraw', { id: (await waiting())[0]!.id })
    expect(await save(['deposit.read'], true), 'power goes at once').toBe(false)
    expect(await save(['deposit.read'], false), 'it guarded nothing').toBe(false)
  })
})

describe('each change of an operator', () => {
  const lastLogged = async () =>
    (
      await rows(
        owner,
        sql`select action, subject, note from audit_log order by audit_id desc limit 1`,
      )
    )[0]
  const place = { role: 'auditor', allowed: [] as string[], member: '', remark: '说明' }
  const save = (id: number, more: Partial<typeof place> = {}) =>
    admin.call('POST /api/console/staff/save', { ...place, ...more, id })

  test('needs a reason', async () => {
    const { id } = { id: await idOf(second.name) }
    for (const [call, body] of [
      ['staff/create', { ...place, name: 'unexplained' }],
      ['staff/save', { ...place, id }],
      ['staff/lock', { id }],
      ['staff/unlock', { id }],
      ['staff/reset', { id }],
      ['staff/password', { id }],
      ['staff/sessions/end', { id, session: 0 }],
      ['addresses/save', { allowed: [], version: 0 }],
      [
        'roles/save',
        { role: 'blank', version: 0, label: 'x', permissions: [], second_factor: false },
      ],
      ['roles/remove', { role: 'blank' }],
    ] as const)
      expect(
        await admin.call(`POST /api/console/${call}`, { ...body, remark: '' } as never),
        call,
      ).toMatchObject({ code: 400, data: { field: 'remark' } })
  })

  test('names what is not there, or there already', async () => {
    const id = await idOf(second.name)
    expect(await save(999_999)).toMatchObject({ code: 404, message: '操作员不存在' })
    expect(await save(id, { role: 'nothing' })).toMatchObject({ data: { field: 'role' } })
    expect(await save(id, { member: 'no-such' })).toMatchObject({ data: { field: 'member' } })
    expect(await create('a b', 'auditor')).toMatchObject({ code: 400, data: { field: 'name' } })
    expect(await create('CHIEF', 'auditor')).toMatchObject({ code: 409, data: { field: 'name' } })
  })

  test('is made once by one key, and its password told once', async () => {
    const { cookie } = admin
    const twice = async (call: string, body: object) => {
      const headers = { cookie, 'idempotency-key': `made-once-by-${call.replace('/', '-')}` }
      const make = async () =>
        (
          await consoleCall(site, `POST /api/console/${call}`, { ...place, ...body }, headers)
        ).json()
      const first = await make()
      expect(await make(), call).toEqual({
        code: 200,
        message: '该操作已完成，无需重复',
        data: { waits: false, password: '' },
      })
      return first
    }
    const role = { label: '一次', permissions: [], second_factor: false, version: 0 }
    expect(await twice('staff/create', { name: 'once' })).toMatchObject({ message: '已创建' })
    const id = await idOf('once')
    expect(await twice('staff/save', { id })).toMatchObject({ message: '已保存' })
    expect(await twice('staff/password', { id })).toMatchObject({ message: '已设置一次性密码' })
    expect(await twice('roles/save', { ...role, role: 'once' })).toMatchObject({
      message: '已保存，立即生效',
    })
  })

  test('says what it did, and stands in the log and in the list', async () => {
    await site.member({ name: 'twinny' })
    expect(await create('worker', 'auditor')).toMatchObject({ message: '已创建' })
    const id = await idOf('worker')
    const subject = 'operator:worker'
    expect(await save(id, { allowed: ['10.0.0.0/8'], member: 'twinny' })).toMatchObject({
      message: '已保存',
      data: { waits: false, password: '' },
    })
    expect(await lastLogged()).toEqual({ action: 'staff.save', subject, note: '说明' })
    const listed = async () =>
      (
        await admin.call('POST /api/console/staff/list', {
          page: 1,
          q: 'worker',
          role: '',
          state: '',
        })
      ).data.data[0]
    expect(await listed()).toMatchObject({
      role_label: (await roleNow('auditor')).label,
      allowed: ['10.0.0.0/8'],
      member: 'twinny',
      last_login_at: '',
      second_factor_required: false,
    })
    await save(id)
    const { data } = await admin.call('POST /api/console/staff/password', { id, remark: '忘' })
    expect(await lastLogged()).toMatchObject({ action: 'staff.renewal', subject })
    const comeIn = async () =>
      String(
        (await consoleCall(site, 'POST /api/console/login', { name: 'worker', ...data })).headers[
          'set-cookie'
        ],
      ).split(';')[0]!
    const isIn = async (cookie: string) =>
      (await consoleCall(site, 'POST /api/console/me', {}, { cookie })).json().code === 200
    const [one, two, three] = [await comeIn(), await comeIn(), await comeIn()]
    expect((await listed())!.last_login_at).not.toBe('')
    const open = await admin.call('POST /api/console/staff/sessions', { id })
    const session = Math.min(...open.data.map(each => each.id))
    const end = (of: number) =>
      admin.call('POST /api/console/staff/sessions/end', { id, session: of, remark: '离席' })
    await end(session)
    expect(await Promise.all([one, two, three].map(isIn))).toEqual([false, true, true])
    expect(await lastLogged()).toEqual({ action: 'staff.sessions_ended', subject, note: '离席' })
    await end(0)
    expect(await Promise.all([two, three].map(isIn))).toEqual([false, false])
    const again = await comeIn()
    expect(await admin.call('POST /api/console/staff/lock', { id, remark: '假' })).toMatchObject({
      message: '已锁定，其登录已全部退出',
    })
    expect(await lastLogged()).toMatchObject({ action: 'staff.lock', subject })
    expect(await admin.call('POST /api/console/staff/unlock', { id, remark: '回' })).toMatchObject({
      message: '已解锁',
    })
    expect(await lastLogged()).toMatchObject({ action: 'staff.unlock', subject })
    expect(await isIn(again), 'what the lock ended').toBe(false)
    expect(await isIn(await comeIn())).toBe(true)
  })

  test('that waits says so; until then neither role nor password changes', async () => {
    expect(await create('novice', 'finance')).toMatchObject({
      message: '已创建，待另一位管理员批准',
    })
    const id = await idOf('novice')
    expect(await save(id, { role: 'auditor' })).toMatchObject({
      code: 409,
      message: '该账号尚待批准，角色不能修改',
    })
    expect(await save(id, { role: 'finance' })).toMatchObject({ code: 200 })
    expect(
      await admin.call('POST /api/console/staff/password', { id, remark: '忘' }),
    ).toMatchObject({ code: 409, message: '该账号尚待批准' })
    await admin.call('POST /api/console/staff/withdraw', { id: (await waiting())[0]!.id })
    await create('rising', 'auditor')
    expect(await save(await idOf('rising'), { role: 'finance' })).toMatchObject({
      message: '角色变更待另一位管理员批准',
    })
    expect(await lastLogged()).toMatchObject({ action: 'staff.role_asked' })
    await admin.call('POST /api/console/staff/withdraw', { id: (await waiting())[0]!.id })
    expect(
      await admin.call('POST /api/console/staff/password', {
        id: await idOf(second.name),
        remark: '忘',
      }),
    ).toMatchObject({ message: '新密码待另一位管理员批准后生效' })
    expect(await lastLogged()).toMatchObject({ action: 'staff.renewal_asked' })
    await admin.call('POST /api/console/staff/withdraw', { id: (await waiting())[0]!.id })
  })

  test('leaves one administrator who can come in, whoever makes it', async () => {
    await writeRole(owner, {
      role: 'people',
      label: '人事',
      permissions: ['staff.read', 'staff.write'],
      secondFactor: false,
      changedBy: 'test',
      changedAt: clock.now(),
    })
    const hr = await desk(site, 'auditor', 'personnel')
    await run(owner, sql`update operator set role = 'people' where name = 'personnel'`)
    const last = { code: 409, message: '至少须保留一位可登录的管理员' }
    const id = await idOf(admin.name)
    await run(
      owner,
      sql`update operator set state = 'locked' where role = 'admin' and name <> ${admin.name}`,
    )
    expect(await hr.call('POST /api/console/staff/lock', { id, remark: '离职' })).toMatchObject(
      last,
    )
    const less = { ...place, id }
    expect(await hr.call('POST /api/console/staff/save', less)).toMatchObject(last)
    const same = { ...less, role: 'admin', allowed: ['127.0.0.0/8'] }
    expect(
      await hr.call('POST /api/console/staff/save', same),
      'whose role stays may have other networks',
    ).toMatchObject({ code: 200, data: { waits: false } })
    const listed = (await hr.call('POST /api/console/roles/list')).data
    const closed = (role: string) => listed.find(each => each.role === role)!.closed
    expect(['admin', 'people', 'auditor'].map(closed)).toEqual(['fixed', 'own', ''])
    const own = { role: 'people', version: 1, label: '人', permissions: [], second_factor: false }
    expect(await hr.call('POST /api/console/roles/save', { ...own, remark: '试' })).toMatchObject({
      code: 403,
      message: '不能修改自己的角色',
    })
    const admins = { ...own, role: 'admin', version: 0, remark: '试' }
    expect(await hr.call('POST /api/console/roles/save', admins)).toMatchObject({
      code: 403,
      message: '管理员角色不能修改',
    })
    await run(owner, sql`update operator set state = 'active' where role = 'admin'`)
    expect(await hr.call('POST /api/console/staff/save', less)).toMatchObject({ code: 200 })
    await run(owner, sql`update operator set role = 'admin' where operator_id = ${id}`)
  })
})

test('a role is named, listed with who holds it, and removed once nobody does', async () => {
  const now = {
    role: 'brief',
    version: 0,
    permissions: ['deposit.read' as const, 'deposit.read' as const],
  }
  const save = (label: string, version = 0) =>
    admin.call('POST /api/console/roles/save', {
      ...now,
      version,
      label,
      second_factor: false,
      remark: '试',
    })
  expect(await save('')).toMatchObject({ code: 400, data: { field: 'label' } })
  expect(await save('短期')).toMatchObject({ message: '已保存，立即生效', data: { waits: false } })
  expect(await save('短期', 2), 'another saw another one').toMatchObject({ code: 409 })
  expect(await roleNow('brief'), 'nobody holds it yet').toMatchObject({ operators: 0 })
  await create('brief1', 'brief')
  expect(await roleNow('brief')).toMatchObject({
    label: '短期',
    permissions: ['deposit.read'],
    builtin: false,
    operators: 1,
    version: 1,
    changed_by: admin.name,
    closed: '',
    review_overdue: false,
  })
  expect((await roleNow('brief')).changed_at).not.toBe('')
  expect((await roleNow('admin')).changed_at).toBe('')
  const remove = (role: string) =>
    admin.call('POST /api/console/roles/remove', { role, remark: '不用了' })
  expect(await remove('brief')).toMatchObject({ message: '仍有操作员使用该角色' })
  await run(owner, sql`update operator set role = 'auditor' where name = 'brief1'`)
  expect(await remove('brief')).toMatchObject({ code: 200, message: '已删除' })
  expect(await roleNow('brief')).toBeUndefined()
  expect(
    await rows(owner, sql`select action, subject from audit_log order by audit_id desc limit 1`),
  ).toEqual([{ action: 'role.remove', subject: 'role:brief' }])
  expect(await remove('brief')).toMatchObject({ code: 404, message: '角色不存在' })
  expect(await remove('finance')).toMatchObject({ code: 403, message: '内置角色不能删除' })
  expect(await remove('admin')).toMatchObject({ code: 403, message: '管理员角色不能修改' })
})

test('a role that somebody holds takes a new name at once; more power waits and says so', async () => {
  await desk(site, 'finance')
  const { label, permissions, version } = await roleNow('finance')
  const save = (name: string, more: string[], of: number) =>
    admin.call('POST /api/console/roles/save', {
      role: 'finance',
      version: of,
      label: name,
      permissions: [...permissions, ...more] as never,
      second_factor: false,
      remark: '改名',
    })
  const lastAction = async () =>
    (
      await rows(
        owner,
        sql`select action, before, after from audit_log order by audit_id desc limit 1`,
      )
    )[0]
  expect(await save('财务部', [], version)).toMatchObject({
    message: '已保存，立即生效',
    data: { waits: false },
  })
  expect(await lastAction()).toMatchObject({
    action: 'role.save',
    before: { label },
    after: { label: '财务部' },
  })
  expect(await save(label, ['member.lock'], version + 1)).toMatchObject({
    message: '权限变更待另一位管理员批准',
    data: { waits: true },
  })
  expect(await lastAction()).toMatchObject({ action: 'role.save_asked' })
  expect(await roleNow('finance'), 'until then').toMatchObject({
    label: '财务部',
    permissions: permissions.toSorted(),
  })
  await admin.call('POST /api/console/staff/withdraw', { id: (await waiting())[0]!.id })
  await dropRole(owner, 'finance')
})

describe('beside another change of roles, one that began with it', () => {
  /** What calls answer that began while `change` was under way. */
  async function during<T>(calls: () => Promise<T>[], change?: (tx: Tx) => Promise<unknown>) {
    const { asked } = await transaction(owner, async tx => {
      await lockRoles(tx)
      const begun = calls()
      await untilSomeoneWaits(owner, begun.length)
      await change?.(tx)
      return { asked: Promise.all(begun) }
    })
    return asked
  }
  const codesOf = (answers: { code: number }[]) => answers.map(({ code }) => code).toSorted()
  const role = { role: 'shared', label: '共用', second_factor: false, remark: '试' }
  const saveRole = (permissions: string[], version: number) =>
    admin.call('POST /api/console/roles/save', {
      ...role,
      version,
      permissions: permissions as never,
    })

  test('makes an operator of the role as it has become', async () => {
    await saveRole(['deposit.read'], 0)
    const [made] = await during(
      () => [create('between', 'shared')],
      tx =>
        writeRole(tx, {
          role: 'shared',
          label: '共用',
          permissions: ['payout.pay'],
          secondFactor: false,
          changedBy: 'test',
          changedAt: clock.now(),
        }),
    )
    expect(made!.data.waits, 'the role has power by now').toBe(true)
    await admin.call('POST /api/console/staff/withdraw', { id: (await waiting())[0]!.id })
  })

  test('changes no role, and no list of addresses, that is another than it saw', async () => {
    const { version } = await roleNow('shared')
    const roles = await during(() => [1, 2].map(() => saveRole(['deposit.read'], version)))
    expect(codesOf(roles)).toEqual([200, 409])
    const shown = await admin.call('POST /api/console/addresses/show')
    const body = { allowed: [], version: shown.data.version, remark: '办公室' }
    const saved = await during(() =>
      [1, 2].map(() => admin.call('POST /api/console/addresses/save', body)),
    )
    expect(codesOf(saved)).toEqual([200, 409])
  })

  test('removes no role that somebody has got meanwhile', async () => {
    await create('getter', 'auditor')
    const [removed] = await during(
      () => [admin.call('POST /api/console/roles/remove', { role: 'shared', remark: '不用了' })],
      tx => run(tx, sql`update operator set role = 'shared' where name = 'getter'`),
    )
    expect(removed).toMatchObject({ code: 409, message: '仍有操作员使用该角色' })
    expect(await roleNow('shared')).toMatchObject({ operators: 1 })
  })
})

describe('what comes first', () => {
  const role = (permissions: string[], secondFactor = false) =>
    ({ permissions, secondFactor }) as Parameters<typeof needsSecondFactor>[1]
  test('is the second factor of who has power in production, and of who is asked for it', () => {
    const needed = (mode: 'production' | 'sandbox') =>
      [role(['deposit.read']), role(['deposit.read', 'payout.pay']), role([], true)].map(each =>
        needsSecondFactor({ mode }, each),
      )
    expect(needed('production')).toEqual([false, true, true])
    expect(needed('sandbox')).toEqual([false, false, true])
  })

  test('is the password before the factor, and no factor twice', () => {
    const first = (mustChange: boolean, method: string) =>
      mustFirst({ mode: 'sandbox' }, role([], true), { mustChange, method })
    expect(first(true, 'password')).toBe('password')
    expect(first(false, 'password')).toBe('second_factor')
    expect(first(false, 'totp')).toBe('')
  })
})

describe('addresses', () => {
  test.each([
    ['10.1.2.3', '10.1.2.3/32'],
    ['10.1.2.3/8', '10.0.0.0/8'],
    ['2001:db8::5/32', '2001:db8:0:0:0:0:0:0/32'],
    ['10.0.0.1/33', null],
    ['example.com', null],
    ['', null],
  ])('%s is read as %s', (typed, network) => {
    expect(networkOf(typed)).toBe(network)
  })

  test('an address is inside its network, in either writing', () => {
    expect(within('10.9.8.7', ['10.0.0.0/8'])).toBe(true)
    expect(within('::ffff:10.9.8.7', ['10.0.0.0/8'])).toBe(true)
    expect(within('11.9.8.7', ['10.0.0.0/8'])).toBe(false)
    expect(within('2001:db8:1::1', ['2001:db8:0:0:0:0:0:0/32'])).toBe(true)
    expect(within('nonsense', ['10.0.0.0/8'])).toBe(false)
    expect(within('nonsense', [])).toBe(true)
  })

  test('are at most fifty, once each, without the blank ones and none that is no network', () => {
    const many = (n: number) => ({ allowed: Array.from({ length: n }, () => '10.0.0.0/8') })
    expect([50, 51].map(n => consoleSchema.safeParse(many(n)).success)).toEqual([true, false])
    expect(networksOf(['', '10.1.2.3/8', '', '10.0.0.0/8'])).toEqual(['10.0.0.0/8'])
    expect(() => networksOf(['10.0.0.0/8', 'example.com'])).toThrow('example.com')
  })

  test('an operator comes in, and stays in, from the allowed ones only', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const made = await create('abroad', 'auditor', { allowed: ['198.51.100.0/24'] })
    expect(await enter('abroad', made.data.password, from('203.0.113.9'))).toMatchObject({
      code: 403,
      message: '当前网络地址不在允许范围内',
    })
    const entered = await consoleCall(
      site,
      'POST /api/console/login',
      { name: 'abroad', password: made.data.password },
      from('198.51.100.7'),
    )
    const cookie = String(entered.headers['set-cookie']).split(';')[0]!
    expect(
      (
        await consoleCall(site, 'POST /api/console/me', {}, { cookie, ...from('198.51.100.8') })
      ).json(),
    ).toMatchObject({ code: 200 })
    expect(
      (
        await consoleCall(site, 'POST /api/console/me', {}, { cookie, ...from('203.0.113.9') })
      ).json(),
    ).toMatchObject({ code: 401 })
    const forged = from('198.51.100.7, 203.0.113.9')
    expect(
      (await consoleCall(site, 'POST /api/console/me', {}, { cookie, ...forged })).json(),
      'what stands before the proxy’s own word is anybody’s',
    ).toMatchObject({ code: 401 })
  })

  test('the site’s list holds for everybody, and cannot shut its writer out', async () => {
    const shown = await admin.call('POST /api/console/addresses/show')
    const save = (allowed: string[], version: number) =>
      admin.call('POST /api/console/addresses/save', { allowed, version, remark: '办公室' })
    expect(await save(['192.0.2.0/24'], shown.data.version)).toMatchObject({
      code: 400,
      data: { field: 'allowed' },
    })
    expect(await save(['192.0.2.0/24', '127.0.0.1'], shown.data.version)).toMatchObject({
      code: 200,
    })
    expect(
      await enter('clerk', 'a better one 42', { 'x-forwarded-for': '203.0.113.9' }),
    ).toMatchObject({ code: 403 })
    expect(await save([], shown.data.version), 'another saw an older one').toMatchObject({
      code: 409,
      message: '名单已被修改，请刷新后重试',
    })
    expect(await save([], shown.data.version + 1)).toMatchObject({ code: 200 })
  })
})

test('nobody decides about the money of the member they are', async () => {
  const { token, memberId } = await site.member({ name: 'myself' })
  await give(site, memberId, 500_00n)
  const card = await bind(site, token)
  const asked = await site.call<{ out_trade_no: string }>(
    'POST /api/withdraw',
    { amount: 100, bank: card, password: PAY_PASSWORD },
    { token },
  )
  const who = await desk(site, 'finance')
  await admin.call('POST /api/console/staff/save', {
    id: await idOf(who.name),
    role: 'finance',
    allowed: [],
    member: 'myself',
    remark: '本人会员账号',
  })
  const item = { out_trade_no: asked.data.out_trade_no }
  expect(
    await who.call('POST /api/console/withdrawals/approve', { ...item, remark: '' }),
  ).toMatchObject({ code: 403, message: '不能处理本人会员账号的业务' })
  expect(
    await who.call('POST /api/console/withdrawals/claim', item),
    'nor keeps it from others',
  ).toMatchObject({ code: 403 })
  const other = await desk(site, 'finance')
  expect(
    await other.call('POST /api/console/withdrawals/approve', { ...item, remark: '' }),
  ).toMatchObject({ code: 200 })
})

test('all of it stands in the log, whose chain holds, without a secret', async () => {
  const told = JSON.stringify(
    await rows(owner, sql`select action, before, after, note from audit_log`),
  )
  for (const action of [
    'staff.create',
    'staff.create_asked',
    'staff.create_approved',
    'staff.lock',
    'role.save',
    'addresses.save',
    'console.address_refused',
  ])
    expect(told).toContain(`"${action}"`)
  expect(told).not.toMatch(/argon2/)
  expect(await firstBrokenAudit(site.services.db)).toBeNull()
})
