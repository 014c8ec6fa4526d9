// Baccarat, as published: whoever has this and a round's seed can recompute it. It is data only.

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
export type BaccaratPick =
  | 'player'
  | 'tie'
  | 'banker'
  | 'player-pair'
  | 'big'
  | 'small'
  | 'banker-pair'

export const BACCARAT_MATH = {
  model: 'bac',
  decks: 8,
  cards:
    'card = number mod 52; suit = card / 13 of S H C D, rank = card mod 13 from A to K; A counts 1, 10 J Q K count 0',
  shoe: '416 cards in order 0 to 415, shuffled (Fisher-Yates from the last index down) for every round, dealt from the end',
  deal: 'player, banker, player, banker; then the third cards in this order, each the next of the shoe',
  points: 'sum of the cards mod 10',
  natural: 'a hand of 8 or 9 from two cards: neither draws',
  playerDraws: 'on 0 to 5',
  bankerDraws: {
    noThird: 'the player did not draw: on 0 to 5',
    third: {
      0: 'any',
      1: 'any',
      2: 'any',
      3: 'any but 8',
      4: '2 to 7',
      5: '4 to 7',
      6: '6 or 7',
      7: 'never',
    },
  },
  tie: 'player and banker bets are returned',
  returns:
    'hundredths of the stake, stake included; a ticket pays floor(sum of stake x returns / 100), once',
  bets: {
    player: {
      name: '闲',
      pays: '1',
      returns: 200,
      win: '8712962041376/19524993263685',
      push: '619306544887/6508331087895',
      rtp: '19283843717413/19524993263685',
      edge: '241149546272/19524993263685',
    },
    tie: {
      name: '和',
      pays: '9',
      returns: 1000,
      win: '619306544887/6508331087895',
      push: '0/1',
      rtp: '1238613089774/1301666217579',
      edge: '63053127805/1301666217579',
    },
    banker: {
      name: '庄',
      pays: '0.95',
      returns: 195,
      win: '8954111587648/19524993263685',
      push: '619306544887/6508331087895',
      rtp: '10732465128097/10847218479825',
      edge: '114753351728/10847218479825',
    },
    'player-pair': {
      name: '闲对',
      pays: '11',
      returns: 1200,
      win: '31/415',
      push: '0/1',
      rtp: '372/415',
      edge: '43/415',
    },
    big: {
      name: '大',
      pays: '0.54',
      returns: 154,
      win: '230105/370461',
      push: '0/1',
      rtp: '506231/529230',
      edge: '22999/529230',
    },
    small: {
      name: '小',
      pays: '1.5',
      returns: 250,
      win: '140356/370461',
      push: '0/1',
      rtp: '350890/370461',
      edge: '19571/370461',
    },
    'banker-pair': {
      name: '庄对',
      pays: '11',
      returns: 1200,
      win: '31/415',
      push: '0/1',
      rtp: '372/415',
      edge: '43/415',
    },
  },
  big: 'five or six cards in both hands together; small: four',
  pair: 'the first two cards of the hand have the same rank',
} as const satisfies Record<string, unknown> & { bets: Record<BaccaratPick, Bet> }
