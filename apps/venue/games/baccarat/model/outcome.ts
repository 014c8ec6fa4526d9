import { fairDraws } from '@tianping/fairness'
import type { DrawInput } from '../../../model/Table.ts'
import { rankOf } from '../../../model/card.ts'
import { dealt } from '../../../model/dealt.ts'
import { BACCARAT_MATH, type BaccaratPick } from './math.ts'

/** The cards of each hand in the order they came, the third one last. */
export type BaccaratOutcome = { player: number[]; banker: number[] }
export type BaccaratWinner = 'player' | 'banker' | 'tie'

/** Two cards each and two that may come as third ones. */
export const MOST_CARDS = 6
const REFUND = 100

/** What a card counts: the ace 1, tens and courts nothing. */
const pointsOfCard = (card: number) => (rankOf(card) >= 9 ? 0 : rankOf(card) + 1)

/** The points of a hand, 0 to 9. */
export function pointsOf(cards: readonly number[]): number {
  return cards.reduce((sum, card) => sum + pointsOfCard(card), 0) % 10
}

/** Whether the banker takes a third card, given the player's third card if there is one. */
function bankerDraws(points: number, playerThird: number | undefined): boolean {
  if (playerThird === undefined) return points <= 5
  const third = pointsOfCard(playerThird)
  if (points <= 2) return true
  if (points === 3) return third !== 8
  if (points === 4) return third >= 2 && third <= 7
  if (points === 5) return third >= 4 && third <= 7
  return points === 6 && (third === 6 || third === 7)
}

/** One round: a pure function of its seeds. */
export function draw({ serverSeed, clientSeed, nonce }: DrawInput): BaccaratOutcome {
  return play(
    dealt(
      BACCARAT_MATH.decks,
      MOST_CARDS,
      fairDraws({ serverSeed, game: BACCARAT_MATH.model, clientSeed, nonce }),
    ),
  )
}

/** Plays the next six cards of a shoe by the table's rules. */
export function play(cards: readonly number[]): BaccaratOutcome {
  const [player1, banker1, player2, banker2, next, afterNext] = cards as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const player = [player1, player2]
  const banker = [banker1, banker2]
  if (pointsOf(player) >= 8 || pointsOf(banker) >= 8) return { player, banker }
  const third = pointsOf(player) <= 5 ? next : undefined
  if (third !== undefined) player.push(third)
  if (bankerDraws(pointsOf(banker), third)) banker.push(third === undefined ? next : afterNext)
  return { player, banker }
}

export function winnerOf({ player, banker }: BaccaratOutcome): BaccaratWinner {
  const lead = pointsOf(player) - pointsOf(banker)
  if (lead === 0) return 'tie'
  return lead > 0 ? 'player' : 'banker'
}

export const isPair = ([first, second]: readonly number[]): boolean =>
  first !== undefined && second !== undefined && rankOf(first) === rankOf(second)

/** Whether a pick came true. */
function won(outcome: BaccaratOutcome, pick: BaccaratPick): boolean {
  const cards = outcome.player.length + outcome.banker.length
  if (pick === 'player-pair') return isPair(outcome.player)
  if (pick === 'banker-pair') return isPair(outcome.banker)
  if (pick === 'big') return cards > 4
  if (pick === 'small') return cards === 4
  return winnerOf(outcome) === pick
}

export const isPick = (pick: string): pick is BaccaratPick =>
  Object.hasOwn(BACCARAT_MATH.bets, pick)

/**
 * What a pick returns, in hundredths of its stake and with it. A tie gives the bets on either hand
 * back.
 */
export function returnsOf(outcome: BaccaratOutcome, pick: BaccaratPick): number {
  if (won(outcome, pick)) return BACCARAT_MATH.bets[pick].returns
  return (pick === 'player' || pick === 'banker') && winnerOf(outcome) === 'tie' ? REFUND : 0
}
