import { fairDraws, type FairDraws } from '@tianping/fairness'
import type { DrawInput } from '../../../model/Table.ts'
import { K3_MATH, type K3Class } from './math.ts'

export type K3Outcome = { dice: number[] }

/** Three dice: a pure function of the seed, the salt and the round's number. */
export function draw({ serverSeed, clientSeed, nonce }: DrawInput): K3Outcome {
  return drawFrom(fairDraws({ serverSeed, game: K3_MATH.model, clientSeed, nonce }))
}

export function drawFrom(draws: Pick<FairDraws, 'below'>): K3Outcome {
  return { dice: [0, 1, 2].map(() => draws.below(6) + 1) }
}

/** The kind of bet a pick is; null when there is no such pick. */
export function classOf(pick: string): K3Class | null {
  const [kind = '', what = ''] = pick.split(':')
  if (kind === 'sum' && /^(big|small|odd|even)$/.test(what)) return 'half'
  if (kind === 'sum' && /^([3-9]|1[0-8])$/.test(what))
    return `sum${Math.min(Number(what), 21 - Number(what))}` as K3Class
  if (pick === 'triple:any') return 'anyTriple'
  if (pick === 'straight') return 'straight'
  if (kind === 'triple' && /^[1-6]$/.test(what)) return 'triple'
  if (kind === 'pair' && /^[1-6]{2}$/.test(what) && what[0] !== what[1]) return 'pair'
  if (kind === 'three' && ascending(what, 3)) return 'three'
  if (kind === 'two' && ascending(what, 2)) return 'two'
  return null
}

const ascending = (digits: string, length: number) =>
  digits.length === length &&
  /^[1-6]+$/.test(digits) &&
  [...digits].every((digit, i) => i === 0 || digit > digits[i - 1]!)

/** What a pick returns of its stake, in hundredths. */
export function returnsOf({ dice }: K3Outcome, pick: string): number {
  const kind = classOf(pick)
  return kind !== null && wins(dice, kind, pick) ? K3_MATH.bets[kind].returns : 0
}

function wins(dice: readonly number[], kind: K3Class, pick: string): boolean {
  const sum = dice.reduce((total, die) => total + die, 0)
  const what = pick.split(':')[1] ?? ''
  const sorted = dice.toSorted((a, b) => a - b).join('')
  const triple = sorted[0] === sorted[2]
  switch (kind) {
    case 'half':
      return what === 'big'
        ? sum >= 11
        : what === 'small'
          ? sum <= 10
          : (sum % 2 === 1) === (what === 'odd')
    case 'triple':
      return triple && sorted[0] === what
    case 'anyTriple':
      return triple
    case 'pair':
      return sorted === [what[0]!, what[0]!, what[1]!].toSorted().join('')
    case 'three':
      return sorted === what
    case 'two':
      return [...what].every(digit => sorted.includes(digit))
    case 'straight':
      return '123456'.includes(sorted)
    default:
      return sum === Number(what)
  }
}
