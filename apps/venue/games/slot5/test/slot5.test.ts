import { fairDraws, fromHex, sha256, toHex, utf8 } from '@tianping/fairness'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percent } from '../../../model/percent.ts'
import { MATH_A } from '../model/mathA.ts'
import { MATH_D } from '../model/mathD.ts'
import { awardedA, cellsOfA, drawA, spinA, unitsOfA, type RoundA } from '../model/slotA.ts'
import { cellsOfB, spinB } from '../model/slotB.ts'
import { spinD } from '../model/slotD.ts'
import { freeLeft, outcomeOf, slot5, SLOT5_MATHS } from '../model/slot5.ts'
import type { Slot5Model } from '../model/Slot5Math.ts'
import { chiSquare, fraction } from '../../../test/support/exact.ts'
import { deviationsOf, keystream } from '../../../test/support/million.ts'
import { countA, countB, countD, type Counts } from './slotCounts.ts'

const MODELS = ['slotA', 'slotB', 'slotD'] as const
const seeds = { serverSeed: fromHex('00'.repeat(31) + '01'), clientSeed: 'lucky', nonce: 0 }
const seedBytes = fc.uint8Array({ minLength: 32, maxLength: 32 })

/** Exact moments of counted cycles. */
function moments(counts: Iterable<readonly [number, number]>) {
  let [cycles, sum, squares] = [0n, 0n, 0n]
  for (const [units, times] of counts) {
    cycles += BigInt(times)
    sum += BigInt(units) * BigInt(times)
    squares += BigInt(units) ** 2n * BigInt(times)
  }
  return { cycles, sum, squares }
}
/** Square root of `top / bottom` to two decimals. */
const rootOf = (top: bigint, bottom: bigint) =>
  Math.sqrt(Number((top * 10n ** 12n) / bottom) / 1e12).toFixed(2)
const cyclesOf = (counts: Iterable<readonly [number, number]>, which: (units: number) => boolean) =>
  [...counts].reduce((sum, [units, cycles]) => sum + (which(units) ? cycles : 0), 0)

function expectPublished(
  model: 'slotB' | 'slotD',
  counts: Counts,
  allCycles: number,
  table: { rtp: string; hit: string; small: string; sd: string; max: number },
) {
  const math = SLOT5_MATHS[model]
  const { unitsPerStake: per } = math
  const { cycles, sum, squares } = moments(counts)
  expect(cycles).toBe(BigInt(allCycles))
  const [n, d] = table.rtp.split('/').map(BigInt) as [bigint, bigint]
  expect(fraction(sum, cycles * BigInt(per))).toBe(fraction(n, d))
  expect(math.rtp).toBe(table.rtp)
  expect(math.hitRate).toBe(
    fraction(
      cyclesOf(counts, units => units > 0),
      allCycles,
    ),
  )
  expect(percent(math.hitRate, 2)).toBe(table.hit)
  expect(math.winAtMostStakeRate).toBe(
    fraction(
      cyclesOf(counts, units => units > 0 && units <= per),
      allCycles,
    ),
  )
  expect(percent(math.winAtMostStakeRate, 2)).toBe(table.small)
  expect(rootOf(squares * cycles - sum * sum, cycles * cycles * BigInt(per * per))).toBe(table.sd)
  expect(math.standardDeviation).toBe(table.sd)
  expect(math.maxWin).toBe(String(Math.max(...counts.keys()) / per))
  expect(Math.floor(Number(math.maxWin) * 10) / 10).toBe(table.max)
}

test('model A: return, hit rate, returns up to the stake, spread and maximum are the published ones, exactly', () => {
  const spins = countA()
  const counts = spins.map(({ units, cycles }) => [units, cycles] as const)
  const { cycles, sum, squares } = moments(counts)
  expect(cycles).toBe(30n ** 5n)
  const given = moments(spins.map(spin => [spin.spins, spin.cycles]))
  const both = spins.reduce(
    (total, spin) => total + BigInt(spin.units) * BigInt(spin.spins) * BigInt(spin.cycles),
    0n,
  )
  // A free spin is worth threefold and gives others: m = 3b + g m, and a round is b + g m = b (1 +
  // 2 g) / (1 - g).
  const [top, bottom] = [sum * (cycles + 2n * given.sum), cycles * (cycles - given.sum) * 20n]
  expect(fraction(top, bottom)).toBe('418269329/435750000')
  expect(MATH_A.rtp).toBe('418269329/435750000')
  const hit = cyclesOf(counts, units => units > 0)
  expect([fraction(hit, cycles), percent(MATH_A.hitRate, 2)]).toEqual([MATH_A.hitRate, '38.46'])
  const small = cyclesOf(counts, units => units > 0 && units <= 20)
  expect([fraction(small, cycles), percent(MATH_A.winAtMostStakeRate, 2)]).toEqual([
    MATH_A.winAtMostStakeRate,
    '22.65',
  ])
  expect([Math.max(...counts.map(([units]) => units)) / 20, MATH_A.maxWin]).toEqual([
    107.4,
    '107.4',
  ])
  // The spread of a whole round, by the second moment of a free spin with all it gives.
  const [b, b2, g, g2, bg] = [sum, squares, given.sum, given.squares, both].map(
    total => Number(total) / Number(cycles),
  ) as [number, number, number, number, number]
  const m = (3 * b) / (1 - g)
  const freeSquares = (9 * b2 + 6 * m * bg + (g2 - g) * m * m) / (1 - g)
  const variance = b2 + 2 * m * bg + g * freeSquares + (g2 - g) * m * m - (b + g * m) ** 2
  expect((Math.sqrt(variance) / 20).toFixed(2)).toBe('4.43')
  expect(MATH_A.standardDeviation).toBe('4.43')
})

test('model A: the cap of a hundred free spins lowers the return by less than a hundred-billionth', () => {
  const spins = countA()
  const chances = [8, 12, 20].map(
    given =>
      [
        given,
        cyclesOf(
          spins.map(spin => [spin.spins, spin.cycles]),
          each => each === given,
        ) /
          30 ** 5,
      ] as const,
  )
  const none = 1 - chances.reduce((sum, [, chance]) => sum + chance, 0)
  const playedAfter = (first: number) => {
    let [played, at] = [0, new Map([[first, 1]])]
    for (let spin = 0; spin < 100; spin++) {
      const next = new Map<number, number>()
      for (const [given, chance] of at) {
        if (given <= spin) continue
        played += chance
        for (const [more, likely] of [[0, none] as const, ...chances])
          next.set(
            Math.min(100, given + more),
            (next.get(Math.min(100, given + more)) ?? 0) + chance * likely,
          )
      }
      at = next
    }
    return played
  }
  const given = chances.reduce((sum, [count, chance]) => sum + count * chance, 0)
  const capped = chances.reduce((sum, [count, chance]) => sum + chance * playedAfter(count), 0)
  expect(given / (1 - given) - capped).toBeGreaterThan(0)
  expect((given / (1 - given) - capped) * 3 * 0.7822).toBeLessThan(1e-11)
})

test('model B: the published figures, exactly', () => {
  expectPublished('slotB', countB(), 30 ** 5, {
    rtp: '29006989/30375000',
    hit: '43.58',
    small: '25.74',
    sd: '3.91',
    max: 380,
  })
})

test('model D: the published figures, exactly, over all 32^5 cascades', () => {
  expectPublished('slotD', countD(), 32 ** 5, {
    rtp: '3192842904/3355443200',
    hit: '40.89',
    small: '23.54',
    sd: '4.04',
    max: 516.2,
  })
})

const ROUNDS: Record<Slot5Model, (draw: () => number[]) => number> = {
  slotA: draw => drawA(draw).units,
  slotB: draw => spinB(draw()).units,
  slotD: draw => spinD(draw()).units,
}
test.each(MODELS)(
  'a million rounds of %s return what is published, within four standard deviations',
  { timeout: 600_000 },
  model => {
    const { reels, rtp, unitsPerStake } = SLOT5_MATHS[model]
    const stops = (draws: { below(n: number): number }) =>
      reels.map(reel => draws.below(reel.length))
    expect(
      deviationsOf(model, draws => [(ROUNDS[model](() => stops(draws)) * 100) / unitsPerStake], [
        rtp,
      ])[0],
    ).toBeLessThan(4)
  },
)

test("stops are drawn evenly from the games' own stream (chi-square, fixed seeds)", () => {
  const serverSeed = sha256(utf8('a fixed seed for the five-reel chi-square test'))
  for (const model of MODELS) {
    const { reels } = SLOT5_MATHS[model]
    const counts = reels.map(reel => Array.from({ length: reel.length }, () => 0))
    for (let nonce = 0; nonce < 20_000; nonce++) {
      const draws = fairDraws({ serverSeed, game: model, clientSeed: 'chi', nonce })
      reels.forEach((reel, i) => {
        counts[i]![draws.below(reel.length)]!++
      })
    }
    // 29 and 31 degrees of freedom: 82 and 86 are passed once in a million by fair reels.
    for (const reel of counts) expect(chiSquare(reel)).toBeLessThan(reel.length === 30 ? 82 : 86)
  }
})

test('golden vectors: seed 00…01, lucky, nonce 0', () => {
  expect(outcomeOf('slotA', { ...seeds, stakeFen: 2_000n })).toEqual({
    payoutFen: 400n,
    detail: { stops: [7, 21, 14, 19, 8], free: [], units: 4 },
  })
  expect(outcomeOf('slotB', { ...seeds, stakeFen: 2_000n }).detail).toEqual({
    stops: [22, 2, 18, 10, 0],
    units: 0,
  })
  expect(outcomeOf('slotD', { ...seeds, stakeFen: 2_000n })).toEqual({
    payoutFen: 5_000n,
    detail: { stops: [28, 25, 27, 27, 2], units: 250 },
  })
})

test('an outcome depends on the seeds alone: the stake scales it and changes nothing else', () => {
  fc.assert(
    fc.property(
      seedBytes,
      fc.string({ minLength: 1, maxLength: 64 }),
      fc.nat(),
      fc.constantFrom(...MODELS),
      (serverSeed, clientSeed, nonce, model) => {
        const at = (stakeFen: bigint) =>
          outcomeOf(model, { serverSeed, clientSeed, nonce, stakeFen })
        expect(at(100n).detail).toEqual(at(50_000n).detail)
        expect(at(50_000n).payoutFen).toBe(at(100n).payoutFen * 500n)
      },
    ),
  )
})

test('a cell is lit only when something pays, and every paying spin lights at least three', () => {
  const draws = keystream('cells')
  for (let i = 0; i < 5_000; i++) {
    const stops = [0, 0, 0, 0, 0].map(() => draws.below(30))
    for (const [units, cells] of [
      [spinA(stops).units, cellsOfA(spinA(stops))],
      [spinB(stops).units, cellsOfB(spinB(stops))],
    ] as const) {
      const lit = cells.flat().filter(Boolean).length
      expect(units > 0 ? lit >= 3 : lit === 0, stops.join()).toBe(true)
    }
  }
})

test('a wild in sight turns its reel wild, and a line pays its longest run once', () => {
  const { shown, window, expanded, wins } = spinB([0, 8, 20, 2, 0])
  expect(shown.map(reel => reel.join(''))).toEqual(['EAF', 'ECA', 'EWD', 'WGA', 'GEF'])
  expect(expanded).toEqual([false, false, true, true, false])
  expect(window.map(reel => reel.join(''))).toEqual(['EAF', 'ECA', 'WWW', 'WWW', 'GEF'])
  expect(wins.find(win => win.line === 1)).toEqual({ line: 1, symbol: 'E', count: 4, units: 30 })
  expect(new Set(wins.map(win => win.line)).size).toBe(wins.length)
})

test('a cascade takes what paid, lets the rest fall in order and fills up from the strip', () => {
  const draws = keystream('cascade')
  for (let i = 0; i < 3_000; i++) {
    const stops = MATH_D.reels.map(() => draws.below(32))
    const { steps, end, units } = spinD(stops)
    const windows = [...steps.map(step => step.window), end]
    const taken = [0, 0, 0, 0, 0]
    steps.forEach(({ gone, factor }, k) => {
      expect(factor).toBe([1, 2, 3, 5][Math.min(k, 3)])
      gone.forEach((cells, reel) => {
        const kept = windows[k]![reel]!.filter((_, row) => !cells[row])
        taken[reel]! += 3 - kept.length
        const above = Array.from(
          { length: 3 - kept.length },
          (_, n) => MATH_D.reels[reel]![(stops[reel]! - taken[reel]! + n + 64) % 32],
        )
        expect(windows[k + 1]![reel]).toEqual([...above, ...kept])
      })
    })
    expect(units).toBe(steps.reduce((sum, step) => sum + step.units, 0))
  }
})

test('free spins: as many as scatters gave, threefold, more by more scatters, a hundred at most', () => {
  const scatter = { stops: [7, 8, 2, 4, 14], none: [0, 0, 20, 0, 17] }
  expect(spinA(scatter.stops)).toMatchObject({ scatters: 5, scatterUnits: 2_000, awarded: 20 })
  expect(spinA(scatter.none).awarded).toBe(0)
  let drawn = 0
  const once = drawA(() => (drawn++ === 0 ? scatter.stops : scatter.none))
  expect([once.free.length, once.units]).toEqual([
    20,
    spinA(scatter.stops).units + 60 * spinA(scatter.none).units,
  ])
  const always = drawA(() => scatter.stops)
  expect([always.free.length, always.units]).toEqual([100, 301 * spinA(scatter.stops).units])
})

test('a round shown in part tells nothing of what comes', () => {
  const draws = keystream('parts')
  const { feature } = slot5('slotA', 'OB', 'any', '任意')
  for (let rounds = 0; rounds < 20;) {
    const round = drawA(() => MATH_A.reels.map(() => draws.below(30)))
    if (round.free.length === 0) continue
    rounds++
    for (let step = 0; step <= round.free.length; step++) {
      const shown = feature!.shown(round, step) as RoundA
      expect(shown).toEqual({
        stops: round.stops,
        free: round.free.slice(0, step),
        units: unitsOfA({ stops: round.stops, free: round.free.slice(0, step) }),
      })
      expect(freeLeft(shown)).toBe(awardedA(shown) - step)
      expect(freeLeft(shown) === 0).toBe(step === round.free.length)
    }
  }
})

test('the mathematics is versioned by the bytes it is published in, alike for every skin of a model', () => {
  for (const model of MODELS) {
    const [a, b] = [slot5(model, 'OB', 'one', '一'), slot5(model, 'PP', 'two', '二')]
    expect(a.mathVersion).toBe(b.mathVersion)
    expect(a.mathVersion).toBe(toHex(sha256(utf8(a.mathJson))))
    expect(JSON.parse(a.mathJson)).toEqual(SLOT5_MATHS[model])
  }
})
