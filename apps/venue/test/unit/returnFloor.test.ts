// What every bet returns at least, by the published mathematics, and what no game has: prizes out
// of a common pot, and players who win from each other.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { VENUE_CODES } from '@tianping/venue-protocol'
import { expect, test } from 'vitest'
import { mapOver, type Score } from '../../games/esport/model/chances.ts'
import { linesAt } from '../../games/esport/model/lines.ts'
import { allTables, gamesOf, isBook, isTable, stakeLimits } from '../../games/registry.ts'
import { returnsOf } from '../../server/launch/returnsOf.ts'
import { allPicks } from '../support/allPicks.ts'

/** The strictest floor of the regimes. */
const LEAST_RETURN = 0.85
const ONE_IN = 100_000_000
const GAMES = VENUE_CODES.flatMap(gamesOf)
const valueOf = (fraction: string) => {
  const [n, d = 1] = fraction.split('/').map(Number) as [number, number?]
  return n / d
}

test('twenty games are tested', () => {
  expect(GAMES).toHaveLength(20)
})

test.each(GAMES.filter(game => !isBook(game)))(
  '$code: every bet returns 85 per cent or more at every stake, what is floored to a fen included',
  game => {
    const kinds = returnsOf(game)!
    if (isTable(game)) {
      const odds = new Set(kinds.map(kind => kind.odds))
      for (const pick of allPicks(game.code)) expect(odds, pick).toContain(game.oddsOf(pick))
    }
    // A payout is floored once, so a ticket at the least stake loses less than one fen by it.
    const floored = 1 / Number(stakeLimits(game).leastFen)
    for (const { odds, mean } of kinds)
      expect(valueOf(mean) - floored, `${odds}`).toBeGreaterThanOrEqual(LEAST_RETURN)
  },
)

/** Rounds of a map under way, overtimes up to a score as well. */
const MAP_SCORES: Score[] = Array.from({ length: 17 * 17 }, (_, i): Score => [
  Math.floor(i / 17),
  i % 17,
]).filter(([a, b]) => Math.abs(a - b) <= 12 && isUnderWay([a, b]))

/** True where no earlier score of the same map has ended it. */
function isUnderWay([a, b]: Score): boolean {
  return Math.min(a, b) < 12 ? Math.max(a, b) < 13 : Math.abs(a - b) <= 3 && !mapOver([a, b])
}

test('esport: every price that is ever offered returns 85 per cent or more', () => {
  let offers = 0
  let least = 1
  for (let p = 45; p <= 55; p++)
    for (const maps of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as Score[])
      for (const rounds of MAP_SCORES)
        for (const { pick, price, ppm } of linesAt(p, maps, rounds, true).flatMap(
          line => line.picks,
        )) {
          if (price === null) continue
          offers++
          least = Math.min(least, (price / 100) * (ppm / 1e6))
          if (least < LEAST_RETURN) expect.fail(`${pick} at ${price} of ${ppm}`)
        }
  expect(offers).toBeGreaterThan(10_000)
  expect(least).toBeLessThan(0.95)
})

test('no top prize of a slot or table is rarer than one in a hundred million', () => {
  for (const game of GAMES.filter(each => !isBook(each))) {
    const math = JSON.parse(game.mathJson) as {
      reels?: string[]
      bets?: Record<string, { hit?: string; win?: string }>
    }
    // A spin is as likely as its stops, one of each reel.
    const chances = math.reels
      ? [1 / math.reels.reduce((product, reel) => product * reel.length, 1)]
      : Object.values(math.bets!).map(bet => valueOf((bet.hit ?? bet.win)!))
    expect(chances.length).toBeGreaterThan(0)
    for (const chance of chances) expect(chance, game.code).toBeGreaterThan(1 / ONE_IN)
  }
})

const POOL = /jackpot|progressive|\bpool\b|\bpot\b|\bmeter\b|contribution|rake|彩池|奖池|抽水/i

/** What a jackpot is made of, beside the games (docs/venue-protocol.md). */
const POOLS = ['147_jackpots.sql']

test('no mathematics of a game knows a pool, and no table of the venue but those of jackpots', () => {
  for (const { code, mathJson } of GAMES) expect(POOL.exec(mathJson)?.[0], code).toBeUndefined()
  const migrations = join(import.meta.dirname, '../../migrations')
  const files = readdirSync(migrations)
  expect(files.length).toBeGreaterThan(10)
  for (const file of files.filter(each => !POOLS.includes(each)))
    expect(
      POOL.exec(readFileSync(join(migrations, file), 'utf8').replace(/--.*/g, ''))?.[0],
      file,
    ).toBeUndefined()
})

test('no game is played against other players: what a pick returns follows from the outcome alone', () => {
  for (const table of allTables()) {
    expect([table.draw.length, table.returnsOf.length], table.code).toEqual([1, 2])
    const outcome = table.draw({
      serverSeed: new Uint8Array(32).fill(3),
      clientSeed: 'peers',
      nonce: 1,
    })
    const alone = allPicks(table.code).map(pick => table.returnsOf(outcome, pick))
    const again = allPicks(table.code)
      .toReversed()
      .map(pick => table.returnsOf(outcome, pick))
      .toReversed()
    expect(again).toEqual(alone)
    for (const phase of Object.keys(table.phases)) expect(phase).not.toMatch(/seat|turn|deal/i)
  }
})
