import { fromHex, sha256, toHex, utf8 } from '@tianping/fairness'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fixture, football, goalMs, termsOf } from '../model/football.ts'
import { gridOf, type Terms } from '../model/grid.ts'
import { linesAt, offeredLines } from '../model/lines.ts'
import { FOOTBALL_MATH } from '../model/math.ts'
import { play, type Outcome } from '../model/outcome.ts'
import { keystream } from '../../../test/support/million.ts'

// An enumerator of its own: Poisson chances with e, far beyond ten goals, the Dixon-Coles factors
// from their paper, thinning goal by goal, and each half of an Asian line settled by itself.
const EXAMPLE: Terms = { home: 162, away: 108 }
const MARGIN = 1.0556
const GOALS = 25

const poisson = (mean: number, goals: number) =>
  Array.from({ length: goals }, (_, i) => mean / (i + 1)).reduce(
    (chance, part) => chance * part,
    Math.exp(-mean),
  )
const binomial = (n: number, k: number, p: number) => {
  let chance = 1
  for (let i = 1; i <= k; i++) chance *= ((n - k + i) / i) * p
  return chance * (1 - p) ** (n - k)
}
type Cell = { h: number; a: number; chance: number }

function scores({ home, away }: Terms, now: [number, number] = [0, 0], minute = 0): Cell[] {
  const [l, m, rho] = [home / 100, away / 100, -0.05]
  const tau: Record<string, number> = {
    '0:0': 1 - l * m * rho,
    '0:1': 1 + l * rho,
    '1:0': 1 + m * rho,
    '1:1': 1 - rho,
  }
  const cells: Cell[] = []
  for (let h = now[0]; h < GOALS; h++) {
    for (let a = now[1]; a < GOALS; a++)
      cells.push({
        h,
        a,
        chance:
          (tau[`${h}:${a}`] ?? 1) *
          poisson(l, h) *
          poisson(m, a) *
          binomial(h, now[0], minute / 90) *
          binomial(a, now[1], minute / 90),
      })
  }
  const whole = cells.reduce((sum, cell) => sum + cell.chance, 0)
  return cells
    .map(cell => ({ ...cell, chance: cell.chance / whole }))
    .filter(cell => cell.chance > 1e-13)
}

/** What half a stake on one line returns per unit of it, at a price: won, level or lost. */
function half(margin: number, price: number): number {
  if (margin > 0) return price
  return margin === 0 ? 1 : 0
}

/** Whether home win `h`, draw `d` or away win `a` is what a score says. */
function isResult(value: string, home: number, away: number): boolean {
  if (value === 'h') return home > away
  return value === 'd' ? home === away : home < away
}

type Settle = (price: number, cell: { h: number; a: number }) => number

/** What a pick that was made at a score returns, by the two halves of its line. */
function settler(pick: string, [x, y]: [number, number]): Settle {
  const [market, value, side] = pick.split(':') as [string, string, string]
  if (market === '1x2') return (price, { h, a }) => (isResult(value, h, a) ? price : 0)
  const goals = Number(value) / 4
  const [low, high] = Number.isInteger(goals * 2) ? [goals, goals] : [goals - 0.25, goals + 0.25]
  const sign = side === 'a' || side === 'u' ? -1 : 1
  const margin = (line: number, { h, a }: { h: number; a: number }) =>
    sign * (market === 'ah' ? h - x - (a - y) + line : h + a - line)
  return (price, cell) => (half(margin(low, cell), price) + half(margin(high, cell), price)) / 2
}

/** The chance of winning where anything is won or lost. */
function chanceOf(pick: string, cells: Cell[], now: [number, number]): number {
  const settle = settler(pick, now)
  const mean = (price: number) =>
    cells.reduce((sum, cell) => sum + cell.chance * settle(price, cell), 0)
  const won = mean(2) - mean(1)
  const lost = 1 - mean(1)
  return won / (won + lost)
}

const pricesOf = (terms: Terms, score: [number, number] = [0, 0], minute: number | null = null) =>
  new Map(
    linesAt(terms, score, minute, true)
      .flatMap(line => line.picks)
      .map(({ pick, price }) => [pick, price]),
  )

test('the example: goals expected 1.62 and 1.08 give 1.92, 3.65 and 3.82', () => {
  const prices = pricesOf(EXAMPLE)
  expect(['h', 'd', 'a'].map(pick => prices.get(`1x2:${pick}`))).toEqual([192, 365, 382])
  const cells = scores(EXAMPLE)
  expect(
    ['h', 'd', 'a'].map(pick => Math.floor(100 / chanceOf(`1x2:${pick}`, cells, [0, 0]) / MARGIN)),
  ).toEqual([192, 365, 382])
  expect(termsOf('yunhai', 'chiyan')).toEqual(EXAMPLE)
})

test('the example in play: after 37 minutes at 1:0', () => {
  const prices = pricesOf(EXAMPLE, [1, 0], 37)
  const shown = [
    '1x2:h',
    '1x2:d',
    'ah:-1:h',
    'ah:-1:a',
    'ah:-2:h',
    'ah:-2:a',
    'ou:10:o',
    'ou:10:u',
    'ou:14:o',
    'ou:14:u',
  ]
  expect(shown.map(pick => prices.get(pick))).toEqual([
    124, 524, 187, 189, 226, 162, 199, 176, 440, 119,
  ])
  // Fewer than five per cent of these matches have six goals: that line is closed, in its place.
  expect([prices.get('ou:22:o'), prices.get('ou:22:u')]).toEqual([null, null])
})

test('every grid is whole, positive in its corner, and within a hundred-thousandth of the exact chances', () => {
  for (let number = 0; number < 240; number++) {
    const { terms } = fixture(number)
    const grid = gridOf(terms)
    expect(grid.flat().reduce((sum, weight) => sum + weight, 0)).toBe(FOOTBALL_MATH.gridTotal)
    const cells = scores(terms)
    for (const { h, a, chance } of cells.filter(cell => cell.h <= 10 && cell.a <= 10))
      expect(Math.abs(grid[h]![a]! / 1e9 - chance)).toBeLessThan(1e-5)
  }
})

/**
 * Seconds of play into a price's minute at which it may be taken: from its first moment to 0.2 s
 * after its last.
 */
const TAKEN_AT = [0, 16, 32, 48, 64]
/** A line is closed where a selection would return less at some of these moments. */
const LEAST_RETURN = 0.85

test("every price of every pairing is the enumerator's, before the match and for any minute of it", () => {
  const states: [[number, number], number | null][] = [
    [[0, 0], null],
    [[0, 0], 30],
    [[1, 0], 12],
    [[1, 1], 61],
    [[0, 2], 44],
    [[3, 1], 80],
    [[0, 1], 87],
  ]
  for (let number = 0; number < 240; number += 7) {
    const { terms } = fixture(number)
    for (const [score, minute] of states) {
      const moments =
        minute === null
          ? [scores(terms)]
          : TAKEN_AT.map(second => scores(terms, score, minute + second / 60))
      for (const line of linesAt(terms, score, minute, true)) {
        const shares = line.picks.map(({ pick }) =>
          moments.map(cells => chanceOf(pick, cells, score)),
        )
        const chances = shares.map(own => Math.max(...own))
        // What the line's poorest selection returns at its worst moment; a price above 100 is none.
        const poorest = Math.min(
          ...shares.map(own => {
            const fair = 1 / Math.max(...own) / MARGIN
            return fair > 100 ? 1 : (Math.floor(fair * 100) / 100) * Math.min(...own)
          }),
        )
        for (const [i, { pick, price }] of line.picks.entries()) {
          const fair = 1 / chances[i]! / MARGIN
          const what = `${JSON.stringify(terms)} ${score.join()} ${minute}: ${pick}, ${fair}`
          if (Math.abs(poorest - LEAST_RETURN) < 1e-3) continue
          if (Math.max(...chances) > 0.95 || poorest < LEAST_RETURN || fair < 1.01 || fair > 100)
            expect(price, what).toBeNull()
          // The grid is whole billionths of at most ten goals, so a price on the edge of a
          // hundredth may be the next one.
          else
            expect(Math.abs(price! / 100 + 0.005 - fair), what).toBeLessThan(
              0.005 + fair ** 2 * 1e-5,
            )
        }
      }
    }
  }
})

test('a line keeps its place: the same lines in the same order, whatever the score and the minute', () => {
  for (let number = 0; number < 240; number += 11) {
    const { terms } = fixture(number)
    const ids = linesAt(terms, [0, 0], null, true).map(line => line.id)
    for (const [score, minute] of [
      [[4, 2], 20],
      [[0, 0], 89],
      [[7, 7], 70],
    ] as [[number, number], number][])
      expect(linesAt(terms, score, minute, true).map(line => line.id)).toEqual(ids)
    expect(
      linesAt(terms, [1, 0], 10, false)
        .flatMap(line => line.picks)
        .every(({ price }) => price === null),
    ).toBe(true)
    const { handicaps, totals } = offeredLines(terms)
    expect([handicaps.length <= 5, handicaps.includes(0), totals.includes(10)]).toEqual([
      true,
      true,
      true,
    ])
  }
})

test('what is judged is what the halves of the line say, for every score and pick', () => {
  const lines = fc.constantFrom(...Array.from({ length: 33 }, (_, i) => i - 16))
  fc.assert(
    fc.property(
      fc.nat(8),
      fc.nat(8),
      fc.nat(4),
      fc.nat(4),
      lines,
      fc.integer({ min: 101, max: 2_000 }),
      (h, a, x, y, quarters, price) => {
        const worth = {
          win: 2 * price,
          halfWin: 100 + price,
          push: 200,
          halfLoss: 100,
          loss: 0,
          void: 200,
        }
        const picks = [
          '1x2:h',
          '1x2:d',
          '1x2:a',
          `ah:${quarters}:h`,
          `ah:${quarters}:a`,
          `ou:${Math.abs(quarters)}:o`,
          `ou:${Math.abs(quarters)}:u`,
        ]
        for (const pick of picks) {
          const result = football.judge({ score: [h, a], goals: [] }, pick, `${x}:${y}`)
          expect(worth[result!] / 200, pick).toBeCloseTo(
            settler(pick, [x, y])(price / 100, { h, a }),
            9,
          )
        }
      },
    ),
  )
  for (const pick of ['1x2:x', 'ah:1', 'ah:a:h', 'ou:10:h', 'win:a', '', '1x2:h:h'])
    expect(football.judge({ score: [1, 0], goals: [] }, pick, '0:0'), pick).toBeNull()
})

/**
 * What a pick wins and loses by the number of goals to come, of the scores a match is drawn from:
 * whatever the moment, that number alone weighs it.
 */
function byGoals(
  terms: Terms,
  now: [number, number],
  pick: string,
): { won: number[]; lost: number[] } {
  const settle = settler(pick, now)
  const [won, lost] = [Array.from({ length: 21 }, () => 0), Array.from({ length: 21 }, () => 0)]
  for (const [h, row] of gridOf(terms).entries()) {
    for (const [a, weight] of row.entries()) {
      if (h < now[0] || a < now[1]) continue
      // At one half, each of the 2^n ways in which n goals may have fallen or not is as likely as
      // any other.
      const chance = weight * binomial(h, now[0], 0.5) * binomial(a, now[1], 0.5) * 2 ** (h + a)
      won[h + a - now[0] - now[1]]! += chance * (settle(2, { h, a }) - settle(1, { h, a }))
      lost[h + a - now[0] - now[1]]! += chance * (1 - settle(1, { h, a }))
    }
  }
  return { won, lost }
}

test('at every second its price may be taken at, a selection returns no more than is published and 85 per cent at least', () => {
  // A price runs from half a minute before its minute to half a minute after, and a ticket is taken
  // half a minute after it was sent, or 0.2 s more: in the sixty seconds of play of its minute and
  // the four that follow.
  const at = (weights: readonly number[], left: number) =>
    weights.reduceRight((sum, weight) => sum * left + weight, 0)
  let greatest = 0
  let least = 1
  for (const terms of [
    termsOf('xingdu', 'bailu'),
    termsOf('chenxi', 'bailu'),
    termsOf('tieguan', 'qinglan'),
    EXAMPLE,
  ]) {
    for (const score of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
      [2, 0],
      [0, 2],
      [3, 2],
    ] as [number, number][]) {
      const known = new Map<string, ReturnType<typeof byGoals>>()
      for (let minute = 0; minute < 90; minute += minute < 76 ? 5 : 1) {
        for (const { pick, price } of linesAt(terms, score, minute, true).flatMap(
          line => line.picks,
        )) {
          if (price === null) continue
          const { won, lost } = known.get(pick) ?? byGoals(terms, score, pick)
          known.set(pick, { won, lost })
          for (let second = 60 * minute; second <= Math.min(60 * minute + 64, 5_399); second++) {
            const wins = at(won, 1 - second / 5_400)
            const returned: number = (price / 100) * (wins / (wins + at(lost, 1 - second / 5_400)))
            greatest = Math.max(greatest, returned)
            least = Math.min(least, returned)
            if (returned > 10_000 / 10_556 + 1e-12)
              expect.fail(
                `${pick} at ${score.join()} after ${second} seconds returns ${returned} of what is won or lost`,
              )
          }
        }
      }
    }
  }
  // And it is no more careful than it has to be: some selection does return what is published, but
  // for its hundredth.
  expect(greatest).toBeGreaterThan(0.947)
  expect(least).toBeGreaterThanOrEqual(LEAST_RETURN)
})

test('a price from before the match ends with its beginning; one of a minute 0.2 s after it', () => {
  const outcome: Outcome = { score: [0, 0], goals: [] }
  expect(
    [-900_000, -1, 0, 1_999, 2_000, 5_999].map(ms => football.at(EXAMPLE, outcome, ms).goodUntilMs),
  ).toEqual([-1, -1, 4_200, 4_200, 8_200, 8_200])
})

test('what was published before is known by its hash, and differs in the prices of a running match alone', () => {
  const versions = [...football.mathBefore!, football.mathJson]
  expect(versions.map(json => toHex(sha256(utf8(json))))).toEqual([
    '7b7133a5a43bb5cbfedd01ec2c21d08d8d97389867e90f53af5ec5977b035251',
    'db3087cc580fcc839a985f2e8199a8450361427639078ab72b827c5ab2d72667',
    football.mathVersion,
  ])
  const [oldest, before, present] = versions.map(json => JSON.parse(json)) as Record<
    string,
    unknown
  >[]
  const changed = (was: typeof oldest, is: typeof oldest) =>
    Object.keys(is!).filter(key => JSON.stringify(was![key]) !== JSON.stringify(is![key]))
  expect(changed(oldest, before)).toEqual(['inPlay', 'price', 'takenLateMs', 'accepted', 'closed'])
  expect(changed(before, present)).toEqual(['leastReturnPerTenThousand', 'closed'])
})

test('two hundred thousand matches come as often as they are priced, at the end and from 37 minutes on', () => {
  const draws = keystream('football')
  const matches = Array.from({ length: 200_000 }, () => play(draws, EXAMPLE))
  const far = (found: readonly Outcome[], chance: number, hit: (outcome: Outcome) => boolean) =>
    Math.abs(found.filter(hit).length - found.length * chance) /
    Math.sqrt(found.length * chance * (1 - chance))
  for (const value of ['h', 'd', 'a'])
    expect(
      far(matches, chanceOf(`1x2:${value}`, scores(EXAMPLE), [0, 0]), ({ score }) =>
        isResult(value, ...score),
      ),
    ).toBeLessThan(4)
  for (const goals of [1.5, 2.5, 3.5])
    expect(
      far(
        matches,
        chanceOf(`ou:${goals * 4}:o`, scores(EXAMPLE), [0, 0]),
        ({ score }) => score[0] + score[1] > goals,
      ),
    ).toBeLessThan(4)
  const until = 37 * 60
  const level = matches.filter(
    ({ goals }) =>
      goals
        .filter(goal => goal.second < until)
        .map(goal => goal.side)
        .join() === '0',
  )
  const cells = scores(EXAMPLE, [1, 0], 37)
  expect(level.length).toBeGreaterThan(20_000)
  for (const value of ['h', 'd', 'a'])
    expect(
      far(level, chanceOf(`1x2:${value}`, cells, [1, 0]), ({ score }) => isResult(value, ...score)),
    ).toBeLessThan(4)
  // Goals fall evenly over the ninety minutes: chi-square over the minutes, 89 degrees, p = 1e-6 at
  // 165.
  const byMinute = Array.from({ length: 90 }, () => 0)
  for (const { goals } of matches)
    for (const { second } of goals) byMinute[Math.floor(second / 60)]!++
  const even = byMinute.reduce((sum, n) => sum + n, 0) / 90
  expect(byMinute.reduce((sum, n) => sum + (n - even) ** 2 / even, 0)).toBeLessThan(165)
})

test('a golden vector: seed 00…01, client `lucky`, match 0', () => {
  const outcome = football.draw(
    { serverSeed: fromHex('00'.repeat(31) + '01'), clientSeed: 'lucky', nonce: 0 },
    EXAMPLE,
  )
  expect(outcome).toEqual(GOLDEN)
})
const GOLDEN = {
  score: [4, 0],
  goals: [
    { second: 3_597, side: 0 },
    { second: 3_677, side: 0 },
    { second: 4_891, side: 0 },
    { second: 5_053, side: 0 },
  ],
}

test('a match as it is seen: nothing before its time, closed for six seconds after a goal, prices half a minute ahead', () => {
  const outcome: Outcome = {
    score: [1, 1],
    goals: [
      { second: 1_250, side: 0 },
      { second: 1_290, side: 1 },
    ],
  }
  const at = (ms: number) => football.at(EXAMPLE, outcome, ms)
  const closed = (ms: number) =>
    at(ms)
      .lines.flatMap(line => line.picks)
      .every(pick => pick.price === null)
  const [first, second] = outcome.goals.map(goalMs) as [number, number]
  expect([first, second]).toEqual([83_334, 86_000])
  expect(at(-1).detail).toEqual({ minute: 0, goals: [] })
  expect([at(first - 1).key, at(first).key, at(second).key]).toEqual(['0:0', '1:0', '1:1'])
  expect([
    closed(first - 1),
    closed(first),
    closed(first + 5_999),
    closed(second + 5_999),
    closed(second + 6_000),
  ]).toEqual([false, true, true, true, false])
  expect(at(36 * 4_000 + 2_000).lines).toEqual(linesAt(EXAMPLE, [1, 1], 37, true))
  expect(at(37 * 4_000 + 1_999).lines).toEqual(linesAt(EXAMPLE, [1, 1], 37, true))
  expect([
    closed(357_999),
    closed(358_000),
    at(359_999).lines.length > 0,
    at(360_000).lines,
  ]).toEqual([false, true, true, []])
  const changes = football.changesMs(outcome)
  for (let ms = 0; ms < 359_000; ms += 1_009) {
    const next = changes.find(each => each > ms) ?? 360_000
    expect(football.at(EXAMPLE, outcome, ms)).toEqual(football.at(EXAMPLE, outcome, next - 1))
  }
})

test('nobody plays two matches that overlap or are on show together, and everybody meets everybody twice', () => {
  const meetings = new Map<string, number>()
  for (let number = 0; number < 240; number++) {
    const teams = Array.from({ length: 7 }, (_, i) => fixture(number + i)).flatMap(
      ({ home, away }) => [home, away],
    )
    expect(new Set(teams).size).toBe(14)
    const { home, away } = fixture(number)
    meetings.set(`${home} ${away}`, (meetings.get(`${home} ${away}`) ?? 0) + 1)
  }
  expect([meetings.size, Math.max(...meetings.values())]).toEqual([240, 1])
})
