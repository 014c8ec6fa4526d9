// Agents whose statement cannot be made or lowered, beside others whose can.
import { run, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { makeDueStatements } from '../../src/areas/agent/statements.ts'
import { deposit } from '../redpacket/support.ts'
import { poison } from '../support/poison.ts'
import { emptyPlan, openAgents } from './support.ts'

const { site, owner, at, set, agent, joinedAt, risk, finance } =
  await openAgents('2026-09-01 12:00:00')
const show = async (agentId: bigint, month: string) =>
  (
    await finance.call('POST /api/console/statements/show', {
      agent_id: Number(agentId),
      month,
    })
  ).data

test('a hundred agents whose statements fail keep none behind them, and the job is seen as failing', async () => {
  const own = await agent()
  await run(
    owner,
    sql`insert into agent (member_id, approved_at, from_day, next_month) select -n, now(), '2026-09-01', '2026-09' from generate_series(1, 100) n`,
  )
  const cures = []
  for (let n = 1n; n <= 100n; n++) cures.push(await poison(owner, 'agent', -n))
  set('2026-10-02 12:00:00')
  await expect(makeDueStatements(site.services)).rejects.toThrow('100 failed: poisoned')
  expect(await show(own.memberId, '2026-09')).toMatchObject({ commission: 0 })
  await expect(makeDueStatements(site.services), 'again').rejects.toThrow('100 failed')
  for (const cure of cures) await cure()
  await run(owner, sql`delete from agent where member_id < 0`)
  expect(await makeDueStatements(site.services)).toBe(0)
})

test('a statement that cannot be lowered keeps no other from it', async () => {
  const firsts: [agent: bigint, first: bigint][] = []
  for (const _ of ['one', 'other']) {
    const own = await agent()
    const plan = { ...emptyPlan, share: 'none', cpa: '88.88', min_deposit: '100' }
    const { data } = await risk.call('POST /api/console/agent-plans/propose', {
      ...plan,
      from_month: '2026-11',
      agent_id: Number(own.memberId),
    } as never)
    await finance.call('POST /api/console/agent-plans/approve', data as { id: number })
    const first = await site.member({ pid: String(own.memberId) })
    await joinedAt(first.memberId, '2026-11-10 10:00:00')
    await deposit(site, first.memberId, 100, at('2026-11-10 12:00:00'))
    firsts.push([own.memberId, first.memberId])
  }
  set('2026-12-02 12:00:00')
  await makeDueStatements(site.services)
  const earned = async () => {
    const all = []
    for (const [agentId] of firsts) all.push((await show(agentId, '2026-11')).commission)
    return all
  }
  expect(await earned()).toEqual([88.88, 88.88])
  for (const [, memberId] of firsts)
    await run(
      owner,
      sql`insert into risk_flag (member_id, kind, subject, rule_version, inputs, weight, raised_at, seen_at, state, decided_by, decided_at)
        values (${memberId}, 'shared_device', 'x', 1, '{}', 50, now(), now(), 2, 'risky', now())`,
    )
  const cure = await poison(owner, 'agent_cpa', firsts[0]![1])
  await expect(makeDueStatements(site.services)).rejects.toThrow('poisoned')
  expect(await earned()).toEqual([88.88, 0])
  await cure()
  await makeDueStatements(site.services)
  expect(await earned()).toEqual([0, 0])
})
