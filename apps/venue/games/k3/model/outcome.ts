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

/** What each kind of pick may name, and the class of bet it is then. */
const CLASSES: Record<string, (what: string) => K3Class | null> = {
  sum: sumClass,
  triple: what => only(/^[1-6]$/.test(what), 'triple'),
  pair: what => only(/^[1-6]{2}$/.test(what) && what[0] !== what[1], 'pair'),
  three: what => only(ascending(what, 3), 'three'),
  two: what => only(ascending(what, 2), 'two'),
}

const only = (fits: boolean, kind: K3Class) => (fits ? kind : null)

function sumClass(what: string): K3Class | null {
  if (/^(big|small|odd|even)$/.test(what)) return 'half'
  if (!/^([3-9]|1[0-8])$/.test(what)) return null
  return `sum${Math.min(Number(what), 21 - Number(what))}` as K3Class
}

/** The kind of bet a pick is; null when there is no such pick. */
export function classOf(pick: string): K3Class | null {
  if (pick === 'straight') return 'straight'
  if (pick === 'triple:any') return 'anyTriple'
  const [, kind = '', what = ''] = /^(sum|triple|pair|three|two):([^:]*)/.exec(pick) ?? []
  return CLASSES[kind]?.(what) ?? null
}

const ascending = (digits: string, length: number) =>
  digits.length === length &&
  /^[1-6]+$/.test(digits) &&
  [...digits].every((digit, i) => digit > (digits[i - 1] ?? ''))

/** What a pick returns of its stake, in hundredths. */
export function returnsOf({ dice }: K3Outcome, pick: string): number {
  const kind = classOf(pick)
  return kind !== null && wins(dice, kind, pick) ? K3_MATH.bets[kind].returns : 0
}

/** Whether dice with these sorted faces are what a pick of each kind names. */
const WINS: Partial<Record<K3Class, (sorted: string, what: string) => boolean>> = {
  triple: (sorted, what) => sorted === what.repeat(3),
  anyTriple: ([low, , high]) => low === high,
  pair: (sorted, [twice = '', once = '']) => sorted === [twice, twice, once].toSorted().join(''),
  three: (sorted, what) => sorted === what,
  two: (sorted, what) => [...what].every(digit => sorted.includes(digit)),
  straight: sorted => '123456'.includes(sorted),
}

function wins(dice: readonly number[], kind: K3Class, pick: string): boolean {
  const what = pick.split(':')[1] ?? ''
  const named = WINS[kind]
  if (named) return named(dice.toSorted((a, b) => a - b).join(''), what)
  const sum = dice.reduce((total, die) => total + die, 0)
  return kind === 'half' ? half(sum, what) : sum === Number(what)
}

function half(sum: number, what: string): boolean {
  if (what === 'big') return sum >= 11
  if (what === 'small') return sum <= 10
  return (sum % 2 === 1) === (what === 'odd')
}
