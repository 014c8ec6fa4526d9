import { rows, run, sql, theRow, transaction } from '@tianping/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDueStatements } from '../../src/areas/agent/statements.ts'
import { seedSite } from '../../src/demo/site.ts'
import { countTurnover } from '../../src/areas/turnover/turnover.ts'
import { balanceOf, openCashier } from '../cashier/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { desk, type Desk } from './support.ts'

const { site, owner, clock } = await openCashier()
await seedSite(owner, clock.now())
afterAll(() => assertBooksHold(owner))
const [anna, risk, eyes] = [
  await desk(site, 'finance', 'anna'),
  await desk(site, 'risk', 'risky'),
  await desk(site, 'support', 'eyes'),
]
const auditOf = (subject: string) =>
  rows(
    owner,
    sql<{
      action: string
      operator: string
    }>`select action, operator from audit_log where subject = ${subject} order by audit_id`,
  )

async function applicant() {
  const member = await site.member()
  await site.call(
    'POST /api/applyagentdo',
    { mobile: '13800138000', apply_info: '有社群资源' },
    { token: member.token },
  )
  const { id } = await theRow(
    owner,
    sql<{
      id: string
    }>`select application_id as id from agent_application where member_id = ${member.memberId} and state = 1`,
  )
  return { ...member, application_id: id }
}

describe('who asks to become an agent', () => {
  test('is shown with their team; the mobile number only to who may see it and says why', async () => {
    const { application_id, memberId } = await applicant()
    await site.member({ pid: String(memberId) })
    expect(
      (await eyes.call('POST /api/console/agents/show', { application_id })).data,
    ).toMatchObject({
      mobile: '138****8000',
      apply_info: '有社群资源',
      team: { members: 1, depositors: 0, deposits: 0 },
    })
    expect((await anna.call('POST /api/console/agents/show', { application_id })).data.mobile).toBe(
      '138****8000',
    )
    await anna.call('POST /api/console/unmask', {
      subject: `agent:${application_id}`,
      remark: '电话面谈',
    })
    expect((await anna.call('POST /api/console/agents/show', { application_id })).data.mobile).toBe(
      '13800138000',
    )
    expect(await auditOf(`agent:${application_id}`)).toEqual([
      { action: 'agent.unmask', operator: 'anna' },
    ])
    expect(
      (await anna.call('POST /api/console/agents/list', { state: 1, q: String(memberId) })).data
        .data,
    ).toMatchObject([{ application_id, mobile: '138****8000' }])
  })

  test('becomes one by a pass, made once however often it is pressed', async () => {
    const { application_id, memberId } = await applicant()
    expect((await risk.call('POST /api/console/agents/claim', { application_id })).code).toBe(200)
    const clicks = await Promise.all(
      Array.from({ length: 5 }, () =>
        risk.call('POST /api/console/agents/approve', { application_id }),
      ),
    )
    expect(clicks.map(click => click.code)).toEqual([200, 200, 200, 200, 200])
    expect(clicks.map(click => click.message)).toContain('已通过')
    expect(
      await rows(owner, sql`select isagent from member where member_id = ${memberId}`),
    ).toEqual([{ isagent: true }])
    expect((await auditOf(`agent:${application_id}`)).map(deed => deed.action)).toEqual([
      'agent.claim',
      'agent.approve',
    ])
    expect(
      (await eyes.call('POST /api/console/agents/list', { state: 2, q: String(memberId) })).data
        .data,
    ).toMatchObject([{ decided_by: 'risky' }])
  })

  test('is rejected with a reason only', async () => {
    const { application_id } = await applicant()
    expect(await risk.call('POST /api/console/agents/reject', { application_id })).toMatchObject({
      code: 400,
      message: '请填写拒绝原因',
    })
    const rejection = { application_id, remark: '资料不完整' }
    expect(await risk.call('POST /api/console/agents/reject', rejection)).toMatchObject({
      code: 200,
      message: '已拒绝',
    })
    expect((await auditOf(`agent:${application_id}`)).map(deed => deed.action)).toEqual([
      'agent.reject',
    ])
    expect(await risk.call('POST /api/console/agents/claim', { application_id })).toMatchObject({
      code: 409,
      message: '该申请已由risky拒绝',
    })
  })
})

describe('an agent’s status', () => {
  test('is taken back with a reason and given back, each once, written down with who and why; never by oneself', async () => {
    const { application_id, memberId } = await applicant()
    const id = Number(memberId)
    expect((await eyes.call('POST /api/console/agents/standing', { id })).data).toMatchObject({
      standing: 'none',
      since: '',
      endings: [],
    })
    await risk.call('POST /api/console/agents/approve', { application_id })
    expect((await eyes.call('POST /api/console/agents/standing', { id })).data).toMatchObject({
      standing: 'active',
      team: 0,
      waiting: 0,
      waiting_amount: 0,
      endings: [],
    })
    expect(await risk.call('POST /api/console/agents/end', { id })).toMatchObject({
      code: 400,
      message: '请填写原因',
      data: { field: 'remark' },
    })
    expect(
      await risk.call('POST /api/console/agents/end', { id, remark: '自我邀请' }),
    ).toMatchObject({ code: 200, message: '已取消代理资格' })
    expect(
      await risk.call('POST /api/console/agents/end', { id, remark: '自我邀请' }),
    ).toMatchObject({ code: 409 })
    expect((await eyes.call('POST /api/console/agents/standing', { id })).data).toMatchObject({
      standing: 'ended',
      endings: [
        { ended_by: 'risky', reason: '自我邀请', last_day: '2026-11-20', reinstated_at: '' },
      ],
    })
    expect(
      await rows(owner, sql`select isagent from member where member_id = ${memberId}`),
    ).toEqual([{ isagent: false }])
    expect(
      await risk.call('POST /api/console/agents/reinstate', { id, remark: '查明无误' }),
    ).toMatchObject({ code: 200, message: '已恢复代理资格' })
    expect((await eyes.call('POST /api/console/agents/standing', { id })).data).toMatchObject({
      standing: 'active',
      endings: [{ reinstated_by: 'risky' }],
    })
    expect(
      await rows(
        owner,
        sql`select action, operator, note, after->>'agent' as agent from audit_log where subject = ${`member:${id}`} order by audit_id`,
      ),
    ).toEqual([
      { action: 'agent.end', operator: 'risky', note: '自我邀请', agent: 'ended' },
      { action: 'agent.reinstate', operator: 'risky', note: '查明无误', agent: 'active' },
    ])
    await run(owner, sql`update operator set member_id = ${memberId} where name = 'risky'`)
    expect(await risk.call('POST /api/console/agents/end', { id, remark: '自己' })).toMatchObject({
      code: 403,
    })
    await run(owner, sql`update operator set member_id = null where name = 'risky'`)
    expect(
      await risk.call('POST /api/console/agents/end', { id: 999_999_999, remark: '无' }),
    ).toMatchObject({ code: 404 })
  })
})

/** An agent whose one friend lost ¥2,000.00 in November, on the first of December. */
async function statement() {
  const agent = await applicant()
  await risk.call('POST /api/console/agents/approve', { application_id: agent.application_id })
  const friend = await site.member({ pid: String(agent.memberId) })
  const figures = { stakeFen: 5_000_00n, validFen: 5_000_00n, payoutFen: 3_000_00n }
  await transaction(owner, tx =>
    countTurnover(tx, {
      memberId: friend.memberId,
      venueId: 1,
      settledAt: clock.now(),
      before: null,
      after: figures,
    }),
  )
  return { agent, friend, key: { agent_id: Number(agent.memberId), month: '2026-11' } }
}

describe('an agent’s statement', () => {
  let [one, two, three]: Awaited<ReturnType<typeof statement>>[] = []
  let [pays, other, looks]: Desk[] = []
  beforeAll(async () => {
    ;[one, two, three] = [await statement(), await statement(), await statement()]
    clock.advance(12 * 86_400_000)
    await makeDueStatements(site.services)
    // Twelve days later everybody logs in again.
    ;[pays, other, looks] = [
      await desk(site, 'finance', 'pays'),
      await desk(site, 'finance', 'other'),
      await desk(site, 'support', 'looks'),
    ]
  })

  test('is shown with its lines, its formula, and computed again', async () => {
    const listed = await looks!.call('POST /api/console/statements/list', {
      state: 1,
      month: '2026-11',
    })
    expect(listed.data.total).toBe(3)
    expect((await looks!.call('POST /api/console/statements/show', one!.key)).data).toMatchObject({
      members: 1,
      active: 1,
      base: 2000,
      percent: 30,
      commission: 600,
      state: 1,
      to_day: '2026-11-30',
    })
    expect((await looks!.call('POST /api/console/statements/lines', one!.key)).data).toMatchObject({
      total: 1,
      data: [
        {
          username: one!.friend.name,
          stake: 5000,
          payout: 3000,
          adds: 2000,
          corrected: 0,
          active: true,
        },
      ],
    })
    expect((await looks!.call('POST /api/console/statements/check', one!.key)).data).toEqual({
      holds: true,
      recomputed: 600,
      since: [],
      since_total: 0,
    })
    expect((await looks!.call('POST /api/console/today')).data.statements_pending).toBe(3)
  })

  test('is paid through the ledger, once', async () => {
    const clicks = await Promise.all(
      Array.from({ length: 6 }, () => pays!.call('POST /api/console/statements/approve', one!.key)),
    )
    expect(clicks.map(click => click.code)).toEqual(Array<number>(6).fill(200))
    expect(clicks.map(click => click.message)).toContain('已发放')
    const token = await site.enter(one!.agent.memberId)
    expect(await balanceOf(site, token)).toBe(600)
    expect(await auditOf(`statement:${one!.agent.memberId}:2026-11`)).toEqual([
      { action: 'statement.approve', operator: 'pays' },
    ])
    expect(
      await other!.call('POST /api/console/statements/reject', { ...one!.key, remark: '否' }),
    ).toMatchObject({ code: 409, message: '该账单已由pays发放' })
  })

  test('is one operator’s while it is claimed', async () => {
    expect((await pays!.call('POST /api/console/statements/claim', two!.key)).code).toBe(200)
    expect(await other!.call('POST /api/console/statements/approve', two!.key)).toMatchObject({
      code: 409,
      message: '该项正由pays处理',
    })
    const rejection = { ...two!.key, remark: '团队数据待核实' }
    expect(await pays!.call('POST /api/console/statements/reject', rejection)).toMatchObject({
      code: 200,
      message: '已拒绝',
    })
  })

  test('that is rejected pays nothing, and stands in the log and in the list as that', async () => {
    expect(await balanceOf(site, await site.enter(two!.agent.memberId))).toBe(0)
    expect(await auditOf(`statement:${two!.agent.memberId}:2026-11`)).toEqual([
      { action: 'statement.claim', operator: 'pays' },
      { action: 'statement.reject', operator: 'pays' },
    ])
    const { data } = await looks!.call('POST /api/console/statements/list', {
      month: '2026-11',
      states: '1,2,3',
    })
    const standing = data.data.map(({ agent_id, state, claimed_by, decided_by, decided_at }) => [
      agent_id,
      state,
      claimed_by,
      decided_by,
      decided_at !== '',
    ])
    expect(standing).toEqual(
      expect.arrayContaining([
        [two!.key.agent_id, 3, '', 'pays', true],
        [one!.key.agent_id, 2, '', 'pays', true],
        [three!.key.agent_id, 1, '', '', false],
      ]),
    )
  })

  test('that its own lines do not give is never paid', async () => {
    await run(
      owner,
      sql`update agent_statement set commission_fen = 99999900 where agent_id = ${three!.agent.memberId}`,
    )
    expect(
      (await looks!.call('POST /api/console/statements/check', three!.key)).data,
    ).toMatchObject({ holds: false, recomputed: 600 })
    expect(await pays!.call('POST /api/console/statements/approve', three!.key)).toMatchObject({
      code: 409,
    })
    const token = await site.enter(three!.agent.memberId)
    expect(await balanceOf(site, token)).toBe(0)
    expect((await looks!.call('POST /api/console/statements/show', three!.key)).data.state).toBe(1)
  })

  test('that is unknown is refused', async () => {
    for (const call of ['show', 'lines', 'check', 'claim', 'approve'] as const) {
      expect(
        await pays!.call(`POST /api/console/statements/${call}`, { agent_id: 1, month: '2020-01' }),
      ).toMatchObject({ code: 404 })
    }
  })
})
