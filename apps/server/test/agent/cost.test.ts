// What another rule of the agents' commission would have cost, on the statements of the newest
// month: to the fen, with plans, levels, what was carried over, and payments per first depositor.
import { transaction } from '@tianping/database'
import { expect, test } from 'vitest'
import { agentSchema } from '../../src/areas/agent/setting.ts'
import { makeDueStatements } from '../../src/areas/agent/statements.ts'
import { costOf } from '../../src/console/desk/cost.ts'
import { countTurnover } from '../../src/areas/turnover/turnover.ts'
import { deposit } from '../redpacket/support.ts'
import { emptyPlan, openAgents } from './support.ts'

const { site, owner, clock, at, set, agent, risk, finance } =
  await openAgents('2026-09-01 12:00:00')
const play = (memberId: bigint, time: string, stakeFen: bigint, payoutFen: bigint) =>
  transaction(owner, tx =>
    countTurnover(tx, {
      memberId,
      venueId: 1,
      settledAt: at(time),
      before: null,
      after: { stakeFen, validFen: stakeFen, payoutFen },
    }),
  )
const below = (memberId: bigint) => site.member({ pid: String(memberId) })
async function planned(agentId: bigint, terms: object) {
  const { data } = await risk.call('POST /api/console/agent-plans/propose', {
    agent_id: Number(agentId),
    ...emptyPlan,
    from_month: '2026-10',
    ...terms,
  } as never)
  const { id } = data as { id: number }
  expect((await finance.call('POST /api/console/agent-plans/approve', { id })).message).toBe(
    '已批准',
  )
}
const cost = async (rule: object) =>
  (await finance.call('POST /api/console/rules/cost', { key: 'agent', value: rule })).data
const tiers = (hundredths: number) => ({
  tiers: [{ fromFen: 1, minActive: 0, hundredths }],
})
const sums = (before: number, after: number, earning: [number, number]) => [
  { label: '2026-10 佣金合计', unit: 'yuan', before, after },
  { label: '有佣金的代理', unit: 'count', before: earning[0], after: earning[1] },
]

test('nothing is costed before there is a statement', async () => {
  expect((await cost(agentSchema.parse(tiers(5_000)))).lines).toEqual([
    { label: '最近一期 佣金合计', unit: 'yuan', before: 0, after: 0 },
    { label: '有佣金的代理', unit: 'count', before: 0, after: 0 },
  ])
})

test('each statement anew by its plan and the other rule, with what it carried over', async () => {
  const [plain, fixed, mixed, losing] = [await agent(), await agent(), await agent(), await agent()]
  await planned(fixed.memberId, { share: 'percent', percent: '25' })
  await planned(mixed.memberId, { share: 'house', level2: '5', cpa: '50' })
  const [one, two, three] = [
    await below(plain.memberId),
    await below(fixed.memberId),
    await below(mixed.memberId),
  ]
  const deep = await below(three.memberId)
  const loser = await below(losing.memberId)
  // September: a negative month that October carries.
  await play(one.memberId, '2026-09-10 12:00:00', 1_000_00n, 3_000_00n)
  set('2026-10-02 12:00:00')
  await makeDueStatements(site.services)
  await play(one.memberId, '2026-10-10 12:00:00', 12_345_67n, 0n)
  await play(two.memberId, '2026-10-10 12:00:00', 1_000_00n, 0n)
  await play(three.memberId, '2026-10-10 12:00:00', 2_000_00n, 0n)
  await play(deep.memberId, '2026-10-10 12:00:00', 1_000_00n, 0n)
  await play(loser.memberId, '2026-10-10 12:00:00', 1_000_00n, 4_000_00n)
  await deposit(site, three.memberId, 100, at('2026-10-05 12:00:00'))
  set('2026-11-02 12:00:00')
  await makeDueStatements(site.services)

  // 1034567 * 30 % = 310370.1; 25000; 60000, 5000 of the second level and 5000 of a depositor; 0.
  const paid = 3_103.7 + 250 + 700
  const same = await cost(agentSchema.parse({}))
  expect(same.lines).toEqual(sums(paid, paid, [3, 3]))
  expect(same.note).toMatch(/^按最近一期账单的明细重新计算/)
  // Half: only the tiers move. 1034567 * 50 % = 517283.5
  expect((await cost(agentSchema.parse(tiers(5_000)))).lines).toEqual(
    sums(paid, 5_172.83 + 250 + 1_000 + 50 + 50, [3, 3]),
  )
  // Nothing carried: September's loss is no longer taken off. 1234567 * 30 % = 370370.1
  expect((await cost(agentSchema.parse({ carryNegative: false }))).lines).toEqual(
    sums(paid, 3_703.7 + 250 + 700, [3, 3]),
  )
  // A tier that nobody reaches leaves what the plans pay by themselves.
  const high = { tiers: [{ fromFen: 100_000_000_00, minActive: 0, hundredths: 3_000 }] }
  expect((await cost(agentSchema.parse(high))).lines).toEqual(sums(paid, 250 + 50 + 50, [3, 2]))
  // By turnover everybody's play counts, whoever won, and no loss of the other basis is taken off.
  const turnover = agentSchema.parse({ basis: 'turnover', ...tiers(1_000) })
  expect((await cost(turnover)).lines).toEqual(
    sums(paid, 1_234.56 + 250 + 200 + 50 + 50 + 100, [3, 4]),
  )
  // The rule in force is compared with nothing but itself.
  const asked = { key: 'agent', before: {}, after: agentSchema.parse({}) }
  expect((await costOf(owner, clock.now(), asked)).days).toBe(30)
})
