import { run, sql, transaction } from '@tianping/database'
import { startOfDay } from '@tianping/money/day'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { insertAgent } from '../../src/areas/agent/store/agent.sql.ts'
import { makeDueStatements, recomputeStatement } from '../../src/areas/agent/statements.ts'
import { readStatement } from '../../src/areas/agent/store/statement.sql.ts'
import { seedSite } from '../../src/demo/site.ts'
import { countTurnover } from '../../src/areas/turnover/turnover.ts'
import { newLog } from '../../src/kernel/log.ts'
import { TestClock } from '../support/site.ts'

const database = await freshDatabase('server')
const owner = database.open()
const clock = new TestClock('2026-09-01T00:00:00+08:00')
await seedSite(owner, clock.now())
const services = { db: owner, clock, log: newLog('silent') }

const months = ['2026-09', '2026-10', '2026-11', '2026-12']
type Bet = {
  member: number
  month: number
  day: number
  stake: number
  payout: number
  resettledIn: number | null
  payoutAfter: number | null
}
const bet: fc.Arbitrary<Bet> = fc.record({
  member: fc.integer({ min: 0, max: 2 }),
  month: fc.integer({ min: 0, max: 3 }),
  day: fc.integer({ min: 1, max: 28 }),
  stake: fc.integer({ min: 1, max: 500_000 }),
  payout: fc.integer({ min: 0, max: 900_000 }),
  resettledIn: fc.option(fc.integer({ min: 0, max: 3 })),
  payoutAfter: fc.option(fc.integer({ min: 0, max: 900_000 })),
})
const MONTH_END = ['2026-10-02', '2026-11-02', '2026-12-02', '2027-01-02']
let agents = 0n

test('whatever is bet and resettled when, the statements add up to what the books say, plus what is still to be corrected; each holds by its own lines', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(bet, { minLength: 1, maxLength: 20 }), async bets => {
      const agentId = 900_000n + ++agents * 10n
      for (let n = 0; n <= 3; n++) {
        await run(
          owner,
          sql`
        insert into member (member_id, name, realname, password_hash, pay_password_hash, invite_code, referrer_id, isagent, created_at) overriding system value
        values (${agentId + BigInt(n)}, ${`a${agentId}x${n}`}, '测试', '', '', ${`I${agentId}x${n}`}, ${n === 0 ? null : agentId}, ${n === 0}, ${startOfDay('2026-09-01')})`,
        )
      }
      await insertAgent(owner, {
        memberId: agentId,
        at: startOfDay('2026-09-01'),
        fromDay: '2026-09-01',
        month: '2026-09',
      })
      const figures = (each: Bet, payout: number | null) =>
        payout === null
          ? null
          : {
              stakeFen: BigInt(each.stake),
              validFen: BigInt(each.stake),
              payoutFen: BigInt(payout),
            }
      const count = (each: Bet, before: number | null, after: number | null) =>
        transaction(owner, tx =>
          countTurnover(tx, {
            memberId: agentId + 1n + BigInt(each.member),
            venueId: 1,
            before: figures(each, before),
            after: figures(each, after),
            settledAt: new Date(
              startOfDay(`${months[each.month]}-${String(each.day).padStart(2, '0')}`).getTime() +
                3_600_000,
            ),
          }),
        )
      for (const [index] of months.entries()) {
        for (const each of bets.filter(b => b.month === index)) await count(each, null, each.payout)
        // A month's statement is made; then some of its bets, or of earlier ones, are resettled or
        // voided (payoutAfter null).
        clock.advance(startOfDay(MONTH_END[index]!).getTime() - clock.now().getTime())
        await makeDueStatements(services)
        for (const each of bets.filter(b => b.resettledIn === index && b.month <= index))
          await count(each, each.payout, each.payoutAfter)
      }
      let stated = 0n
      for (const month of months) {
        stated += (await readStatement(owner, agentId, month))!.baseFen
        expect((await recomputeStatement(owner, agentId, month))!.holds).toBe(true)
      }
      const late = bets.filter(b => b.resettledIn === 3)
      const net = (each: Bet, payout: number | null) => (payout === null ? 0 : each.stake - payout)
      const atLast = bets.reduce(
        (sum, each) =>
          sum +
          net(
            each,
            each.resettledIn !== null && each.resettledIn >= each.month && !late.includes(each)
              ? each.payoutAfter
              : each.payout,
          ),
        0,
      )
      expect(stated).toBe(BigInt(atLast))
      // One statement later the last corrections are made good too.
      clock.advance(startOfDay('2027-02-02').getTime() - clock.now().getTime())
      await makeDueStatements(services)
      const books = bets.reduce(
        (sum, each) =>
          sum +
          net(
            each,
            each.resettledIn !== null && each.resettledIn >= each.month
              ? each.payoutAfter
              : each.payout,
          ),
        0,
      )
      expect(stated + (await readStatement(owner, agentId, '2027-01'))!.baseFen).toBe(BigInt(books))
      clock.advance(startOfDay('2026-09-01').getTime() - clock.now().getTime())
    }),
    { numRuns: 25 },
  )
})
