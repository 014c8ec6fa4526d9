import { sha256, toHex, utf8 } from '@tianping/fairness'
import { expect, test } from 'vitest'
import { dealt } from '../../../model/dealt.ts'
import { dragonTiger } from '../model/dragontiger.ts'
import { DRAGON_TIGER_MATH, type DragonTigerPick } from '../model/math.ts'
import { CARDS, play, returnsOf } from '../model/outcome.ts'
import { percent } from '../../../model/percent.ts'
import { periodMs } from '../../../model/Table.ts'
import { fraction, less } from '../../../test/support/exact.ts'
import { deviationsOf } from '../../../test/support/million.ts'

const PICKS = Object.keys(DRAGON_TIGER_MATH.bets) as DragonTigerPick[]
// All pairs of the 416 cards, from the deck as it is printed: thirteen ranks from the ace up, four
// suits, eight decks.
const SHOE = Array.from({ length: 8 * 4 }, () => 'A23456789TJQK').join('')
const ORDERS = 416 * 415

/** What comes back of a hundred on each pick, by the rules as they are told: dragon, tie, tiger. */
function told(dragon: number, tiger: number): [number, number, number] {
  if (dragon === tiger) return [50, 1200, 50]
  return dragon > tiger ? [200, 0, 0] : [0, 0, 200]
}

test('every chance, return and edge is exactly the published one', () => {
  const wins = [0, 0, 0]
  const sums = [0, 0, 0]
  for (let a = 0; a < 416; a++)
    for (let b = 0; b < 416; b++) {
      if (a === b) continue
      told('A23456789TJQK'.indexOf(SHOE[a]!), 'A23456789TJQK'.indexOf(SHOE[b]!)).forEach(
        (back, i) => {
          sums[i]! += back
          if (back > 100) wins[i]!++
        },
      )
    }
  PICKS.forEach((pick, i) => {
    const rtp = fraction(sums[i]!, ORDERS * 100)
    expect(DRAGON_TIGER_MATH.bets[pick], pick).toMatchObject({
      win: fraction(wins[i]!, ORDERS),
      rtp,
      edge: less(rtp),
    })
  })
  const { dragon, tie } = DRAGON_TIGER_MATH.bets
  expect([dragon.edge, percent(dragon.edge, 4), tie.pays, percent(tie.edge, 3)]).toEqual([
    '31/830',
    '3.7349',
    '11',
    '10.361',
  ])
})

test('the game pays what the rules tell, for every two cards', () => {
  for (let dragon = 0; dragon < 52; dragon++)
    for (let tiger = 0; tiger < 52; tiger++) {
      expect(PICKS.map(pick => returnsOf(play([dragon, tiger]), pick))).toEqual(
        told(dragon % 13, tiger % 13),
      )
    }
})

test(
  'a million rounds return within four deviations of the exact figures, bet by bet',
  { timeout: 600_000 },
  () => {
    const off = deviationsOf(
      'dt',
      draws => {
        const outcome = play(dealt(8, CARDS, draws))
        return PICKS.map(pick => returnsOf(outcome, pick))
      },
      PICKS.map(pick => DRAGON_TIGER_MATH.bets[pick].rtp),
    )
    PICKS.forEach((pick, i) => expect(off[i], pick).toBeLessThan(4))
  },
)

test('the table: 18 seconds, its mathematics by the bytes it is published in', () => {
  expect(periodMs(dragonTiger)).toBe(18_000)
  expect(dragonTiger.mathVersion).toBe(toHex(sha256(utf8(dragonTiger.mathJson))))
  expect(JSON.parse(dragonTiger.mathJson)).toEqual(DRAGON_TIGER_MATH)
  expect([dragonTiger.oddsOf('tie'), dragonTiger.oddsOf('x')]).toEqual(['1:11', null])
})
