// Dragon Tiger, as published: whoever has this and a round's seed can recompute it. It is data
// only.

/**
 * What a bet pays, with the stake and in hundredths of it, and its exact chances; `edge` is 1 -
 * rtp.
 */
type Bet = { name: string; pays: string; returns: number; win: string; rtp: string; edge: string }
export type DragonTigerPick = 'dragon' | 'tie' | 'tiger'

export const DRAGON_TIGER_MATH = {
  model: 'dt',
  decks: 8,
  cards:
    'card = number mod 52; suit = card / 13 of S H C D, rank = card mod 13 from A, the lowest, to K, the highest',
  shoe: '416 cards in order 0 to 415, shuffled (Fisher-Yates from the last index down) for every round, dealt from the end',
  deal: 'one card to the dragon, one to the tiger; the higher rank wins, suits do not count',
  tie: 'half of the bets on dragon and tiger is returned',
  tieReturns: 50,
  returns:
    'hundredths of the stake, stake included; a ticket pays floor(sum of stake x returns / 100), once',
  bets: {
    dragon: { name: '龙', pays: '1', returns: 200, win: '192/415', rtp: '799/830', edge: '31/830' },
    tie: { name: '和', pays: '11', returns: 1200, win: '31/415', rtp: '372/415', edge: '43/415' },
    tiger: { name: '虎', pays: '1', returns: 200, win: '192/415', rtp: '799/830', edge: '31/830' },
  },
} as const satisfies Record<string, unknown> & { bets: Record<DragonTigerPick, Bet> }
