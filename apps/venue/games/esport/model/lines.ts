import type { Line, Offer } from '../../../model/Book.ts'
import { isSure, ppm, priceOf, type Chances } from '../../../model/price.ts'
import { finalsFrom, mapChance, type Finals, type Score } from './chances.ts'
import { ESPORT_MATH } from './math.ts'

const MARGIN = { perTenThousand: ESPORT_MATH.marginPerTenThousand }

/** A line of two sides; both close when one is too sure. */
function line(
  id: string,
  [left, right]: readonly [string, string],
  chances: Chances,
  open: boolean,
): Line {
  const other = { won: chances.lost, lost: chances.won }
  const closed = !open || isSure(chances) || isSure(other)
  const offer = (pick: string, of: Chances): Offer => ({
    pick: `${id}:${pick}`,
    price: closed ? null : priceOf(of, MARGIN),
    ppm: ppm(of.won, of.won + of.lost),
  })
  return { id, picks: [offer(left, chances), offer(right, other)] }
}

const split = (finals: Finals, wins: (left: number, right: number) => boolean): Chances => {
  const sum = (wanted: boolean) =>
    Object.entries(finals).reduce((total, [score, weight]) => {
      const [left, right] = score.split(':').map(Number) as [number, number]
      return wins(left, right) === wanted ? total + weight : total
    }, 0n)
  return { won: sum(true), lost: sum(false) }
}

/**
 * The lines of a match: winner, winner of the map under way or next (from 1), maps handicap and
 * number of maps, at these maps and the rounds of the present one. `open` false closes them all.
 */
export function linesAt(p: number, maps: Score, rounds: Score, open: boolean): Line[] {
  const now = mapChance(p, rounds)
  const finals = finalsFrom(maps, now, mapChance(p, [0, 0]))
  const sides = ['a', 'b'] as const
  return [
    line(
      'win',
      sides,
      split(finals, (left, right) => left > right),
      open,
    ),
    line(`map:${maps[0] + maps[1] + 1}`, sides, { won: now.n, lost: now.d - now.n }, open),
    line(
      'mh:-6',
      sides,
      split(finals, (left, right) => left - right === 2),
      open,
    ),
    line(
      'mh:6',
      sides,
      split(finals, (left, right) => right - left < 2),
      open,
    ),
    line(
      'mt:10',
      ['o', 'u'],
      split(finals, (left, right) => left + right === 3),
      open,
    ),
  ]
}
