import { fromHex } from '@tianping/fairness'
import { VENUE_CODES } from '@tianping/venue-protocol'
import { expect, test } from 'vitest'
import { gamesOf, isBook, isTable, stakeLimits } from '../../games/registry.ts'
import { MATH_A } from '../../games/slot5/model/mathA.ts'
import { drawA, ROUND_MAX_A, spinA } from '../../games/slot5/model/slotA.ts'
import { countA } from '../../games/slot5/test/slotCounts.ts'
import { BOOK_LIMITS } from '../../model/Book.ts'
import { compareFractions } from '../../model/percent.ts'
import { rtpOf } from '../../server/launch/rtpOf.ts'
import { allPicks } from '../support/allPicks.ts'

const GAMES = VENUE_CODES.flatMap(gamesOf)
const CAP = MATH_A.freeSpinCap

/** The best units of a spin of model A among those that give so many free spins. */
function bestOf(): (spins: number) => number {
  const best = new Map<number, number>()
  for (const { units, spins } of countA()) best.set(spins, Math.max(best.get(spins) ?? 0, units))
  return spins => best.get(spins)!
}

/** Stops of the best spin with five scatters, and of the best one without free spins. */
const GIVING = [8, 10, 3, 5, 12]
const PLAIN = [4, 21, 1, 23, 1]

test('model A: no round returns more than the published maximum, and one returns exactly that', () => {
  const best = bestOf()
  let most = 0
  for (const first of [8, 12, 20])
    for (let a = 0; a <= CAP; a++)
      for (let b = 0; a + b <= CAP; b++)
        for (let c = 0; a + b + c <= CAP; c++) {
          const played = Math.min(CAP, first + 8 * a + 12 * b + 20 * c)
          if (a + b + c > played) continue
          const free = a * best(8) + b * best(12) + c * best(20) + (played - a - b - c) * best(0)
          most = Math.max(most, best(first) + MATH_A.freeSpinFactor * free)
        }
  expect(String(most / MATH_A.unitsPerStake)).toBe(ROUND_MAX_A)
  // Drawn by the game itself from stops that reach it.
  expect([spinA(GIVING).units, spinA(PLAIN).units]).toEqual([best(20), best(0)])
  let spin = 0
  const round = drawA(() => (spin++ < 5 ? GIVING : PLAIN))
  expect([round.free.length, round.units]).toEqual([CAP, most])
})

test.each(GAMES.filter(isTable))(
  '$name: no pick of any round returns more than the published maximum, which is its best bet',
  table => {
    const most = Math.round(Number(table.maxWin) * 100)
    type Bet = { returns?: number; classes?: Record<string, { returns: number }> }
    const { bets } = JSON.parse(table.mathJson) as { bets: Record<string, Bet> }
    const published = Object.values(bets).flatMap(({ returns, classes }) => [
      ...(returns === undefined ? [] : [returns]),
      ...Object.values(classes ?? {}).map(each => each.returns),
    ])
    expect(Math.max(...published)).toBe(most)
    const serverSeed = fromHex('07'.repeat(32))
    for (let nonce = 0; nonce < 50; nonce++) {
      const outcome = table.draw({ serverSeed, clientSeed: 'most', nonce })
      const returned = allPicks(table.code).map(pick => table.returnsOf(outcome, pick))
      expect(Math.max(...returned)).toBeLessThanOrEqual(most)
    }
  },
)

test('a ticket of a book returns at most what is taken at the least stake', () => {
  for (const book of GAMES.filter(isBook))
    expect(BigInt(book.maxWin) * stakeLimits(book).leastFen, book.code).toBe(
      BOOK_LIMITS.maxPayoutFen,
    )
})

test('least, usual and best return mean the same in every game', () => {
  for (const game of GAMES) {
    const { least, usual, best } = rtpOf(game)
    expect(compareFractions(least, usual), game.code).toBeLessThanOrEqual(0)
    expect(compareFractions(usual, best), game.code).toBeLessThanOrEqual(0)
    if (!isBook(game)) expect(least).toBe(game.rtpExact)
  }
  const range = (code: string) => rtpOf(GAMES.find(game => game.code === code)!)
  expect(range('dt')).toEqual({ least: '372/415', usual: '799/830', best: '799/830' })
  expect(range('k3').usual).toBe('39/40')
  expect(range('koi5').least).toBe(range('koi5').best)
})
