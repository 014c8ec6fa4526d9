import { fairDraws, shuffled, type FairDraws } from '@tianping/fairness'
import type { DrawInput } from '../../../model/Table.ts'
import { PK10_MATH, type Pk10Class } from './math.ts'

/** The cars by place, the winner first. */
export type Pk10Outcome = { order: number[] }

const CARS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const SUM_CLASS: Record<number, Pk10Class> = {
  3: 'sum3',
  4: 'sum3',
  18: 'sum3',
  19: 'sum3',
  5: 'sum5',
  6: 'sum5',
  16: 'sum5',
  17: 'sum5',
  7: 'sum7',
  8: 'sum7',
  14: 'sum7',
  15: 'sum7',
  9: 'sum9',
  10: 'sum9',
  12: 'sum9',
  13: 'sum9',
  11: 'sum11',
}

/** The order the cars come in: a pure function of the seed, the salt and the round's number. */
export function draw({ serverSeed, clientSeed, nonce }: DrawInput): Pk10Outcome {
  return drawFrom(fairDraws({ serverSeed, game: PK10_MATH.model, clientSeed, nonce }))
}

export function drawFrom(draws: Pick<FairDraws, 'below'>): Pk10Outcome {
  return { order: shuffled(CARS, draws) }
}

/** The kind of bet a pick is; null when there is no such pick. */
export function classOf(pick: string): Pk10Class | null {
  if (/^pos:([1-9]|10):([1-9]|10)$/.test(pick)) return 'place'
  if (/^duel:[1-5]:(dragon|tiger)$/.test(pick)) return 'duel'
  if (pick === 'sum:big' || pick === 'sum:even') return 'bigEven'
  if (pick === 'sum:small' || pick === 'sum:odd') return 'smallOdd'
  const [, sum] = /^sum:([3-9]|1\d)$/.exec(pick) ?? []
  return sum === undefined ? null : (SUM_CLASS[Number(sum)] ?? null)
}

/** What a pick returns of its stake, in hundredths. */
export function returnsOf({ order }: Pk10Outcome, pick: string): number {
  const kind = classOf(pick)
  return kind !== null && wins(order, pick) ? PK10_MATH.bets[kind].returns : 0
}

function wins(order: readonly number[], pick: string): boolean {
  const [kind = '', what = '', which = ''] = pick.split(':')
  if (kind === 'pos') return order[Number(what) - 1] === Number(which)
  if (kind === 'duel')
    // Places 1 to 5 against their opposites, by `classOf`.
    return order[Number(what) - 1]! > order[10 - Number(what)]! === (which === 'dragon')
  const [first = 0, second = 0] = order
  const sum = first + second
  switch (what) {
    case 'big':
      return sum >= 12
    case 'small':
      return sum <= 11
    case 'odd':
      return sum % 2 === 1
    case 'even':
      return sum % 2 === 0
    default:
      return sum === Number(what)
  }
}
