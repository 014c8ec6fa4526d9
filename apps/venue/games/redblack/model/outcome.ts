import { fairDraws } from '@tianping/fairness'
import type { DrawInput } from '../../../model/Table.ts'
import { rankOf, suitOf } from '../../../model/card.ts'
import { dealt } from '../../../model/dealt.ts'
import { RED_BLACK_MATH, type RedBlackPick, type StrikeClass } from './math.ts'

/** Three cards each, in the order they came. */
export type RedBlackOutcome = { red: number[]; black: number[] }
export type HandClass = 'high' | 'pair' | Exclude<StrikeClass, 'pair9'>

export const CARDS = 3
const REFUND = 100
const ACE = 14
/** From the weakest to the strongest. */
const CLASSES: readonly HandClass[] = [
  'high',
  'pair',
  'straight',
  'flush',
  'straightFlush',
  'triple',
]
export const CLASS_NAMES: Record<HandClass, string> = {
  high: '单张',
  pair: '对子',
  straight: '顺子',
  flush: '金花',
  straightFlush: '同花顺',
  triple: '豹子',
}

/** One round: a pure function of its seeds. */
export function draw({ serverSeed, clientSeed, nonce }: DrawInput): RedBlackOutcome {
  return play(
    dealt(
      RED_BLACK_MATH.decks,
      2 * CARDS,
      fairDraws({ serverSeed, game: RED_BLACK_MATH.model, clientSeed, nonce }),
    ),
  )
}

/** Deals six cards in turn. */
export function play(cards: readonly number[]): RedBlackOutcome {
  return { red: cards.filter((_, i) => i % 2 === 0), black: cards.filter((_, i) => i % 2 === 1) }
}

/**
 * A hand's class and the ranks that decide among equals, the most important first. Suits never do.
 */
export function handOf(cards: readonly number[]): { kind: HandClass; ranks: number[] } {
  const ranks = cards
    .map(card => (rankOf(card) === 0 ? ACE : rankOf(card) + 1))
    .toSorted((a, b) => b - a)
  const [high, middle, low] = ranks as [number, number, number]
  if (high === low) return { kind: 'triple', ranks: [high] }
  if (high === middle) return { kind: 'pair', ranks: [high, low] }
  if (middle === low) return { kind: 'pair', ranks: [low, high] }
  const [one = 0] = cards
  const flush = cards.every(card => suitOf(card) === suitOf(one))
  const straight = straightOf(high, middle, low)
  if (straight === null) return { kind: flush ? 'flush' : 'high', ranks }
  return { kind: flush ? 'straightFlush' : 'straight', ranks: [straight] }
}

/** The rank a straight counts by; null when it is none. A 2 3 is the lowest: its ace counts 1. */
function straightOf(high: number, middle: number, low: number): number | null {
  if (high === ACE && middle === 3 && low === 2) return 3
  return high - low === 2 ? high : null
}

/** `对 9`, `顺子`. */
export function handName(cards: readonly number[]): string {
  const { kind, ranks } = handOf(cards)
  if (kind !== 'pair') return CLASS_NAMES[kind]
  const [rank = 0] = ranks
  return `对 ${{ 11: 'J', 12: 'Q', 13: 'K', 14: 'A' }[rank] ?? rank}`
}

function compare(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [handOf(a), handOf(b)]
  if (x.kind !== y.kind) return CLASSES.indexOf(x.kind) - CLASSES.indexOf(y.kind)
  // Hands of one class are told apart by as many ranks.
  return x.ranks.map((rank, i) => rank - y.ranks[i]!).find(lead => lead !== 0) ?? 0
}

export function winnerOf({ red, black }: RedBlackOutcome): 'red' | 'black' | 'tie' {
  const lead = compare(red, black)
  if (lead === 0) return 'tie'
  return lead > 0 ? 'red' : 'black'
}

/**
 * What the winning hand is to 幸运一击, or the hand both have when they are equal; null below a pair of
 * nines.
 */
export function strikeOf(outcome: RedBlackOutcome): StrikeClass | null {
  const {
    kind,
    ranks: [rank = 0],
  } = handOf(winnerOf(outcome) === 'black' ? outcome.black : outcome.red)
  if (kind === 'high') return null
  if (kind === 'pair') return rank >= 9 ? 'pair9' : null
  return kind
}

export const isPick = (pick: string): pick is RedBlackPick =>
  Object.hasOwn(RED_BLACK_MATH.bets, pick)

/**
 * What a pick returns, in hundredths of its stake and with it. Equal hands give the bets on either
 * side back.
 */
export function returnsOf(outcome: RedBlackOutcome, pick: RedBlackPick): number {
  if (pick === 'strike') {
    const kind = strikeOf(outcome)
    return kind ? RED_BLACK_MATH.bets.strike.classes[kind].returns : 0
  }
  const winner = winnerOf(outcome)
  if (winner === pick) return RED_BLACK_MATH.bets[pick].returns
  return winner === 'tie' ? REFUND : 0
}
