// The formula of commissions by its numbers: who is active, what a line adds, tiers at their edges,
// what is carried over, and the parts of a plan.
import { expect, test } from 'vitest'
import {
  commissionOf,
  isActive,
  lineFen,
  type Figures,
  type Line,
} from '../../src/areas/agent/commission.ts'
import { wholeOf, type LevelLine } from '../../src/areas/agent/plans/parts.ts'
import { planTermsSchema } from '../../src/areas/agent/plans/terms.ts'
import { agentSchema } from '../../src/areas/agent/setting.ts'

const nothing: Figures = { stakeFen: 0n, validFen: 0n, payoutFen: 0n, promotionsFen: 0n }
const line = (figures: Partial<Figures>, corrected: Partial<Figures> = {}): Line => ({
  memberId: 1n,
  ...nothing,
  ...figures,
  corrected: { ...nothing, ...corrected },
})
const lost = (stakeFen: bigint, validFen = 1_000n) => line({ stakeFen, validFen })
const at = (level: number, fen: bigint): LevelLine => ({ ...lost(fen), level })
const rule = agentSchema.parse({
  activeValidFen: 1_000,
  tiers: [
    { fromFen: 100, minActive: 1, hundredths: 1_000 },
    { fromFen: 10_000, minActive: 2, hundredths: 3_333 },
  ],
})

test.each([
  [1_000, 999n, false],
  [1_000, 1_000n, true],
  [0, 0n, false],
  [0, 1n, true],
])('where %i fen of turnover make active, %i fen do: %s', (activeValidFen, validFen, active) => {
  expect(isActive({ ...rule, activeValidFen }, { ...nothing, validFen })).toBe(active)
})

test('a line adds what was lost or what was turned over, with what was corrected since', () => {
  const of = line(
    { stakeFen: 1_000n, validFen: 900n, payoutFen: 300n, promotionsFen: 50n },
    { stakeFen: 10n, validFen: 9n, payoutFen: 3n, promotionsFen: 5n },
  )
  expect(lineFen(rule, of)).toBe(652n)
  expect(lineFen({ ...rule, deductPromotions: false }, of)).toBe(707n)
  expect(lineFen({ ...rule, basis: 'turnover' }, of)).toBe(909n)
})

test.each<[string, Line[], [hundredths: number, fen: bigint]]>([
  ['below the first tier', [lost(99n)], [0, 0n]],
  ['at the first tier', [lost(100n)], [1_000, 10n]],
  ['below the second tier', [lost(9_999n), lost(0n)], [1_000, 999n]],
  ['at the second tier, floored to the fen', [lost(10_000n), lost(1n)], [3_333, 3_333n]],
  ['with too few who are active', [lost(10_000n), lost(0n, 999n)], [1_000, 1_000n]],
  ['with nobody', [], [0, 0n]],
])('a month %s', (_what, lines, [hundredths, commissionFen]) => {
  expect(commissionOf(rule, lines, 0n)).toMatchObject({ hundredths, commissionFen })
})

test.each([
  [1n, 10_000, 1n],
  [0n, 0, 0n],
  [-1n, 0, 0n],
])('where every fen counts, %i fen come to %i hundredths', (base, hundredths, commissionFen) => {
  const every = { ...rule, tiers: [{ fromFen: 0, minActive: 0, hundredths: 10_000 }] }
  expect(commissionOf(every, [lost(base)], 0n)).toMatchObject({ hundredths, commissionFen })
})

test('a loss is carried over to the fen, where the setting says so, and taken off the next month', () => {
  const month = (base: bigint, before: bigint, carryNegative: boolean) => {
    const { carriedInFen, commissionableFen, commissionFen, carriedOutFen } = commissionOf(
      { ...rule, carryNegative },
      [lost(base)],
      before,
    )
    return [carriedInFen, commissionableFen, commissionFen, carriedOutFen]
  }
  expect(month(-1n, 0n, true)).toEqual([0n, -1n, 0n, -1n])
  expect(month(0n, -1n, true)).toEqual([-1n, -1n, 0n, -1n])
  expect(month(1_001n, -1n, true)).toEqual([-1n, 1_000n, 100n, 0n])
  expect(month(-1n, 0n, false)).toEqual([0n, -1n, 0n, 0n])
  expect(month(1_001n, -1n, false)).toEqual([0n, 1_001n, 100n, 0n])
})

test('the parts of a plan: own members by tiers, two levels by their percentages, persons by number', () => {
  const terms = planTermsSchema.parse({
    levels: [500, 200],
    cpa: { amountFen: 3_000, minDepositFen: 0, minValidFen: 0, verified: false },
  })
  const lines = [at(1, 5_000n), at(2, 7_001n), at(2, 0n), at(3, 40n), at(4, 9_999n)]
  const counted = { rule, terms, lines, carried: [-1_000n, -1n, -90n, -5n], firsts: 2 }
  const shown = ({ level, members, baseFen, carriedInFen, hundredths, ...rest }: Part) => [
    rest.kind,
    level,
    members,
    baseFen,
    carriedInFen,
    hundredths,
    rest.unitFen,
    rest.fen,
    rest.carriedOutFen,
  ]
  type Part = ReturnType<typeof wholeOf>['parts'][number]
  const { parts, commission } = wholeOf(counted)
  expect(parts.map(shown)).toEqual([
    ['share', 1, 1, 5_000n, -1_000n, 1_000, 0n, 400n, 0n],
    ['share', 2, 2, 7_001n, -1n, 500, 0n, 350n, 0n],
    ['share', 3, 1, 40n, -90n, 200, 0n, 0n, -50n],
    ['cpa', 1, 2, 0n, 0n, 0, 3_000n, 6_000n, 0n],
  ])
  expect(commission).toMatchObject({ members: 1, baseFen: 5_000n, commissionFen: 6_750n })
  const kept = wholeOf({ ...counted, rule: { ...rule, carryNegative: false } })
  expect(kept.parts.map(({ fen, carriedOutFen }) => [fen, carriedOutFen])).toEqual([
    [500n, 0n],
    [350n, 0n],
    [0n, 0n],
    [6_000n, 0n],
  ])
})

test('a level pays nothing for nothing, and for a fen what a fen gives', () => {
  const terms = planTermsSchema.parse({ levels: [10_000] })
  const of = (fen: bigint) => {
    const free = { ...rule, tiers: [{ fromFen: 1, minActive: 0, hundredths: 1 }] }
    const { parts } = wholeOf({ rule: free, terms, lines: [at(2, fen)], carried: [], firsts: 0 })
    return parts.map(part => [part.level, part.fen, part.carriedOutFen])
  }
  expect(of(0n)).toEqual([
    [1, 0n, 0n],
    [2, 0n, 0n],
  ])
  expect(of(1n)[1]).toEqual([2, 1n, 0n])
  expect(of(-1n)[1]).toEqual([2, 0n, -1n])
})

test('a plan for persons alone has no share, and one without levels no deeper part', () => {
  const cpa = { amountFen: 3_000, minDepositFen: 0, minValidFen: 0, verified: false }
  const lines = [at(1, 5_000n), at(2, 7_000n)]
  const partsOf = (terms: object, firsts: number) =>
    wholeOf({ rule, terms: planTermsSchema.parse(terms), lines, carried: [], firsts }).parts.map(
      ({ kind, level, fen }) => [kind, level, fen],
    )
  expect(partsOf({ share: 'none', cpa }, 1)).toEqual([['cpa', 1, 3_000n]])
  expect(partsOf({}, 1)).toEqual([['share', 1, 500n]])
})
