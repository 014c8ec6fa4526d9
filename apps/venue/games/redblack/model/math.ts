// Red against black, as published: whoever has this and a round's seed can recompute it. It is data
// only.

/**
 * What a bet pays, with the stake and in hundredths of it, and its exact chances; `edge` is 1 -
 * rtp.
 */
type Bet = {
  name: string
  pays: string
  returns: number
  win: string
  push: string
  rtp: string
  edge: string
}
type Strike = {
  name: string
  of: string
  win: string
  rtp: string
  edge: string
  classes: Record<StrikeClass, { name: string; pays: string; returns: number; chance: string }>
}
export type RedBlackPick = 'red' | 'black' | 'strike'
export type StrikeClass = 'pair9' | 'straight' | 'flush' | 'straightFlush' | 'triple'

const side = {
  pays: '0.95',
  returns: 195,
  win: '488846/978775',
  push: '1083/978775',
  rtp: '9543327/9787750',
  edge: '244423/9787750',
} as const

export const RED_BLACK_MATH = {
  model: 'rb',
  decks: 1,
  cards: 'suit = card / 13 of S H C D, rank = card mod 13 from A to K',
  shoe: '52 cards in order 0 to 51, shuffled (Fisher-Yates from the last index down) for every round, dealt from the end',
  deal: 'one card in turn to red and black, three times',
  order:
    'triple, straight flush, flush, straight, pair, high card; then ranks from A down to 2, suits never; A 2 3 is the lowest straight',
  tie: 'equal hands: bets on red and black are returned; strike counts the hand both have',
  returns:
    'hundredths of the stake, stake included; a ticket pays floor(sum of stake x returns / 100), once',
  bets: {
    red: { name: '红', ...side },
    black: { name: '黑', ...side },
    strike: {
      name: '幸运一击',
      of: 'the winning hand',
      win: '3854356/12724075',
      rtp: '2440154/2544815',
      edge: '104661/2544815',
      classes: {
        pair9: { name: '对9–A', pays: '1', returns: 200, chance: '249246/1817725' },
        straight: { name: '顺子', pays: '2', returns: 300, chance: '770556/12724075' },
        flush: { name: '金花', pays: '3', returns: 400, chance: '48968/508963' },
        straightFlush: { name: '同花顺', pays: '10', returns: 1100, chance: '55078/12724075' },
        triple: { name: '豹子', pays: '14', returns: 1500, chance: '184/39151' },
      },
    },
  },
} as const satisfies Record<string, unknown> & {
  bets: Record<'red' | 'black', Bet> & { strike: Strike }
}
