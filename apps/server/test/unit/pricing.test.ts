// PR-DATA-09: what a member pays or gets follows from the published rule, the money and the level,
// and from nothing else that the site knows or guesses about the member.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bonusOf } from '../../src/areas/activity/bonus.ts'
import { ruleSchema } from '../../src/areas/activity/rule.ts'

const areas = join(import.meta.dirname, '../../src/areas')

/** Where bonuses, rebates, packets and levels are calculated. */
const prices = [
  'activity/bonus.ts',
  'rebate/calculateRebates.ts',
  'rebate/store/rebate.sql.ts',
  'redpacket/chain.ts',
  'redpacket/claimDay.ts',
  'vip/vipLevels.ts',
]

/** Who somebody is, where from, by what device, and what was guessed about them. */
const profile =
  /\b(birthday|realname|mobile|email|device|address|agent_of|user_agent|harm_\w+|risk_\w+|flag\w*|score|screening\w*|login_trace|device_trace|referrer_id)\b|areas\/(harm|risk|screening|verification|member)\//

test.each(prices)('%s reads nothing of a profile', path => {
  const source = readFileSync(join(areas, path), 'utf8')
  expect(source.match(profile)?.[0] ?? 'nothing').toBe('nothing')
  expect(source.length).toBeGreaterThan(100)
})

test('a bonus is the same for everybody of one level and the same figures', () => {
  const rule = ruleSchema.parse({
    conditions: [{ kind: 'min_deposit', fen: 100_00, window: 'today' }],
    bonus: { kind: 'percent', of: 'min_deposit', hundredths: 1_000, maxFen: 50_00 },
  })
  const facts = { measured: { min_deposit: 300_00n }, friends: [] } as never
  const two = [1, 10].map(vip => bonusOf(rule, { vip, streak: 1, facts }))
  expect(two).toEqual([30_00n, 30_00n])
})
