import { fairDraws } from '@tianping/fairness'
import type { DrawInput } from '../../../model/Table.ts'
import { rankOf, suitOf } from '../../../model/card.ts'
import { itemAt, lastOf } from '../../../model/present.ts'
import { dealt } from '../../../model/dealt.ts'
import { NIUNIU_MATH, type NiuniuPick } from './math.ts'

/**
 * Five hands of five cards, the four gates first and the bank last, each in the order its cards
 * came.
 */
export type NiuniuOutcome = { hands: number[][]; bank: number[] }

export const CARDS = 5
const PICKS = Object.keys(NIUNIU_MATH.bets) as NiuniuPick[]
export const SEATS = PICKS.length + 1

/** One round: a pure function of its seeds. */
export function draw({ serverSeed, clientSeed, nonce }: DrawInput): NiuniuOutcome {
  return play(
    dealt(
      NIUNIU_MATH.decks,
      SEATS * CARDS,
      fairDraws({ serverSeed, game: NIUNIU_MATH.model, clientSeed, nonce }),
    ),
  )
}

/** Deals 25 cards round the table. */
export function play(cards: readonly number[]): NiuniuOutcome {
  const hands = Array.from({ length: SEATS }, (_, seat) =>
    cards.filter((_card, i) => i % SEATS === seat),
  )
  return { hands: hands.slice(0, -1), bank: lastOf(hands) }
}

/** What a card counts: the ace 1, tens and courts 10. */
const count = (card: number) => Math.min(10, rankOf(card) + 1)

/**
 * 0 for no bull, 1 to 9, 10 for bull-bull: what the other two cards come to when three make a
 * multiple of ten.
 */
export function bullOf(hand: readonly number[]): number {
  const worth = hand.map(count)
  for (let a = 0; a < CARDS; a++)
    for (let b = a + 1; b < CARDS; b++)
      for (let c = b + 1; c < CARDS; c++) {
        // Three different places of the hand.
        if ((worth[a]! + worth[b]! + worth[c]!) % 10 === 0)
          return worth.reduce((sum, each) => sum + each, 0) % 10 || 10
      }
  return 0
}

/** `没牛`, `牛 6`, `牛牛`. */
export function bullName(bull: number): string {
  if (bull === 0) return '没牛'
  return bull === 10 ? '牛牛' : `牛 ${bull}`
}

/**
 * The strength of a hand: its bull, then its highest card (K to A), then that card's suit (♠ ♥ ♣
 * ♦). No two of a deck are equal.
 */
function strength(hand: readonly number[]): number {
  const highest = Math.max(...hand.map(card => rankOf(card) * 4 + (3 - suitOf(card))))
  return bullOf(hand) * 52 + highest
}

export const isPick = (pick: string): pick is NiuniuPick => Object.hasOwn(NIUNIU_MATH.bets, pick)

/** Whether a gate beats the bank. */
export function beatsBank({ hands, bank }: NiuniuOutcome, pick: NiuniuPick): boolean {
  return strength(itemAt(hands, PICKS.indexOf(pick))) > strength(bank)
}

/** What a pick returns, in hundredths of its stake and with it. */
export function returnsOf(outcome: NiuniuOutcome, pick: NiuniuPick): number {
  return beatsBank(outcome, pick) ? NIUNIU_MATH.bets[pick].returns : 0
}
