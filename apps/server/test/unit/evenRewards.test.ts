// PR-MKT-04: the value of rewards grows no faster than the spend.
import { describe, expect, test } from 'vitest'
import {
  levelSteps,
  packetSteps,
  steeperTier,
  type Step,
} from '../../src/console/desk/evenRewards.ts'
import { levels } from '../../src/demo/content.ts'

const step = (tier: string, reward: bigint, spend: bigint): Step => ({ tier, reward, spend })
const rates = { realperson: 0.5, sport: 0.5, e_sport: 0.5, joker: 0.5, electron: 0.5, lottery: 0.5 }
const level = (n: number, change: object = {}) => ({
  vipname: `VIP${n + 1}`,
  rechargeFen: n,
  flowFen: n,
  keepFen: 0,
  ...rates,
  ...change,
})
const ten = (change: (n: number) => object) =>
  Array.from({ length: 10 }, (_, n) => level(n, change(n)))
const found = (tables: Step[][]) => tables.map(steeperTier).filter(tier => tier !== undefined)

const packet = (minFen: number, maxFen: number | null, claims: number, drawFen: number) => ({
  startDay: '2026-01-01',
  endDay: '2026-12-31',
  minFen,
  maxFen,
  claims,
  drawMinFen: drawFen,
  drawMaxFen: drawFen,
  turnoverTimes: 1,
})

describe('the slope of a table', () => {
  test('a unit of spend earns the same or less in each tier, to the fen', () => {
    expect(steeperTier([])).toBeUndefined()
    expect(steeperTier([step('a', 10n, 1_000n)])).toBeUndefined()
    expect(steeperTier([step('a', 10n, 1_000n), step('b', 20n, 2_000n)])).toBeUndefined()
    expect(steeperTier([step('a', 10n, 1_000n), step('b', 21n, 2_000n)])).toBe('b')
    const big = 10n ** 15n
    expect(steeperTier([step('a', big, big), step('b', big + 1n, big)])).toBe('b')
  })

  test('each tier is compared with the one below, so a fall before hides no rise', () => {
    const steps = [step('a', 30n, 1_000n), step('b', 10n, 1_000n), step('c', 20n, 1_000n)]
    expect(steeperTier(steps)).toBe('c')
  })
})

describe('tables as operators write them', () => {
  test('rebates: one percentage for all levels passes, a higher one is named with its category', () => {
    expect(found(levelSteps(ten(() => ({}))))).toEqual([])
    expect(found(levelSteps(ten(n => ({ lottery: n < 3 ? 0.1 : 0.11 }))))).toEqual([
      'VIP4 的彩票返水',
    ])
  })

  test('the levels of a first start rise in every category, so they count only under base', () => {
    const table = levels.map(([, , , realperson, sport, e_sport, joker, electron, lottery], n) =>
      level(n, { realperson, sport, e_sport, joker, electron, lottery }),
    )
    expect(found(levelSteps(table))).toEqual([
      'VIP2 的真人返水',
      'VIP2 的体育返水',
      'VIP2 的电竞返水',
      'VIP2 的棋牌返水',
      'VIP2 的电子返水',
      'VIP5 的彩票返水',
    ])
  })

  test('packets: all that a tier may claim, against the least deposit that reaches it', () => {
    const even = [packet(100_000, 499_999, 1, 500), packet(500_000, null, 5, 500)]
    expect(found(packetSteps({ tiers: even }))).toEqual([])
    const steep = [packet(100_000, 499_999, 1, 500), packet(500_000, null, 6, 500)]
    expect(found(packetSteps({ tiers: steep.toReversed() }))).toEqual(['存款满 ¥5,000.00 的红包'])
    expect(found(packetSteps({ tiers: steep, maxTimes: 5 })), 'no more than maxTimes').toEqual([])
  })

  test('activities of other dates are tables of their own', () => {
    const other = { startDay: '2027-01-01', endDay: '2027-12-31' }
    const tiers = [packet(100_000, null, 1, 500), { ...packet(200_000, null, 9, 900), ...other }]
    expect(found(packetSteps({ tiers }))).toEqual([])
  })
})
