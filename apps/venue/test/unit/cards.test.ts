import { fairDraws, fromHex, sha256, shuffled, utf8 } from '@tianping/fairness'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardName, cardSign, cardSpoken, rankOf, suitOf } from '../../model/card.ts'
import { dealt } from '../../model/dealt.ts'
import { chiSquare } from '../support/exact.ts'

const lucky = () =>
  fairDraws({
    serverSeed: fromHex('00'.repeat(31) + '01'),
    game: 'bac',
    clientSeed: 'lucky',
    nonce: 0,
  })

test('golden vector bac: seed 00…01, lucky, nonce 0', () => {
  const cards = dealt(8, 6, lucky())
  expect(cards).toEqual([35, 37, 8, 42, 18, 26])
  expect(cards.map(cardName)).toEqual(['C10', 'CQ', 'S9', 'D4', 'H6', 'CA'])
})

test('dealing stops the shuffle where the whole of it would not differ', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.constantFrom(1, 8),
      fc.integer({ min: 1, max: 52 }),
      (serverSeed, decks, count) => {
        const draws = () => fairDraws({ serverSeed, game: 'any', clientSeed: 'x', nonce: 7 })
        const whole = shuffled(
          Array.from({ length: decks * 52 }, (_, i) => i),
          draws(),
        )
        expect(dealt(decks, count, draws())).toEqual(
          whole
            .slice(-count)
            .toReversed()
            .map(card => card % 52),
        )
      },
    ),
    { numRuns: 60 },
  )
})

test('one deck holds every card once, and every card has one name', () => {
  const deck = dealt(1, 52, lucky())
  expect(new Set(deck).size).toBe(52)
  expect(new Set(deck.map(cardName)).size).toBe(52)
  expect(deck.every(card => card === suitOf(card) * 13 + rankOf(card))).toBe(true)
  expect([cardSign(0), cardSign(51), cardSpoken(22)]).toEqual(['♠A', '♦K', '红心10'])
})

test('every card is as likely on every place, by chi-square', () => {
  const serverSeed = sha256(utf8('a fixed seed for the shoe'))
  const counts = Array.from({ length: 6 }, () => Array.from({ length: 52 }, () => 0))
  for (let nonce = 0; nonce < 60_000; nonce++) {
    dealt(8, 6, fairDraws({ serverSeed, game: 'bac', clientSeed: 'chi', nonce })).forEach(
      (card, place) => {
        counts[place]![card]!++
      },
    )
  }
  // 51 degrees of freedom; 118.5 is passed once in a million by a fair shoe.
  for (const place of counts) expect(chiSquare(place)).toBeLessThan(118.5)
})
