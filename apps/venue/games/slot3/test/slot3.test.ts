import { fairDraws, fromHex, sha256, toHex, utf8 } from '@tianping/fairness'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percent } from '../../../model/percent.ts'
import { evaluate, payoutOf, windowAt } from '../model/evaluate.ts'
import { SLOT3_MATH } from '../model/math.ts'
import { outcome } from '../model/outcome.ts'
import { slot3 } from '../model/slot3.ts'
import { chiSquare } from '../../../test/support/exact.ts'
import { deviationsOf } from '../../../test/support/million.ts'

// The published tables again, typed from the document and not imported, and a reading of the rules
// of its own: it counts for each line and each symbol instead of walking through windows.
const REELS = [
  'PBCP7BLRCPLCWLPR7BRCLPCBL',
  'BCLPCB7RPCBLPWB7RLPRCLPCL',
  '7CLBR7PCLPBLRCWPCBRLPBCPL',
]
const PAY: Record<string, number> = { 7: 60, R: 25, B: 14, C: 7, L: 5, P: 5 }
const ALL_WILD = 200
const OFFSETS = [
  [0, 0, 0],
  [1, 1, 1],
  [2, 2, 2],
  [0, 1, 2],
  [2, 1, 0],
]
const CYCLES = 25 ** 3

function unitsOf(a: number, b: number, c: number): number {
  let units = 0
  for (const [x, y, z] of OFFSETS as [number, number, number][]) {
    const line = REELS[0]![(a + x) % 25]! + REELS[1]![(b + y) % 25]! + REELS[2]![(c + z) % 25]!
    if (line === 'WWW') units += ALL_WILD
    else
      for (const [symbol, pay] of Object.entries(PAY)) {
        if (new RegExp(`^[${symbol}W]{3}$`).test(line))
          units += pay * 2 ** line.replaceAll(symbol, '').length
      }
  }
  return units
}

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))
const fraction = (n: bigint, d: bigint) => `${n / gcd(n, d)}/${d / gcd(n, d)}`
function every(visit: (units: number, stops: [number, number, number]) => void) {
  for (let a = 0; a < 25; a++)
    for (let b = 0; b < 25; b++) for (let c = 0; c < 25; c++) visit(unitsOf(a, b, c), [a, b, c])
}

test('the exact return, hit rate, returns up to the stake, spread and maximum are the published ones', () => {
  let sum = 0n
  let squares = 0n
  let hits = 0n
  let small = 0n
  let most = 0
  every(units => {
    sum += BigInt(units)
    squares += BigInt(units * units)
    if (units > 0) hits++
    if (units > 0 && units <= 5) small++
    most = Math.max(most, units)
  })
  const cycles = BigInt(CYCLES)
  expect(fraction(sum, cycles * 5n)).toBe('15092/15625')
  expect(SLOT3_MATH.rtp).toBe('15092/15625')
  expect(fraction(hits, cycles)).toBe(SLOT3_MATH.hitRate)
  expect(percent(SLOT3_MATH.hitRate, 2)).toBe('24.21')
  expect(fraction(small, cycles)).toBe(SLOT3_MATH.winAtMostStakeRate)
  expect(percent(SLOT3_MATH.winAtMostStakeRate, 2)).toBe('6.66')
  expect(most / 5).toBe(58)
  expect(String(most / 5)).toBe(SLOT3_MATH.maxWin)
  // Variance in stakes: E[u^2]/25 - (E[u]/5)^2, brought to one denominator.
  const variance =
    Number(((squares * cycles - sum * sum) * 1_000_000n) / (cycles * cycles * 25n)) / 1_000_000
  expect(Math.sqrt(variance).toFixed(2)).toBe(SLOT3_MATH.standardDeviation)
})

test("the game's evaluator and the independent one agree on all 15,625 windows", () => {
  every((units, stops) => {
    if (evaluate(stops).units !== units) expect.fail(`stops ${stops.join()}`)
  })
})

test('the window is what stands at the stops, going round at the end', () => {
  expect(windowAt([24, 0, 23]).map(reel => reel.join(''))).toEqual(['LPB', 'BCL', 'PL7'])
})

test('a line names its symbol, its wilds and what it pays', () => {
  const found = new Map<string, number>()
  every((_units, stops) => {
    for (const { symbol, wilds, units } of evaluate(stops).wins)
      found.set(`${symbol}${wilds}`, units)
  })
  expect(found.get('70')).toBe(60)
  expect(found.get('71')).toBe(120)
  expect(found.get('72')).toBe(240)
  expect(found.get('W3')).toBe(200)
  expect(Math.max(...found.values())).toBe(240)
})

test('the payout is floored once, and is the units in fifths of the stake', () => {
  expect(payoutOf(14, 200n)).toBe(560n)
  fc.assert(
    fc.property(fc.nat({ max: 290 }), fc.bigInt({ min: 1n, max: 10_000_000n }), (units, stake) => {
      const payout = payoutOf(units, stake)
      expect(
        payout * 5n <= stake * BigInt(units) && (payout + 1n) * 5n > stake * BigInt(units),
      ).toBe(true)
    }),
  )
})

test('an outcome depends on the seeds alone: the stake scales it and changes nothing else', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.string({ minLength: 1, maxLength: 64 }),
      fc.nat(),
      (serverSeed, clientSeed, nonce) => {
        const at = (stakeFen: bigint) => outcome({ serverSeed, clientSeed, nonce, stakeFen })
        expect(at(100n).detail).toEqual(at(50_000n).detail)
        expect(at(50_000n).payoutFen).toBe(at(100n).payoutFen * 500n)
      },
    ),
  )
})

test('golden vector slotC: seed 00…01, lucky, nonce 0', () => {
  const { detail } = outcome({
    serverSeed: fromHex('00'.repeat(31) + '01'),
    clientSeed: 'lucky',
    nonce: 0,
    stakeFen: 500n,
  })
  expect(detail).toMatchObject({ stops: [2, 4, 0], wins: [], units: 0 })
})

test("stops are drawn evenly from the game's own stream (chi-square, fixed seed)", () => {
  const serverSeed = sha256(utf8('a fixed seed for the chi-square test'))
  const counts = REELS.map(() => Array.from({ length: 25 }, () => 0))
  for (let nonce = 0; nonce < 20_000; nonce++) {
    const draws = fairDraws({ serverSeed, game: 'slotC', clientSeed: 'chi', nonce })
    for (const reel of counts) reel[draws.below(25)]!++
  }
  // 24 degrees of freedom; 74.6 is passed once in a million by fair reels.
  for (const reel of counts) expect(chiSquare(reel)).toBeLessThan(74.6)
})

test(
  'a million rounds return what is published, within four standard deviations',
  { timeout: 600_000 },
  () => {
    const returned = deviationsOf(
      'slotC',
      draws => [evaluate(SLOT3_MATH.reels.map(() => draws.below(25))).units * 20],
      [SLOT3_MATH.rtp],
    )
    expect(returned[0]).toBeLessThan(4)
  },
)

test('the mathematics is versioned by the bytes it is published in, alike for every skin', () => {
  const [a, b] = [slot3('FG', 'one', '一'), slot3('PP', 'two', '二')]
  expect(a.mathVersion).toBe(b.mathVersion)
  expect(a.mathVersion).toBe(toHex(sha256(utf8(a.mathJson))))
  expect(JSON.parse(a.mathJson)).toEqual(SLOT3_MATH)
})
