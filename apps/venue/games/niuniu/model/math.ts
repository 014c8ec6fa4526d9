// Hundred-player bull-bull, as published: whoever has this and a round's seed can recompute it. It
// is data only.

/**
 * What a bet pays, with the stake and in hundredths of it, and its exact chances; `edge` is 1 -
 * rtp.
 */
type Bet = { name: string; pays: string; returns: number; win: string; rtp: string; edge: string }
export type NiuniuPick = 'tian' | 'di' | 'xuan' | 'huang'

const gate = { pays: '0.95', returns: 195, win: '1/2', rtp: '39/40', edge: '1/40' } as const

export const NIUNIU_MATH = {
  model: 'niu',
  decks: 1,
  cards: 'suit = card / 13 of S H C D, rank = card mod 13 from A to K; A counts 1, J Q K count 10',
  shoe: '52 cards in order 0 to 51, shuffled (Fisher-Yates from the last index down) for every round, dealt from the end',
  deal: 'one card in turn to tian, di, xuan, huang and the bank, five times',
  bull: 'three cards that sum to a multiple of 10, and the other two mod 10, 0 counting as 10; none without such three',
  order:
    'the higher bull wins; among equal bulls the highest single card, K to A, then its suit, S H C D: no two hands are equal',
  pays: 'even money whatever the bull, 5% commission on wins',
  returns:
    'hundredths of the stake, stake included; a ticket pays floor(sum of stake x returns / 100), once',
  bets: {
    tian: { name: '天', ...gate },
    di: { name: '地', ...gate },
    xuan: { name: '玄', ...gate },
    huang: { name: '黄', ...gate },
  },
  hands: {
    none: '54508/162435',
    1: '437/6630',
    2: '206/3185',
    3: '437/6630',
    4: '206/3185',
    5: '853/12495',
    6: '206/3185',
    7: '437/6630',
    8: '206/3185',
    9: '437/6630',
    10: '3996/54145',
  },
  equalBulls: '7817041469/49833076293',
} as const satisfies Record<string, unknown> & { bets: Record<NiuniuPick, Bet> }
