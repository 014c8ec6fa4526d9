import { fairDraws, type FairDraws } from '@tianping/fairness'
import type { DrawInput } from '../../../model/Table.ts'
import { SSC_MATH, type SscClass } from './math.ts'

export type SscOutcome = { digits: number[] }
export type SscShape = 'leopard' | 'run' | 'pair' | 'half-run' | 'mixed'

const SHAPES: Record<SscShape, SscClass> = {
  leopard: 'leopard',
  run: 'run',
  pair: 'pair',
  'half-run': 'halfRun',
  mixed: 'mixed',
}
const THREES: Record<string, number> = { front: 0, middle: 1, rear: 2 }

/** Five digits: a pure function of the seed, the salt and the round's number. */
export function draw({ serverSeed, clientSeed, nonce }: DrawInput): SscOutcome {
  return drawFrom(fairDraws({ serverSeed, game: SSC_MATH.model, clientSeed, nonce }))
}

export function drawFrom(draws: Pick<FairDraws, 'below'>): SscOutcome {
  return { digits: [0, 1, 2, 3, 4].map(() => draws.below(10)) }
}

/** The kind of bet a pick is; null when there is no such pick. */
export function classOf(pick: string): SscClass | null {
  if (/^pos:[1-5]:\d$/.test(pick)) return 'digit'
  if (/^(pos:[1-5]|total):(big|small|odd|even)$/.test(pick)) return 'half'
  if (pick === 'duel:tie') return 'tie'
  if (pick === 'duel:dragon' || pick === 'duel:tiger') return 'duel'
  const [, three] = /^(?:front|middle|rear):(.+)$/.exec(pick) ?? []
  if (three === undefined) return null
  if (/^\d{3}$/.test(three)) return 'exact'
  return Object.hasOwn(SHAPES, three) ? SHAPES[three as SscShape] : null
}

/** What three digits are, 9 and 0 being neighbours. */
export function shapeOf(three: readonly number[]): SscShape {
  const kinds = new Set(three).size
  if (kinds === 1) return 'leopard'
  if (kinds === 2) return 'pair'
  const neighbours = three.filter(digit => three.includes((digit + 1) % 10)).length
  if (neighbours === 0) return 'mixed'
  return neighbours === 1 ? 'half-run' : 'run'
}

/** What a pick returns of its stake, in hundredths. */
export function returnsOf({ digits }: SscOutcome, pick: string): number {
  const kind = classOf(pick)
  return kind !== null && wins(digits, pick) ? SSC_MATH.bets[kind].returns : 0
}

function wins(digits: readonly number[], pick: string): boolean {
  const [kind = '', what = '', which = ''] = pick.split(':')
  if (kind === 'pos') {
    const digit = digits[Number(what) - 1] ?? 0
    return /^\d$/.test(which) ? digit === Number(which) : half(digit, 5, which)
  }
  if (kind === 'total')
    return half(
      digits.reduce((sum, digit) => sum + digit, 0),
      23,
      what,
    )
  if (kind === 'duel') return duel(digits, what)
  const from = THREES[kind] ?? 0
  const three = digits.slice(from, from + 3)
  return /^\d{3}$/.test(what) ? three.join('') === what : shapeOf(three) === what
}

/** 万 against 个: which of them is higher, or neither. */
function duel([first = 0, , , , last = 0]: readonly number[], what: string): boolean {
  if (what === 'tie') return first === last
  return what === 'dragon' ? first > last : first < last
}

function half(value: number, bigFrom: number, what: string): boolean {
  if (what === 'big' || what === 'small') return value >= bigFrom === (what === 'big')
  return (value % 2 === 1) === (what === 'odd')
}
