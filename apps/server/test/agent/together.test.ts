// What several agents get of one member together stays within the bound of the settings, whoever
// changes a percentage: plans, admissions, statuses given back, and the rule itself.
import { run, sql, theRow, transaction } from '@tianping/database'
import { beforeEach, expect, test } from 'vitest'
import { decideAgentApplication } from '../../src/areas/agent/decideAgentApplication.ts'
import { agentSchema, AGENT_SETTING } from '../../src/areas/agent/setting.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { emptyPlan, openAgents } from './support.ts'

const { site, owner, clock, set, agent, risk, finance, admin } =
  await openAgents('2026-09-01 12:00:00')
const bound = (hundredths: number) =>
  writeSetting(
    owner,
    AGENT_SETTING,
    agentSchema,
    { together: { hundredths } },
    { name: 'test', at: clock.now() },
  )
beforeEach(async () => {
  set('2026-09-01 12:00:00')
  await bound(100_00)
})

const applied = { mobile: '13800138000', apply_info: '有社群资源' }
const applies = async (memberId: bigint, token: string) => {
  expect((await site.call('POST /api/applyagentdo', applied, { token })).code).toBe(200)
  const { id } = await theRow(
    owner,
    sql<{ id: string }>`
    select application_id as id from agent_application where member_id = ${memberId} and state = 1`,
  )
  return (pass = true) =>
    transaction(owner, tx =>
      decideAgentApplication(tx, {
        memberId,
        applicationId: id,
        pass,
        reason: '',
        by: 'admin',
        now: clock.now(),
      }),
    )
}
/** An agent whom another one invited. */
async function agentBelow(memberId: bigint) {
  const made = await site.member({ pid: String(memberId) })
  await (
    await applies(made.memberId, made.token)
  )()
  return made
}
type Terms = { share?: string; percent?: string; level2?: string; level3?: string; month?: string }
async function propose(agentId: bigint, { month = '2026-10', ...terms }: Terms) {
  const body = {
    ...emptyPlan,
    share: 'percent',
    ...terms,
  }
  return risk.call('POST /api/console/agent-plans/propose', {
    ...body,
    from_month: month,
    agent_id: Number(agentId),
  } as never)
}
const approve = (id: number) => finance.call('POST /api/console/agent-plans/approve', { id })
async function planned(agentId: bigint, terms: Terms) {
  const { data, message } = await propose(agentId, terms)
  expect(message).toBe('已提交，等待另一位同事复核')
  const { id } = data as { id: number }
  expect((await approve(id)).message).toBe('已批准')
}
const beyond = (sum: number, max = 100) =>
  `同一会员上方各级代理的佣金比例合计将达${sum}%，超过上限${max}%，请先调整相关方案或规则`

test('a plan is refused that brings three agents above one member beyond the bound, from either end', async () => {
  const top = await agent()
  const middle = await agentBelow(top.memberId)
  const low = await agentBelow(middle.memberId)
  await planned(top.memberId, { percent: '40', level3: '20' })
  await planned(middle.memberId, { percent: '40', level2: '30' })
  // 50 % of the agent's own, 30 % and 20 % of those above: exactly the bound.
  await planned(low.memberId, { percent: '50' })
  expect(await propose(low.memberId, { percent: '50.01' })).toMatchObject({
    code: 409,
    message: beyond(100.01),
  })
  expect((await propose(top.memberId, { percent: '40', level3: '20.01' })).message).toBe(
    beyond(100.01),
  )
  expect((await propose(middle.memberId, { percent: '10', level2: '30.5' })).message).toBe(
    beyond(100.5),
  )
  // The tier of the settings counts where a plan says so: 40 % at most.
  await planned(low.memberId, { share: 'house', month: '2026-11' })
  await planned(middle.memberId, { percent: '40', level2: '40', month: '2026-11' })
  // October still has the plan of half.
  expect((await propose(middle.memberId, { percent: '40', level2: '40' })).message).toBe(
    beyond(110),
  )
})

test('two plans that wait are not both approved when both together pass it', async () => {
  const top = await agent()
  const low = await agentBelow(top.memberId)
  const [one, two] = [
    (await propose(top.memberId, { percent: '10', level2: '60' })).data as { id: number },
    (await propose(low.memberId, { percent: '40.01' })).data as { id: number },
  ]
  const said = await Promise.all([approve(one.id), approve(two.id)])
  expect(said.map(each => each.message).toSorted()).toEqual([beyond(100.01), '已批准'].toSorted())
})

test('nobody becomes an agent, or one again, below a plan that leaves no room', async () => {
  const top = await agent()
  const made = await site.member({ pid: String(top.memberId) })
  await planned(top.memberId, { percent: '10', level2: '60.01' })
  set('2026-10-05 12:00:00')
  const decide = await applies(made.memberId, await site.enter(made.memberId))
  await expect(decide()).rejects.toThrow(beyond(100.01))
  expect(
    await theRow(owner, sql`select isagent from member where member_id = ${made.memberId}`),
  ).toEqual({ isagent: false })
  // With less there is room; taken back, the room may go to another plan.
  await planned(top.memberId, { percent: '10', level2: '60', month: '2026-11' })
  set('2026-11-05 12:00:00')
  await decide()
  const id = Number(made.memberId)
  const end = await admin.call('POST /api/console/agents/end', { id, remark: '违规' } as never)
  expect(end.message).toBe('已取消代理资格')
  await planned(top.memberId, { percent: '10', level2: '90', month: '2026-12' })
  const back = await admin.call('POST /api/console/agents/reinstate', {
    id,
    remark: '复核',
  } as never)
  expect(back).toMatchObject({ code: 409, message: beyond(130) })
})

test('the rule is refused that passes the bound by itself; what lies beyond already may be lowered', async () => {
  const top = await agent()
  const low = await agentBelow(top.memberId)
  await planned(top.memberId, { percent: '10', level2: '60' })
  const key = 'agent'
  const change = async (value: object) => {
    const { version } = (await finance.call('POST /api/console/rules/show', { key })).data
    const asked = { key, version, value: agentSchema.parse(value), note: '调整' }
    const proposed = await finance.call('POST /api/console/rules/propose', asked as never)
    expect(proposed.code, proposed.message).toBe(200)
    const { proposal } = (await admin.call('POST /api/console/rules/show', { key })).data
    const id = (proposal as { id: number }).id
    const said = await admin.call('POST /api/console/rules/approve', { id, remark: '' })
    if (said.code !== 200)
      await admin.call('POST /api/console/rules/reject', { id, remark: '超出' })
    return said.message
  }
  const tier = (hundredths: number) => ({ tiers: [{ fromFen: 1, minActive: 0, hundredths }] })
  expect(await change(tier(40_01))).toBe(beyond(100.01))
  expect(await change({ together: { hundredths: 99_99 } })).toBe(beyond(100, 99.99))
  expect(await change(tier(40_00))).toBe('已批准，新版本已生效')
  // A bound from outside below what is in force: lowering is no reason to refuse.
  await bound(80_00)
  await run(owner, sql`delete from throttle`)
  await planned(low.memberId, { percent: '30' })
  expect((await propose(low.memberId, { percent: '40.01' })).message).toBe(beyond(100.01, 80))
  // Nor is leaving it as it is, for a plan or for the rule.
  await planned(low.memberId, { percent: '30', month: '2026-11' })
  expect(await change({ together: { hundredths: 80_00 }, ...tier(39_00) })).toBe(
    '已批准，新版本已生效',
  )
})
