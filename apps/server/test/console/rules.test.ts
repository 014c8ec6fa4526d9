import { rows, run, sql } from '@tianping/database'
import { describe, expect, test } from 'vitest'
import { seedSite } from '../../src/demo/site.ts'
import { cashierSetting, type CashierSetting } from '../../src/areas/cashier/setting.ts'
import type { AgentRule } from '../../src/areas/agent/setting.ts'
import { openCashier } from '../cashier/support.ts'
import { consoleCall, desk, type Desk } from './support.ts'

const { site, owner, clock } = await openCashier()
await seedSite(owner, clock.now())
const [anna, bert, risky, eyes] = [
  await desk(site, 'finance', 'anna'),
  await desk(site, 'admin', 'bert'),
  await desk(site, 'risk', 'risky'),
  await desk(site, 'auditor', 'eyes'),
]
const auditOf = (id: number) =>
  rows(
    owner,
    sql<{
      action: string
      operator: string
      before: object
      after: object
      note: string
    }>`select action, operator, before, after, note from audit_log where subject = ${`proposal:${id}`} order by audit_id`,
  )
const shown = async (key: string) => (await eyes.call('POST /api/console/rules/show', { key })).data

/** Proposes a change of a rule and answers the number of the proposal. */
async function propose<T extends object>(key: string, change: (value: T) => T, by: Desk = anna) {
  const { version, value } = await shown(key)
  const asked = await by.call('POST /api/console/rules/propose', {
    key,
    version,
    value: change(structuredClone(value) as T),
    note: '节日调整',
  })
  return { ...asked, id: (await shown(key)).proposal?.id ?? 0, version }
}

describe('a rule that decides about money', () => {
  test('no payout waits for a tier that no member can have', async () => {
    const asked = await propose<{ minTier: number }>('payouts', value => ({ ...value, minTier: 3 }))
    expect(asked).toMatchObject({
      code: 400,
      data: { issues: [{ path: 'minTier', message: '认证级别最高为 2' }] },
    })
    expect((await shown('payouts')).proposal).toBeNull()
  })

  test('changes by two persons: one proposes, and only another’s approval makes the next version', async () => {
    const { code, id, version } = await propose<CashierSetting>('cashier', value => ({
      ...value,
      withdrawusdtrate: 7.05,
    }))
    expect(code).toBe(200)
    expect((await cashierSetting(owner)).withdrawusdtrate).toBe(7.1)
    expect(await anna.call('POST /api/console/rules/approve', { id })).toMatchObject({
      code: 409,
      message: '不能审批自己提出的修改，请由另一位同事处理',
    })
    expect(await anna.call('POST /api/console/rules/reject', { id, remark: '否' })).toMatchObject({
      code: 409,
    })
    expect(await risky.call('POST /api/console/rules/approve', { id })).toMatchObject({ code: 403 })
    expect((await cashierSetting(owner)).withdrawusdtrate).toBe(7.1)
    expect((await eyes.call('POST /api/console/today')).data.proposals_open).toBe(1)
    expect(
      (await bert.call('POST /api/console/rules/approve', { id, remark: '已核对' })).code,
    ).toBe(200)
    expect((await cashierSetting(owner)).withdrawusdtrate).toBe(7.05)
    const now = await shown('cashier')
    expect(now).toMatchObject({ version: version + 1, proposal: null })
    expect(now.versions[0]).toMatchObject({
      version: version + 1,
      changed_by: 'bert',
      proposed_by: 'anna',
      note: '节日调整',
    })
    expect(await auditOf(id)).toMatchObject([
      {
        action: 'rule.propose',
        operator: 'anna',
        before: { rule: 'cashier', withdrawusdtrate: 7.1 },
        after: { withdrawusdtrate: 7.05 },
        note: '节日调整',
      },
      {
        action: 'rule.approve',
        operator: 'bert',
        before: { withdrawusdtrate: 7.1 },
        after: { withdrawusdtrate: 7.05, proposed_by: 'anna' },
        note: '已核对',
      },
    ])
  })

  test('is approved once, whoever presses at the same time', async () => {
    const { id, version } = await propose<CashierSetting>('cashier', value => ({
      ...value,
      rengong: !value.rengong,
    }))
    const second = await desk(site, 'finance', 'second')
    const answers = await Promise.all(
      [bert, second, bert, second].map(one => one.call('POST /api/console/rules/approve', { id })),
    )
    expect(answers.map(answer => answer.code).toSorted()).toEqual([200, 409, 409, 409])
    expect((await shown('cashier')).version).toBe(version + 1)
  })

  test('has one proposal at a time, which its proposer may take back', async () => {
    const first = await propose<AgentRule>('agent', value => ({ ...value, turnoverTimes: 1 }))
    expect(first.code).toBe(200)
    expect(
      await propose<AgentRule>('agent', value => ({ ...value, turnoverTimes: 2 }), risky),
    ).toMatchObject({ code: 409, message: '“代理佣金”已有待审批的修改，请先处理' })
    expect(await risky.call('POST /api/console/rules/withdraw', { id: first.id })).toMatchObject({
      code: 409,
      message: '只能撤回自己提出的修改',
    })
    expect((await anna.call('POST /api/console/rules/withdraw', { id: first.id })).code).toBe(200)
    expect(await bert.call('POST /api/console/rules/approve', { id: first.id })).toMatchObject({
      code: 409,
      message: '该提案已由anna撤回',
    })
    expect((await shown('agent')).version).toBe(0)
  })

  test('is rejected with a reason and stays as it is', async () => {
    const { id } = await propose<AgentRule>(
      'agent',
      value => ({ ...value, turnoverTimes: 1 }),
      risky,
    )
    expect(await bert.call('POST /api/console/rules/reject', { id })).toMatchObject({
      code: 400,
      message: '请填写拒绝原因',
    })
    expect(
      (await bert.call('POST /api/console/rules/reject', { id, remark: '数值有误' })).code,
    ).toBe(200)
    expect((await shown('agent')).decided[0]).toMatchObject({
      id,
      state: 3,
      decided_by: 'bert',
      remark: '数值有误',
    })
    expect((await shown('agent')).version).toBe(0)
  })

  test('that was changed meanwhile is not changed by an older form', async () => {
    const { version, value } = await shown('rebate')
    const { id } = await propose<{ turnoverTimes: number }>('rebate', before => ({
      ...before,
      turnoverTimes: 2,
    }))
    await bert.call('POST /api/console/rules/approve', { id })
    expect(
      await anna.call('POST /api/console/rules/propose', {
        key: 'rebate',
        version,
        value: { ...(value as object), turnoverTimes: 3 },
        note: '旧表单',
      }),
    ).toMatchObject({ code: 409, message: `“返水”已更新到第 ${version + 1} 版，请刷新后重新修改` })
  })

  test('outside its limits is refused by field, and without a change or a note as well', async () => {
    const { version, value } = await shown('redpacket')
    const tier = (minFen: number, maxFen: number | null) => ({
      startDay: '2026-11-01',
      endDay: '2026-11-30',
      minFen,
      maxFen,
      claims: 1,
      drawMinFen: 100,
      drawMaxFen: 200,
      turnoverTimes: 1,
    })
    const asked = (next: object, note = '加档') =>
      anna.call('POST /api/console/rules/propose', {
        key: 'redpacket',
        version,
        value: { ...(value as object), ...next },
        note,
      })
    expect(await asked({ tiers: [tier(100_00, 500_00), tier(400_00, null)] })).toMatchObject({
      code: 400,
      data: { issues: [{ path: 'tiers' }] },
    })
    expect(await asked({ tiers: [{ ...tier(100_00, null), claims: 0 }] })).toMatchObject({
      code: 400,
      data: { issues: [{ path: 'tiers.0.claims' }] },
    })
    expect(await asked({}, '')).toMatchObject({ code: 400, message: '请填写修改说明' })
    expect(await asked({})).toMatchObject({ code: 400, message: '没有修改任何内容' })
    expect((await asked({ tiers: [tier(100_00, 499_99), tier(500_00, null)] })).code).toBe(200)
  })

  test('of the levels sets the table that members read together with the version', async () => {
    const { id } = await propose<{ realperson: number }[]>('vip_levels', levels =>
      levels.map((level, at) => (at === 0 ? { ...level, realperson: 0.45 } : level)),
    )
    expect((await bert.call('POST /api/console/rules/approve', { id })).code).toBe(200)
    expect(await rows(owner, sql`select realperson from vip_level where vip = 1`)).toEqual([
      { realperson: '0.45' },
    ])
  })

  test('asked for again with the same key is proposed once', async () => {
    const { version, value } = await shown('vip')
    const body = {
      key: 'vip',
      version,
      value: { ...(value as object), windowDays: 60 },
      note: '重试',
    }
    for (let i = 0; i < 3; i++)
      expect(
        (
          await consoleCall(site, 'POST /api/console/rules/propose', body, {
            cookie: anna.cookie,
            'idempotency-key': 'propose-1',
          })
        ).json(),
      ).toMatchObject({ code: 200 })
    expect((await shown('vip')).proposal).toMatchObject({ note: '重试' })
  })

  test('cannot be approved by its proposer behind the server’s back either', async () => {
    await expect(
      run(
        owner,
        sql`update rule_proposal set state = 2, decided_by = proposed_by, decided_at = now() where state = 1`,
      ),
    ).rejects.toThrow('check')
  })
})
