import { sha256, toHex, utf8 } from '@tianping/fairness'
import { expect, test } from 'vitest'
import { dealt } from '../../../model/dealt.ts'
import { percent } from '../../../model/percent.ts'
import { RED_BLACK_MATH, type RedBlackPick, type StrikeClass } from '../model/math.ts'
import { CARDS, handName, play, returnsOf, strikeOf, winnerOf } from '../model/outcome.ts'
import { redBlack } from '../model/redblack.ts'
import { fraction, less } from '../../../test/support/exact.ts'
import { deviationsOf } from '../../../test/support/million.ts'

const PICKS = Object.keys(RED_BLACK_MATH.bets) as RedBlackPick[]
const STRIKES: readonly StrikeClass[] = ['pair9', 'straight', 'flush', 'straightFlush', 'triple']
const PAYS = [1, 2, 3, 10, 14]
const PAIRS = 22_100 * 18_424

/** A hand as text: its ranks from high to low, as letters that sort by strength, and what it is. */
type Hand = { cards: [number, number, number]; strength: number; strike: number }
const ORDER = '23456789TJQKA'
/** All thirteen straights are named; A 2 3 stands first, as the lowest. */
const STRAIGHTS = [
  'A32',
  '432',
  '543',
  '654',
  '765',
  '876',
  '987',
  'T98',
  'JT9',
  'QJT',
  'KQJ',
  'AKQ',
]

function sideAhead(red: Hand, black: Hand): 'red' | 'black' | 'tie' {
  if (red.strength === black.strength) return 'tie'
  return red.strength > black.strength ? 'red' : 'black'
}

function read(cards: [number, number, number]): Hand {
  const ranks = cards
    .map(card => 'A23456789TJQK'[card % 13]!)
    .toSorted((a, b) => ORDER.indexOf(b) - ORDER.indexOf(a))
    .join('')
  const suited = new Set(cards.map(card => Math.floor(card / 13))).size === 1
  const straight = STRAIGHTS.indexOf(ranks)
  const value = [...ranks].reduce((sum, rank) => sum * 13 + ORDER.indexOf(rank), 0)
  const pair = [...ranks].find((rank, i) => rank === ranks[i + 1])
  if (ranks[0] === ranks[2]) return { cards, strength: 50_000 + value, strike: 4 }
  if (suited && straight >= 0) return { cards, strength: 40_000 + straight, strike: 3 }
  if (suited) return { cards, strength: 30_000 + value, strike: 2 }
  if (straight >= 0) return { cards, strength: 20_000 + straight, strike: 1 }
  if (!pair) return { cards, strength: value, strike: -1 }
  const kicker = ORDER.indexOf([...ranks].find(rank => rank !== pair)!)
  return {
    cards,
    strength: 10_000 + ORDER.indexOf(pair) * 13 + kicker,
    strike: '9TJQKA'.includes(pair) ? 0 : -1,
  }
}

function everyHand(): Hand[] {
  const found: Hand[] = []
  for (let a = 0; a < 52; a++)
    for (let b = a + 1; b < 52; b++) for (let c = b + 1; c < 52; c++) found.push(read([a, b, c]))
  return found
}

/**
 * One hand of each kind that differs in more than the names of its suits, and how many hands it
 * stands for: 1,755 of 22,100.
 */
function upToSuits(hands: readonly Hand[]): { hand: Hand; standsFor: number }[] {
  const found = new Map<string, { hand: Hand; standsFor: number }>()
  for (const hand of hands) {
    const seen = SUIT_NAMES.map(names =>
      hand.cards
        .map(card => (card % 13) * 4 + names[Math.floor(card / 13)]!)
        .toSorted((a, b) => a - b)
        .join(),
    ).toSorted()[0]!
    const known = found.get(seen)
    if (known) known.standsFor++
    else found.set(seen, { hand, standsFor: 1 })
  }
  return [...found.values()]
}
const SUIT_NAMES = [0, 1, 2, 3]
  .flatMap(a =>
    [0, 1, 2, 3].flatMap(b => [0, 1, 2, 3].flatMap(c => [0, 1, 2, 3].map(d => [a, b, c, d]))),
  )
  .filter(names => new Set(names).size === 4)

const hands = everyHand()

function enumerate() {
  const found = { red: 0, tie: 0, all: 0, strikes: [0, 0, 0, 0, 0] }
  for (const { hand: red, standsFor } of upToSuits(hands)) {
    const [x, y, z] = red.cards
    for (const black of hands) {
      const [a, b, c] = black.cards
      if (
        a === x ||
        a === y ||
        a === z ||
        b === x ||
        b === y ||
        b === z ||
        c === x ||
        c === y ||
        c === z
      )
        continue
      found.all += standsFor
      if (red.strength > black.strength) found.red += standsFor
      if (red.strength === black.strength) found.tie += standsFor
      const strike = red.strength >= black.strength ? red.strike : black.strike
      if (strike >= 0) found.strikes[strike]! += standsFor
    }
  }
  return found
}

test('over all 407,170,400 deals every chance, return and edge is exactly the published one', () => {
  const { red, tie, all, strikes } = enumerate()
  const { bets } = RED_BLACK_MATH
  expect(all).toBe(PAIRS)
  for (const side of [bets.red, bets.black]) {
    const rtp = fraction(red * side.returns + tie * 100, all * 100)
    expect(side).toMatchObject({
      pays: '0.95',
      win: fraction(red, all),
      push: fraction(tie, all),
      rtp,
      edge: less(rtp),
    })
  }
  // Red and black are dealt alike: what is not red's and no tie is black's, as often.
  expect(all - red - tie).toBe(red)
  STRIKES.forEach((kind, i) =>
    expect(bets.strike.classes[kind], kind).toMatchObject({
      pays: String(PAYS[i]),
      returns: PAYS[i]! * 100 + 100,
      chance: fraction(strikes[i]!, all),
    }),
  )
  const rtp = fraction(
    strikes.reduce((sum, ways, i) => sum + ways * (PAYS[i]! + 1), 0),
    all,
  )
  expect(bets.strike).toMatchObject({
    win: fraction(
      strikes.reduce((a, b) => a + b),
      all,
    ),
    rtp,
    edge: less(rtp),
  })
  expect([
    percent(bets.red.win, 4),
    percent(bets.red.push, 5),
    percent(bets.red.edge, 4),
    percent(bets.strike.rtp, 3),
  ]).toEqual(['49.9447', '0.11065', '2.4972', '95.887'])
}, 600_000)

test('the game and the enumerator read all 22,100 hands alike', () => {
  for (const { cards, strike } of hands) {
    // Against the weakest hand there is; one of two disjoint ones always is disjoint from the hand
    // at least in what it is.
    expect(strikeOf({ red: cards, black: [1, 15, 29 + 2] }) ?? 'none', String(cards)).toBe(
      strike >= 0 && winnerOf({ red: cards, black: [1, 15, 31] }) !== 'black'
        ? STRIKES[strike]
        : 'none',
    )
  }
  for (let i = 0; i < 22_100; i++) {
    const [a, b] = [hands[i]!, hands[(i * 7_919) % 22_100]!]
    expect(winnerOf({ red: a.cards, black: b.cards }), [a.cards, b.cards].join(' ')).toBe(
      sideAhead(a, b),
    )
  }
})

test('A 2 3 is the lowest straight, Q K A the highest, K A 2 none', () => {
  const hand = (...cards: number[]) => handName(cards)
  expect([hand(0, 14, 28), hand(11, 25, 26), hand(12, 13, 27)]).toEqual(['顺子', '顺子', '单张'])
  expect(winnerOf({ red: [0, 14, 28], black: [1, 15, 29] })).toBe('black')
  expect([hand(0, 13, 27), hand(8, 21, 27), hand(9, 22, 27)]).toEqual(['对 A', '对 9', '对 10'])
})

test('equal hands give the sides back and count for strike', () => {
  // Both hold a pair of nines with a king: ranks only, suits never.
  const tie = { red: [8, 21, 12], black: [34, 47, 25] }
  expect(winnerOf(tie)).toBe('tie')
  expect(PICKS.map(pick => returnsOf(tie, pick))).toEqual([100, 100, 200])
})

test('a million rounds return within four deviations of the exact figures, bet by bet', () => {
  const off = deviationsOf(
    'rb',
    draws => {
      const outcome = play(dealt(1, 2 * CARDS, draws))
      return PICKS.map(pick => returnsOf(outcome, pick))
    },
    PICKS.map(pick => RED_BLACK_MATH.bets[pick].rtp),
  )
  PICKS.forEach((pick, i) => expect(off[i], pick).toBeLessThan(4))
}, 600_000)

test('the table: its mathematics by the bytes it is published in', () => {
  expect(redBlack.mathVersion).toBe(toHex(sha256(utf8(redBlack.mathJson))))
  expect(JSON.parse(redBlack.mathJson)).toEqual(RED_BLACK_MATH)
  expect([redBlack.oddsOf('red'), redBlack.oddsOf('strike'), redBlack.oddsOf('gold')]).toEqual([
    '1:0.95',
    '1:1/2/3/10/14',
    null,
  ])
})
