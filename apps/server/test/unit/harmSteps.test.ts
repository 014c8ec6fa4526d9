import { groupOf, harmGroups, harmMarkers, type HarmMarker } from '@tianping/contract/harm/facts'
import { expect, test } from 'vitest'
import { inShort, textOf } from '../../src/areas/harm/explain.ts'
import { asksCheck, markersOf } from '../../src/areas/harm/markers.ts'
import { harmSchema } from '../../src/areas/harm/setting.ts'
import { nextStep, type Status } from '../../src/areas/harm/steps.ts'
import type { Facts } from '../../src/areas/harm/store/facts.sql.ts'
import { calm, quiet } from '../support/harm.ts'

const rule = harmSchema.parse({})
const now = new Date('2026-11-20T04:00:00Z')
const DAY_MS = 86_400_000
const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)

/** Just at the threshold, and just below it. */
const edges: Record<HarmMarker, [at: Partial<Facts>, below: Partial<Facts>]> = {
  net_deposit: [{ netFen: 2_000_000n }, { netFen: 1_999_999n }],
  deposit_growth: [
    { weekFen: 300_000n, usualFen: 100_000n },
    { weekFen: 299_000n, usualFen: 100_000n },
  ],
  chasing: [{ chased: 4 }, { chased: 3 }],
  stakes_up: [
    { bets: 60, losses: 20, raisedAfterLoss: 7 },
    { bets: 59, losses: 20, raisedAfterLoss: 20 },
  ],
  long_hours: [{ playedSeconds: 28 * 3_600 }, { playedSeconds: 28 * 3_600 - 361 }],
  night: [{ nightSeconds: 8 * 3_600 }, { nightSeconds: 8 * 3_600 - 361 }],
  long_stretch: [{ longestSeconds: 5 * 3_600 }, { longestSeconds: 5 * 3_600 - 361 }],
  limit_raises: [{ limitRaises: 3 }, { limitRaises: 2 }],
  raised_at_limit: [{ raisedAtLimit: 2 }, { raisedAtLimit: 1 }],
  breaks: [{ breaks: 3 }, { breaks: 2 }],
  words: [{ words: 1 }, { words: 0 }],
  crisis: [{ crisis: 1 }, { crisis: 0 }],
  bonus_asks: [{ bonusAsks: 10 }, { bonusAsks: 9 }],
  complaints: [{ complaints: 3 }, { complaints: 2 }],
  reversed: [{ reversed: 2 }, { reversed: 1 }],
  back_again: [{ backAgain: 5 }, { backAgain: 4 }],
  methods: [{ methods: 4 }, { methods: 3 }],
  failed_deposits: [{ failed: 6 }, { failed: 5 }],
  vulnerable: [{ vulnerable: true }, { vulnerable: false }],
}

test('each of the seven groups has a live marker, and each marker begins at its threshold', () => {
  const groups = new Set<string>()
  for (const kind of Object.keys(harmMarkers) as HarmMarker[]) {
    const [at, below] = edges[kind]
    const kindsOf = (facts: Partial<Facts>) =>
      markersOf({ ...quiet, ...facts }, rule).reasons.map(reason => reason.kind)
    expect(kindsOf(at)).toEqual([kind])
    expect(kindsOf(below)).toEqual([])
    groups.add(groupOf[kind])
  }
  expect([...groups].toSorted()).toEqual(Object.keys(harmGroups).toSorted())
})

test('thresholds are lower for the young and the vulnerable, and what is far beyond counts twice', () => {
  const some = { ...quiet, chased: 3, netFen: 1_200_000n }
  expect(markersOf(some, rule)).toMatchObject({ level: 0, reasons: [] })
  expect(markersOf({ ...some, age: 24 }, rule)).toMatchObject({ level: 2, score: 75 })
  expect(markersOf({ ...some, age: 25 }, rule).level).toBe(0)
  expect(markersOf({ ...some, vulnerable: true }, rule)).toMatchObject({ level: 2, score: 95 })
  expect(markersOf({ ...quiet, chased: 10 }, rule).score).toBe(2 * rule.chasing.points)
  expect(markersOf({ ...quiet, crisis: 1 }, rule).level).toBe(3)
})

test('a check is asked for by net deposits above its sum, once', () => {
  const on = harmSchema.parse({ netCheck: { enabled: true, minFen: 15_000 } })
  expect(asksCheck({ ...quiet, netFen: 15_000n }, on)).toBe(false)
  expect(asksCheck({ ...quiet, netFen: 15_001n }, on)).toBe(true)
  expect(asksCheck({ ...quiet, netFen: 15_001n, checked: true }, on)).toBe(false)
  expect(asksCheck({ ...quiet, netFen: 15_001n }, rule), 'off by default').toBe(false)
})

const step = (status: Partial<Status>) => nextStep({ ...calm, ...status }, rule, now)

test('the response is graded: nothing, a nudge, a person, a stop; a strong marker skips steps', () => {
  expect(step({})).toBe('none')
  expect(step({ level: 1, score: 30 })).toBe('nudge')
  expect(step({ level: 2, score: 60 })).toBe('task')
  expect(step({ level: 3, score: 100 })).toBe('stop')
  expect(step({ level: 3, score: 100, open: 'care' }), 'a task becomes a stop').toBe('stop')
  expect(step({ level: 3, score: 100, open: 'stop' })).toBe('none')
  expect(step({ level: 2, score: 60, open: 'care' })).toBe('none')
})

test('a nudge has its time; without effect a person follows, with effect another nudge much later', () => {
  const nudged = { level: 1, score: 40, nudgeScore: 40 }
  expect(step({ ...nudged, nudgedAt: ago(6) })).toBe('none')
  expect(step({ ...nudged, nudgedAt: ago(7) })).toBe('task')
  expect(step({ ...nudged, score: 30, nudgedAt: ago(7) }), 'it has helped').toBe('none')
  expect(step({ ...nudged, score: 30, nudgedAt: ago(30) })).toBe('nudge')
  expect(step({ ...nudged, nudgedAt: ago(7), open: 'care' })).toBe('none')
})

test('what a person has dealt with counts anew only when there is more of it, or after its time', () => {
  const settled = { level: 3, settledScore: 100, settledUntil: ago(-1) }
  expect(step({ ...settled, score: 125 })).toBe('none')
  expect(step({ ...settled, score: 126 })).toBe('stop')
  expect(step({ ...settled, score: 100, settledUntil: ago(0) })).toBe('stop')
})

test('a reason says its figure and the threshold that counted, a list the two weightiest', () => {
  const said = (kind: HarmMarker) => textOf({ kind, value: 29, threshold: 13, points: 1 })
  const [figures, own] = [/29.*（13[^0-9]*起）$/, /^员工标记为易受影响$/]
  for (const kind of Object.keys(harmMarkers) as HarmMarker[])
    if (kind !== 'net_deposit')
      expect(said(kind), kind).toMatch(kind === 'vulnerable' ? own : figures)
  const money = { kind: 'net_deposit', value: 2_000_050, threshold: 2_000_000, points: 2 } as const
  expect(textOf(money)).toBe('30 天净存款 ¥20,000.50（¥20,000.00 起）')
  const others = (['breaks', 'words'] as const).map(kind => ({ ...money, kind }))
  expect(inShort([money, ...others])).toBe(`${textOf(money)}；${textOf(others[0]!)}`)
  expect(inShort([])).toBe('净存款达到核查金额')
})
