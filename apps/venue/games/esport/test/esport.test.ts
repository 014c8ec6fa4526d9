import { fromHex } from '@tianping/fairness'
import { expect, test } from 'vitest'
import { mapChance, mapOver } from '../model/chances.ts'
import { esport, fixture } from '../model/esport.ts'
import { linesAt } from '../model/lines.ts'
import { mapsWon, play, scoreOf, type Outcome } from '../model/outcome.ts'
import { keystream } from '../../../test/support/million.ts'

// An enumerator of its own, forwards: all chances flow from a score to where a map can end, round
// by round; a level overtime flows back to where it began, again and again, until nothing of weight
// is left. Then maps the same way.
const MARGIN = 1.05

const known = new Map<string, number>()
function mapWon(p: number, from: [number, number]): number {
  const key = `${p} ${from.join()}`
  if (!known.has(key)) known.set(key, flow(p, from))
  return known.get(key)!
}

function flow(p: number, from: [number, number]): number {
  const waiting = new Map([[from.join(), 1]])
  let won = 0
  while (waiting.size > 0) {
    const [[key, chance]] = [...waiting.entries()].toSorted(([a], [b]) => sum(a) - sum(b)) as [
      [string, number],
    ]
    waiting.delete(key)
    if (chance < 1e-18) continue
    const [a, b] = key.split(',').map(Number) as [number, number]
    const [most, least] = [Math.max(a, b), Math.min(a, b)]
    const ends =
      least < 12
        ? most === 13
        : most - least >= 2 &&
          (most - 12) % 3 === 1 &&
          most - least <= 4 &&
          isOvertimeEnd(most, least)
    if (ends) won += a > b ? chance : 0
    else
      for (const [x, y, part] of [
        [a + 1, b, p],
        [a, b + 1, 1 - p],
      ] as const)
        waiting.set(`${x},${y}`, (waiting.get(`${x},${y}`) ?? 0) + chance * part)
  }
  return won
}
const sum = (key: string) =>
  key
    .split(',')
    .map(Number)
    .reduce((a, b) => a + b, 0)
/** Overtime k begins at 12+3k each and is won with 16+3k, the loser short of 15+3k. */
function isOvertimeEnd(most: number, least: number): boolean {
  const k = Math.floor((least - 12) / 3)
  return most === 16 + 3 * k
}

function matchChances(p: number, maps: [number, number], rounds: [number, number]) {
  const fresh = mapWon(p, [0, 0])
  const ends: Record<string, number> = {}
  const go = (i: number, j: number, chance: number, now: number) => {
    if (i === 2 || j === 2) ends[`${i}:${j}`] = (ends[`${i}:${j}`] ?? 0) + chance
    else {
      go(i + 1, j, chance * now, fresh)
      go(i, j + 1, chance * (1 - now), fresh)
    }
  }
  const now = mapWon(p, rounds)
  go(...maps, 1, now)
  const of = (...scores: string[]) => scores.reduce((total, score) => total + (ends[score] ?? 0), 0)
  return {
    'win:a': of('2:0', '2:1'),
    'win:b': of('0:2', '1:2'),
    [`map:${maps[0] + maps[1] + 1}:a`]: now,
    [`map:${maps[0] + maps[1] + 1}:b`]: 1 - now,
    'mh:-6:a': of('2:0'),
    'mh:-6:b': of('2:1', '1:2', '0:2'),
    'mh:6:a': of('2:0', '2:1', '1:2'),
    'mh:6:b': of('0:2'),
    'mt:10:o': of('2:1', '1:2'),
    'mt:10:u': of('2:0', '0:2'),
  } as Record<string, number>
}
const pricesOf = (p: number, maps: [number, number], rounds: [number, number]) =>
  new Map(
    linesAt(p, maps, rounds, true)
      .flatMap(line => line.picks)
      .map(({ pick, price }) => [pick, price]),
  )

test('the example: .52 a round is .5855 a map and .6270 the match; 1.51/2.55, 2.77/1.44, 1.96/1.85', () => {
  const { n, d } = mapChance(52, [0, 0])
  expect((Number((n * 10n ** 12n) / d) / 1e12).toFixed(4)).toBe('0.5855')
  expect(mapWon(0.52, [0, 0]).toFixed(4)).toBe('0.5855')
  expect(matchChances(0.52, [0, 0], [0, 0])['win:a']!.toFixed(4)).toBe('0.6270')
  const prices = pricesOf(52, [0, 0], [0, 0])
  expect(
    ['win:a', 'win:b', 'mh:-6:a', 'mh:-6:b', 'mt:10:o', 'mt:10:u'].map(pick => prices.get(pick)),
  ).toEqual([151, 255, 277, 144, 196, 185])
})

test('the example in play: one map ahead, 8:7 in the second', () => {
  const prices = pricesOf(52, [1, 0], [8, 7])
  expect(
    ['win:a', 'win:b', 'map:2:a', 'map:2:b', 'mt:10:o', 'mt:10:u'].map(pick => prices.get(pick)),
  ).toEqual([109, 716, 140, 296, 296, 140])
})

test("every price at every score of a map is the enumerator's, overtimes included", () => {
  const overtimes: [number, number][] = [
    [12, 12],
    [13, 12],
    [15, 13],
    [13, 15],
    [15, 15],
    [17, 16],
    [18, 18],
  ]
  const scores = [
    ...Array.from({ length: 13 }, (_, a) =>
      Array.from({ length: 13 }, (_, b) => [a, b] as [number, number]),
    )
      .flat()
      .filter(([a, b]) => (a + b) % 5 === 0 && a + b < 24),
    ...overtimes,
  ]
  for (const p of [45, 50, 52, 55]) {
    for (const rounds of scores) {
      for (const maps of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as [number, number][]) {
        const chances = matchChances(p / 100, maps, rounds)
        for (const line of linesAt(p, maps, rounds, true)) {
          const own = line.picks.map(({ pick }) => chances[pick]!)
          for (const [i, { pick, price, ppm }] of line.picks.entries()) {
            const fair = 1 / own[i]! / MARGIN
            const what = `${p} ${maps.join()} ${rounds.join()} ${pick} ${fair}`
            if (Math.max(...own) > 0.95 || fair < 1.01 || fair > 100) expect(price, what).toBeNull()
            else
              expect(Math.abs(price! / 100 + 0.005 - fair), what).toBeLessThan(0.005 + fair * 1e-9)
            expect(Math.abs(ppm / 1e6 - own[i]!), what).toBeLessThan(1.1e-6)
          }
        }
      }
    }
  }
})

test('a map ends at 13, or two ahead of an overtime of six, and never before', () => {
  const over: [number, number][] = [
    [13, 0],
    [13, 11],
    [0, 13],
    [16, 12],
    [16, 14],
    [14, 16],
    [19, 15],
    [19, 17],
  ]
  const on: [number, number][] = [
    [12, 11],
    [12, 12],
    [13, 12],
    [15, 12],
    [15, 14],
    [15, 15],
    [16, 15],
    [18, 15],
    [18, 17],
    [18, 18],
  ]
  expect([over.map(mapOver), on.map(mapOver)]).toEqual([over.map(() => true), on.map(() => false)])
})

test('a hundred thousand matches come as often as they are priced, at the end and from a score on', () => {
  const draws = keystream('esport')
  const matches = Array.from({ length: 100_000 }, () => play(draws, { p: 52 }))
  const far = (found: readonly Outcome[], pick: string, chance: number) => {
    const hits = found.filter(outcome => esport.judge(outcome, pick, '0:0') === 'win').length
    return Math.abs(hits - found.length * chance) / Math.sqrt(found.length * chance * (1 - chance))
  }
  const chances = matchChances(0.52, [0, 0], [0, 0])
  for (const [pick, chance] of Object.entries(chances))
    expect(far(matches, pick, chance), pick).toBeLessThan(4)
  const later = matches.filter(
    ({ maps }) => maps[0]!.endsWith('L') && scoreOf(maps[1]!.slice(0, 15)).join() === '8,7',
  )
  expect(later.length).toBeGreaterThan(5_000)
  for (const [pick, chance] of Object.entries(matchChances(0.52, [1, 0], [8, 7])))
    if (chance > 0 && chance < 1) expect(far(later, pick, chance), pick).toBeLessThan(4)
  expect(
    Math.abs(matches.filter(({ maps }) => maps[0]!.startsWith('L')).length - 52_000) /
      Math.sqrt(100_000 * 0.52 * 0.48),
  ).toBeLessThan(4)
})

test('a golden vector: seed 00…01, client `lucky`, match 0', () => {
  const outcome = esport.draw(
    { serverSeed: fromHex('00'.repeat(31) + '01'), clientSeed: 'lucky', nonce: 0 },
    { p: 52 },
  )
  expect(outcome.maps).toEqual(GOLDEN)
})
const GOLDEN = [
  'RRRRLRLRLLLRLLLLLRLLRL',
  'LLLLLRRRRLLRRRLLLRLRRLRRRRRR',
  'RRRLRLLLRRRRLLLLRLLRLRLRRLRRR',
]

test('a match as it is seen: a round every three seconds, breaks, closed for six seconds after a map, its length not told', () => {
  const outcome: Outcome = {
    maps: ['L'.repeat(13), `${'LR'.repeat(12)}RLLRLRLL`.slice(0, 30), 'R'.repeat(13)],
  }
  expect(mapsWon(outcome.maps)).toEqual(
    [2, 1].map((_, i) => outcome.maps.filter(map => map.endsWith(i === 0 ? 'L' : 'R')).length),
  )
  const at = (ms: number) => esport.at({ p: 52 }, outcome, ms)
  const closed = (ms: number) =>
    at(ms).lines.every(line => line.picks.every(pick => pick.price === null))
  expect([at(-1), at(2_999)].map(live => live.detail)).toEqual([
    { maps: [], map: 1, rounds: [0, 0], pause: 'none' },
    { maps: [], map: 1, rounds: [0, 0], pause: 'none' },
  ])
  expect(at(3_000).detail).toEqual({ maps: ['L'], map: 1, rounds: [1, 0], pause: 'none' })
  // Twelve rounds, the half-time break, the thirteenth: map one ends at 12 x 3 + 9 + 3 s.
  expect(at(36_000).detail['pause']).toBe('half')
  expect(at(47_999).score).toEqual([0, 0])
  expect([at(48_000).score, at(48_000).detail['pause'], at(48_000).key]).toEqual([
    [1, 0],
    'map',
    '1:0',
  ])
  expect([closed(47_000), closed(48_000), closed(53_999), closed(54_000)]).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(at(65_999).detail).toMatchObject({ map: 2, rounds: [0, 0] })
  expect(at(66_000).detail).toMatchObject({ map: 2, rounds: [1, 0] })
  // Map two: 24 rounds level, with both breaks.
  expect(at(48_000 + 15_000 + 24 * 3_000 + 9_000).detail).toMatchObject({
    rounds: [12, 12],
    pause: 'overtime',
  })
  expect(esport.lengthMs(outcome)).toBe(esport.changesMs(outcome).at(-1)! - 6_000)
  expect(at(esport.lengthMs(outcome)).lines).toEqual([])
  const changes = esport.changesMs(outcome)
  for (const [i, ms] of changes.entries())
    if (changes[i + 1]) expect(at(ms)).toEqual(at(changes[i + 1]! - 1))
})

test('what is judged is what was played', () => {
  const outcome: Outcome = { maps: ['L'.repeat(13), 'R'.repeat(13), 'L'.repeat(13)] }
  const won = ['win:a', 'map:1:a', 'map:2:b', 'map:3:a', 'mh:-6:b', 'mh:6:a', 'mt:10:o']
  const lost = ['win:b', 'map:1:b', 'map:2:a', 'map:3:b', 'mh:-6:a', 'mh:6:b', 'mt:10:u']
  expect(won.map(pick => esport.judge(outcome, pick, '0:0'))).toEqual(won.map(() => 'win'))
  expect(lost.map(pick => esport.judge(outcome, pick, '0:0'))).toEqual(lost.map(() => 'loss'))
  expect(
    ['map:4:a', 'win:c', 'mh:2:a', 'mt:10:a', 'mt:6:o', ''].map(pick =>
      esport.judge(outcome, pick, '0:0'),
    ),
  ).toEqual([null, null, null, null, null, null])
})

test('nobody plays two matches that overlap', () => {
  for (let number = 0; number < 132; number++) {
    const teams = Array.from({ length: 3 }, (_, i) => fixture(number + i)).flatMap(
      ({ home, away }) => [home, away],
    )
    expect(new Set(teams).size).toBe(6)
  }
})
