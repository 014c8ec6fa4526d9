import { fairDraws, fromHex } from '@tianping/fairness'
import { expect, test } from 'vitest'
import { k3 } from '../../games/k3/model/k3.ts'
import { K3_MATH } from '../../games/k3/model/math.ts'
import { classOf as k3Class, drawFrom as drawK3 } from '../../games/k3/model/outcome.ts'
import { PK10_MATH } from '../../games/pk10/model/math.ts'
import { classOf as pk10Class, drawFrom as drawPk10 } from '../../games/pk10/model/outcome.ts'
import { pk10 } from '../../games/pk10/model/pk10.ts'
import { SSC_MATH } from '../../games/ssc/model/math.ts'
import { classOf as sscClass, drawFrom as drawSsc } from '../../games/ssc/model/outcome.ts'
import { ssc } from '../../games/ssc/model/ssc.ts'
import type { BetClass } from '../../model/betClass.ts'
import type { Table } from '../../model/Table.ts'
import { allPicks } from '../support/allPicks.ts'
import { deviationsOf } from '../support/million.ts'

// The enumerator: every outcome, and for each a set of the picks that win, made without any of the
// games' own code.

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i)
const DICE = range(1, 6)
const DIGITS = range(0, 9)
const add = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
const halves = (value: number, bigFrom: number) => [
  value < bigFrom ? 'small' : 'big',
  value % 2 ? 'odd' : 'even',
]
const counted = (numbers: readonly number[]) =>
  [...Map.groupBy(numbers, number => number)]
    .map(([number, all]) => ({ number, times: all.length }))
    .toSorted((a, b) => a.number - b.number)

function winnersOfDice(dice: readonly number[]): Set<string> {
  const groups = counted(dice)
  const won = new Set([`sum:${add(dice)}`, ...halves(add(dice), 11).map(half => `sum:${half}`)])
  if (groups.length === 1) won.add(`triple:${groups[0]!.number}`).add('triple:any')
  if (groups.length === 2)
    won.add(
      `pair:${groups.find(({ times }) => times === 2)!.number}${groups.find(({ times }) => times === 1)!.number}`,
    )
  for (const a of groups)
    for (const b of groups) if (a.number < b.number) won.add(`two:${a.number}${b.number}`)
  if (groups.length === 3) {
    won.add(`three:${groups.map(({ number }) => number).join('')}`)
    if (groups[2]!.number - groups[0]!.number === 2) won.add('straight')
  }
  return won
}

/** The ten runs of three in the circle of digits, as sets, and every pair of neighbours. */
const RUNS = DIGITS.map(digit => [digit, (digit + 1) % 10, (digit + 2) % 10].toSorted().join(''))
const NEIGHBOURS = DIGITS.map(digit => [digit, (digit + 1) % 10].toSorted().join(''))
function shape(three: readonly number[]): string {
  const groups = counted(three)
  if (groups.length < 3) return groups.length === 1 ? 'leopard' : 'pair'
  const [a, b, c] = groups.map(({ number }) => number) as [number, number, number]
  if (RUNS.includes(`${a}${b}${c}`)) return 'run'
  return [`${a}${b}`, `${b}${c}`, `${a}${c}`].some(pair => NEIGHBOURS.includes(pair))
    ? 'half-run'
    : 'mixed'
}

function winnersOfDigits(digits: readonly number[]): Set<string> {
  const won = new Set(halves(add(digits), 23).map(half => `total:${half}`))
  digits.forEach((digit, i) => {
    for (const what of [digit, ...halves(digit, 5)]) won.add(`pos:${i + 1}:${what}`)
  })
  won.add(`duel:${['tiger', 'tie', 'dragon'][Math.sign(digits[0]! - digits[4]!) + 1]}`)
  for (const [name, from] of [
    ['front', 0],
    ['middle', 1],
    ['rear', 2],
  ] as const)
    won
      .add(`${name}:${shape(digits.slice(from, from + 3))}`)
      .add(`${name}:${digits.slice(from, from + 3).join('')}`)
  return won
}

function winnersOfOrder(order: readonly number[]): Set<string> {
  const sum = order[0]! + order[1]!
  const won = new Set([`sum:${sum}`, ...halves(sum, 12).map(half => `sum:${half}`)])
  order.forEach((car, i) => won.add(`pos:${i + 1}:${car}`))
  for (const first of range(1, 5))
    won.add(`duel:${first}:${order[first - 1]! > order[10 - first]! ? 'dragon' : 'tiger'}`)
  return won
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))
const fraction = (n: number, d: number) => `${n / gcd(n, d)}/${d / gcd(n, d)}`

type Case = {
  table: Table
  math: { bets: Record<string, BetClass> }
  classOf: (pick: string) => string | null
  outcomes: Iterable<{ outcome: object; won: Set<string> }>
  count: number
}

function* dice() {
  for (const a of DICE)
    for (const b of DICE)
      for (const c of DICE) yield { outcome: { dice: [a, b, c] }, won: winnersOfDice([a, b, c]) }
}
function* digits() {
  for (const a of DIGITS)
    for (const b of DIGITS)
      for (const c of DIGITS)
        for (const d of DIGITS)
          for (const e of DIGITS)
            yield { outcome: { digits: [a, b, c, d, e] }, won: winnersOfDigits([a, b, c, d, e]) }
}
/**
 * Ten factorial orders are too many to list, and needless: every bet looks at two places at most,
 * and by symmetry the cars there are any two different ones. So the first two, and each place with
 * its opposite, run over all 90 pairs.
 */
function* pairsAt(first: number, second: number) {
  for (const a of range(1, 10))
    for (const b of range(1, 10)) {
      if (a === b) continue
      const rest = range(1, 10).filter(car => car !== a && car !== b)
      const drawn = new Map([
        [first, a],
        [second, b],
      ])
      const order = range(1, 10).map(place => drawn.get(place) ?? rest.shift()!)
      yield { outcome: { order }, won: winnersOfOrder(order) }
    }
}

const pay = (bet: BetClass) => bet.returns
function check({ table, math, classOf, outcomes, count }: Case, picks: string[]) {
  const wins = new Map(picks.map(pick => [pick, 0]))
  let seen = 0
  for (const { outcome, won } of outcomes) {
    seen++
    for (const pick of picks) {
      if (won.has(pick)) wins.set(pick, wins.get(pick)! + 1)
      const returns = table.returnsOf(outcome, pick)
      if (returns !== (won.has(pick) ? pay(math.bets[classOf(pick)!]!) : 0))
        expect.fail(`${table.code} ${JSON.stringify(outcome)} ${pick} returned ${returns}`)
    }
  }
  expect(seen).toBe(count)
  for (const [pick, times] of wins) {
    const bet = math.bets[classOf(pick)!]!
    expect(fraction(times, seen), pick).toBe(bet.hit)
    expect(fraction(times * bet.returns, seen * 100), pick).toBe(bet.rtp)
  }
}

test('快三: every pick, over all 216 throws, wins as often and returns as much as published', () => {
  check(
    { table: k3 as Table, math: K3_MATH, classOf: k3Class, outcomes: dice(), count: 216 },
    allPicks('k3'),
  )
})

test('时时彩: every pick, over all 100,000 draws, wins as often and returns as much as published', () => {
  // The 3,000 直选 are checked on a sample here, and all of them by their sum below.
  const picks = allPicks('ssc').filter(
    pick => !/^\D+:\d{3}$/.test(pick) || /:(000|123|907|999)$/.test(pick),
  )
  check(
    { table: ssc as Table, math: SSC_MATH, classOf: sscClass, outcomes: digits(), count: 100_000 },
    picks,
  )
}, 600_000)

test('时时彩 直选: of a thousand picks on three places exactly one wins', () => {
  for (const outcome of [{ digits: [0, 0, 0, 0, 0] }, { digits: [9, 0, 7, 1, 3] }])
    for (const three of ['front', 'middle', 'rear'])
      expect(
        allPicks('ssc').filter(
          pick =>
            pick.startsWith(`${three}:`) &&
            /\d$/.test(pick) &&
            ssc.returnsOf(outcome, pick) === 97_000,
        ),
      ).toHaveLength(1)
})

test('PK10: every pick, over all pairs of cars at the places it looks at, wins as often and returns as much as published', () => {
  const all = allPicks('pk10')
  check(
    {
      table: pk10 as Table,
      math: PK10_MATH,
      classOf: pk10Class,
      outcomes: pairsAt(1, 2),
      count: 90,
    },
    all.filter(pick => pick.startsWith('sum') || /^pos:[12]:/.test(pick)),
  )
  for (const first of range(1, 5)) {
    const picks = all.filter(
      pick =>
        pick.startsWith(`duel:${first}:`) ||
        pick.startsWith(`pos:${first}:`) ||
        pick.startsWith(`pos:${11 - first}:`),
    )
    check(
      {
        table: pk10 as Table,
        math: PK10_MATH,
        classOf: pk10Class,
        outcomes: pairsAt(first, 11 - first),
        count: 90,
      },
      picks,
    )
  }
})

test('every listed pick is known with its odds, and no other text is', () => {
  for (const table of [k3, ssc, pk10]) {
    const picks = allPicks(table.code)
    expect(new Set(picks).size).toBe(picks.length)
    for (const pick of picks) expect(table.oddsOf(pick), pick).toMatch(/^\d+\.\d\d$/)
    for (const pick of [
      '',
      'sum',
      'sum:',
      'sum:1',
      'sum:20',
      'sum:09',
      'pos:0:1',
      'pos:6:5x',
      'pos:11:1',
      'pos:1:11',
      'duel:6:dragon',
      'duel:',
      'front:',
      'front:12',
      'front:1234',
      'front:toString',
      'pair:11',
      'two:21',
      'three:112',
      'triple:0',
      'constructor',
      '__proto__',
    ])
      expect(table.oddsOf(pick), `${table.code} ${pick}`).toBeNull()
  }
})

test('the returns that the design publishes', () => {
  const rtps = (math: { bets: Record<string, BetClass> }) =>
    Object.values(math.bets).map(({ rtp }) => Number(rtp.split('/')[0]) / Number(rtp.split('/')[1]))
  for (const [math, least, most] of [
    [K3_MATH, 0.9629, 0.975],
    [SSC_MATH, 0.966, 0.97],
    [PK10_MATH, 0.9666, 0.97],
  ] as const) {
    expect(Math.min(...rtps(math))).toBeGreaterThanOrEqual(least)
    expect(Math.max(...rtps(math))).toBeLessThanOrEqual(most)
  }
  expect([k3.rtpPercent, k3.maxWin, ssc.maxWin, pk10.maxWin]).toEqual([
    '96.2963',
    '209.52',
    '970.00',
    '43.65',
  ])
})

const golden = { serverSeed: fromHex('00'.repeat(31) + '01'), clientSeed: 'lucky', nonce: 0 }
test('golden vectors: dice 3 1 5, and the order of the race', () => {
  expect(k3.draw(golden)).toEqual({ dice: [3, 1, 5] })
  expect(pk10.draw(golden)).toEqual({ order: [2, 4, 10, 3, 6, 8, 9, 5, 7, 1] })
  const stream = fairDraws({ ...golden, game: 'ssc' })
  expect(ssc.draw(golden)).toEqual({ digits: range(1, 5).map(() => stream.below(10)) })
})

/** The critical value of chi-square at p = 1e-6 (Wilson-Hilferty). */
const critical = (freedom: number) =>
  freedom * (1 - 2 / (9 * freedom) + 4.753 * Math.sqrt(2 / (9 * freedom))) ** 3
const chiSquare = (counts: readonly number[]) => {
  const expected = add(counts) / counts.length
  return add(counts.map(count => (count - expected) ** 2 / expected))
}

test('draws are even: dice, digits and every place of the race, by chi-square over fixed seeds', () => {
  const tallies = new Map<string, number[]>()
  const count = (name: string, at: number, of: number) => {
    const tally = tallies.get(name) ?? Array.from({ length: of }, () => 0)
    tally[at]!++
    tallies.set(name, tally)
  }
  for (let nonce = 0; nonce < 20_000; nonce++) {
    const input = { serverSeed: fromHex('5a'.repeat(32)), clientSeed: 'even', nonce }
    k3.draw(input).dice.forEach((die, i) => count(`die ${i}`, die - 1, 6))
    ssc.draw(input).digits.forEach((digit, i) => count(`digit ${i}`, digit, 10))
    pk10.draw(input).order.forEach((car, i) => count(`place ${i}`, car - 1, 10))
  }
  for (const [name, tally] of tallies)
    expect(chiSquare(tally), name).toBeLessThan(critical(tally.length - 1))
})

/** Of a million rounds few are new: three dice have 216 outcomes, five digits 100,000. */
function remembered(returnsOf: (outcome: object) => number[]) {
  const known = new Map<string, number[]>()
  return (outcome: object) => {
    const name = String(Object.values(outcome))
    const returns = known.get(name) ?? returnsOf(outcome)
    if (known.size < 100_000) known.set(name, returns)
    return returns
  }
}

test('a million rounds of each game stay within four standard deviations of the exact return, for every kind of bet', () => {
  const cases = [
    {
      table: k3 as Table,
      math: K3_MATH,
      classOf: k3Class,
      drawFrom: drawK3,
      picks: [
        'sum:3',
        'sum:4',
        'sum:5',
        'sum:6',
        'sum:7',
        'sum:8',
        'sum:9',
        'sum:10',
        'sum:big',
        'triple:2',
        'triple:any',
        'pair:31',
        'three:246',
        'two:15',
        'straight',
      ],
    },
    {
      table: ssc as Table,
      math: SSC_MATH,
      classOf: sscClass,
      drawFrom: drawSsc,
      picks: [
        'pos:3:7',
        'pos:5:odd',
        'duel:tiger',
        'duel:tie',
        'front:leopard',
        'middle:run',
        'rear:pair',
        'front:half-run',
        'rear:mixed',
        'middle:482',
      ],
    },
    {
      table: pk10 as Table,
      math: PK10_MATH,
      classOf: pk10Class,
      drawFrom: drawPk10,
      picks: [
        'pos:7:3',
        'duel:2:tiger',
        'sum:18',
        'sum:6',
        'sum:15',
        'sum:10',
        'sum:11',
        'sum:even',
        'sum:small',
      ],
    },
  ]
  for (const { table, math, classOf, drawFrom, picks } of cases) {
    expect(new Set(picks.map(classOf)).size).toBe(Object.keys(math.bets).length)
    const exact = picks.map(pick => (math.bets as Record<string, BetClass>)[classOf(pick)!]!.rtp)
    const returnsOf = remembered((outcome: object) =>
      picks.map(pick => table.returnsOf(outcome, pick)),
    )
    const off = deviationsOf(table.code, draws => returnsOf(drawFrom(draws)), exact)
    off.forEach((deviations, i) => expect(Math.abs(deviations), picks[i]).toBeLessThan(4))
  }
}, 600_000)
