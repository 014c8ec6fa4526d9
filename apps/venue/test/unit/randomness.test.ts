// Outcomes of every game by its real stream from fixed seeds: none depends on the one before, each
// is as likely as published, and each can come.
import { sha256, utf8 } from '@tianping/fairness'
import { VENUE_CODES } from '@tianping/venue-protocol'
import { expect, test } from 'vitest'
import { gamesOf, isBook, isTable, type Game } from '../../games/registry.ts'
import type { Book } from '../../model/Book.ts'
import type { InstantGame } from '../../model/InstantGame.ts'
import type { Table } from '../../model/Table.ts'
import { returnsOf } from '../../server/launch/returnsOf.ts'
import { allPicks } from '../support/allPicks.ts'
import { chiSquareLimit, normalLimit, runsTest, serialTest } from '../support/statistics.ts'

const ROUNDS = 20_000
/** Skins share the stream and mathematics of their model. */
const MODELS = [...new Map(VENUE_CODES.flatMap(gamesOf).map(game => [game.model, game])).values()]
/** All tests of one kind together are passed by fair games with a chance of 99 %. */
const EACH = 0.01 / MODELS.length

/**
 * What was drawn: the kind of each round's outcome, the side of it, by how many deviations each bet
 * is off its published mean, and what never came.
 */
type Drawn = { kinds: number[]; sides: boolean[]; off: Record<string, number>; never: string[] }

const numbered = (texts: readonly string[]) => {
  const places = new Map<string, number>()
  return texts.map(text => {
    const place = places.get(text) ?? places.size
    places.set(text, place)
    return place
  })
}
const valueOf = (fraction: string) => {
  const [n, d] = fraction.split('/').map(Number) as [number, number]
  return n / d
}
/** By how many deviations a mean is off, over so many rounds. */
const offBy = (sum: number, squares: number, mean: number) =>
  Math.abs(sum / ROUNDS - mean) / Math.sqrt((squares / ROUNDS - (sum / ROUNDS) ** 2) / ROUNDS)
const input = (game: Game, nonce: number) => ({
  serverSeed: sha256(utf8(`randomness of ${game.model}`)),
  clientSeed: 'fixed',
  nonce,
})
const rounds = <T>(draw: (nonce: number) => T) => Array.from({ length: ROUNDS }, (_, n) => draw(n))

/** Picks whose wins make up the kind of a table's outcome, and the one that is its side. */
const TABLE_KINDS: Record<string, [kind: RegExp, side: string]> = {
  bac: [/^(player|tie|banker)$/, 'player'],
  dt: [/./, 'dragon'],
  niu: [/./, 'tian'],
  rb: [/^(red|black)$/, 'red'],
  k3: [/^sum:\d/, 'sum:big'],
  ssc: [/^pos:1:\d/, 'pos:1:big'],
  pk10: [/^pos:1:/, 'sum:big'],
}

/** Of three thousand picks of three digits some will do: their digits are all among the others. */
const SOME = 37
const isTested = (pick: string) => {
  const [, digits] = /:(\d{3})$/.exec(pick) ?? []
  return digits === undefined || Number(digits) % SOME === 0
}

function drawnTable(table: Table): Drawn {
  const picks = allPicks(table.code).filter(pick => table.code !== 'ssc' || isTested(pick))
  const known = TABLE_KINDS[table.code]
  if (!known) throw new Error(`TABLE_KINDS does not say which picks of ${table.code} are one kind.`)
  const [kind, side] = known
  const ofKind = picks.filter(pick => kind.test(pick))
  const outcomes = rounds(nonce => table.draw(input(table, nonce)))
  const won = (pick: string) => outcomes.map(outcome => table.returnsOf(outcome, pick))
  const never: string[] = []
  const sums = new Map<string, { together: number[]; first: number[]; picks: number }>()
  for (const pick of picks) {
    const returned = won(pick)
    if (!returned.some(each => each > 100)) never.push(pick)
    const odds = table.oddsOf(pick)!
    const stakes = returned.map(each => each / 100)
    const {
      together,
      picks: before,
      ...rest
    } = sums.get(odds) ?? {
      together: stakes.map(() => 0),
      first: stakes,
      picks: 0,
    }
    for (const [i, each] of stakes.entries()) together[i]! += each
    sums.set(odds, { ...rest, together, picks: before + 1 })
  }
  const means = new Map(returnsOf(table)!.map(({ odds, mean }) => [odds, valueOf(mean)]))
  return {
    kinds: numbered(
      outcomes.map(outcome =>
        ofKind.filter(pick => table.returnsOf(outcome, pick) > 100).join(' '),
      ),
    ),
    sides: won(side).map(each => each > 100),
    off: Object.fromEntries(
      [...sums].map(([odds, { together, first, picks: count }]) => {
        // Picks that always come to the same together have nothing to be off by; one of them has.
        const constant = together.every(each => each === together[0])
        const all = constant ? first : together
        const sum = all.reduce((total, each) => total + each, 0)
        const squares = all.reduce((total, each) => total + each ** 2, 0)
        expect(sum, odds).toBeGreaterThan(0)
        return [odds, offBy(sum, squares, (constant ? 1 : count) * means.get(odds)!)]
      }),
    ),
    never,
  }
}

type Published = { reels: string[]; unitsPerStake: number } & Record<
  'hitRate' | 'winAtMostStakeRate',
  string
>
type Spin = { stops: number[]; units: number }

function drawnSlot(game: InstantGame): Drawn {
  const math = JSON.parse(game.mathJson) as Published
  const spins = rounds(nonce => {
    const { detail } = game.outcome({ ...input(game, nonce), stakeFen: 2_000n })
    return (game.feature ? game.feature.shown(detail, 0) : detail) as unknown as Spin
  })
  const share = (is: (spin: Spin) => boolean, chance: string) => {
    const count = spins.filter(is).length
    return offBy(count, count, valueOf(chance))
  }
  return {
    kinds: spins.map(({ stops }) => stops[0]!),
    sides: spins.map(({ units }) => units > 0),
    off: {
      hit: share(({ units }) => units > 0, math.hitRate),
      low: share(({ units }) => units > 0 && units <= math.unitsPerStake, math.winAtMostStakeRate),
    },
    never: math.reels.flatMap((reel, i) => {
      const seen = new Set(spins.map(({ stops }) => stops[i]))
      return [...reel].flatMap((_, stop) => (seen.has(stop) ? [] : [`reel ${i} stop ${stop}`]))
    }),
  }
}

function drawnBook(book: Book): Drawn {
  const { terms } = book.fixture(0)
  const outcomes = rounds(nonce => book.draw(input(book, nonce), terms))
  const before = book.at(terms, outcomes[0]!, -1)
  const picks = before.lines.flatMap(line => line.picks)
  const hits = picks.map(({ pick }) =>
    outcomes.map(outcome => /^(win|halfWin)$/.test(book.judge(outcome, pick, before.key)!)),
  )
  const counts = hits.map(all => all.filter(Boolean).length)
  const firstLine = before.lines[0]!.picks.map((_, i) => hits[i]!)
  return {
    kinds: numbered(outcomes.map((_, n) => firstLine.map(all => Number(all[n])).join(''))),
    sides: hits[0]!,
    off: Object.fromEntries(
      picks.map(({ pick, ppm }, i) => [pick, offBy(counts[i]!, counts[i]!, ppm / 1e6)]),
    ),
    never: picks.filter((_, i) => counts[i] === 0).map(({ pick }) => pick),
  }
}

function drawnOf(game: Game): Drawn {
  if (isTable(game)) return drawnTable(game)
  return isBook(game) ? drawnBook(game) : drawnSlot(game)
}

test.each(MODELS)(
  '$model: serial, runs and fit of final outcomes at 99 per cent, and every outcome comes',
  game => {
    const { kinds, sides, off, never } = drawnOf(game)
    expect(never).toEqual([])
    const { statistic, freedom } = serialTest(kinds)
    expect(freedom).toBeGreaterThan(0)
    expect(statistic, 'serial').toBeLessThan(chiSquareLimit(freedom, EACH))
    expect(runsTest(sides), 'runs').toBeLessThan(normalLimit(EACH / 2))
    const bets = Object.keys(off).length
    expect(bets).toBeGreaterThan(0)
    for (const [bet, deviations] of Object.entries(off))
      expect(deviations, bet).toBeLessThan(normalLimit(EACH / bets / 2))
  },
)

test('the tests notice outcomes that follow the one before, and a bias of two points', () => {
  const fair = rounds(nonce => sha256(utf8(`coin ${nonce}`))[0]! < 128)
  const sticky = fair.map((side, i) => (i % 20 === 0 ? fair[Math.max(0, i - 1)]! : side))
  const numbers = (sides: boolean[]) => sides.map(Number)
  expect(runsTest(fair)).toBeLessThan(normalLimit(EACH / 2))
  expect(runsTest(sticky)).toBeGreaterThan(normalLimit(EACH / 2))
  // Pairs are taken two by two, so the place that repeats is the second of its pair.
  const late = fair.map((side, i) => (i % 20 === 1 ? fair[i - 1]! : side))
  expect(serialTest(numbers(fair)).statistic).toBeLessThan(chiSquareLimit(1, EACH))
  expect(serialTest(numbers(late)).statistic).toBeGreaterThan(chiSquareLimit(1, EACH))
  const biased = fair.filter(Boolean).length + ROUNDS * 0.02
  expect(offBy(biased, biased, 0.5)).toBeGreaterThan(normalLimit(EACH / 2))
  // From printed tables.
  expect(chiSquareLimit(10, 0.01)).toBeCloseTo(23.2, 1)
  expect(normalLimit(0.005)).toBeCloseTo(2.5758, 3)
})
