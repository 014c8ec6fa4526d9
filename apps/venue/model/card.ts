import { itemAt } from './present.ts'

// A card is a number: its suit is card / 13 of S H C D (♠ ♥ ♣ ♦), its rank card % 13 from ace (0)
// to king (12). A shoe of several decks numbers on; what matters of a card is its number modulo 52.

export const DECK = 52
const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'] as const
const SUITS = ['S', 'H', 'C', 'D'] as const
const SPOKEN = { S: '黑桃', H: '红心', C: '梅花', D: '方块' } as const
const SIGNS = { S: '♠', H: '♥', C: '♣', D: '♦' } as const

/** 0 for the ace to 12 for the king. */
export const rankOf = (card: number): number => card % 13
/** 0 to 3: spades, hearts, clubs, diamonds. */
export const suitOf = (card: number): number => Math.floor((card % DECK) / 13)

/** `S4`, `C10`: the name of the card's picture. */
export const cardName = (card: number): string => SUITS[suitOf(card)]! + RANKS[rankOf(card)]!
/** `♠4`, for lists. */
export const cardSign = (card: number): string => SIGNS[SUITS[suitOf(card)]!] + RANKS[rankOf(card)]!
/** `黑桃4`, for whoever does not see it. */
export const cardSpoken = (card: number): string =>
  SPOKEN[itemAt(SUITS, suitOf(card))] + itemAt(RANKS, rankOf(card))
