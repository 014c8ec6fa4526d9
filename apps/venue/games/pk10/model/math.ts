import type { BetClass } from '../../../model/betClass.ts'

// 赛车 PK10 as published: whoever has this and a round's seed can recompute every ticket. It is data
// only.

export type Pk10Class =
  | 'place'
  | 'duel'
  | 'sum3'
  | 'sum5'
  | 'sum7'
  | 'sum9'
  | 'sum11'
  | 'bigEven'
  | 'smallOdd'

export const PK10_MATH = {
  model: 'pk10',
  draw: 'cars 1 to 10 shuffled by Fisher-Yates from the last place down, first place first; stream pk10:salt of the day:number of the round',
  payout: 'floor(sum over the lines of stake x returns / 100), once per ticket',
  bets: {
    place: {
      name: '名次',
      picks: 'pos:P:C, car C comes in at place P',
      returns: 970,
      hit: '1/10',
      rtp: '97/100',
    },
    duel: {
      name: '龙虎',
      picks:
        'duel:P:dragon, the car at place P (1 to 5) has a higher number than the one at 11-P; duel:P:tiger, a lower',
      returns: 194,
      hit: '1/2',
      rtp: '97/100',
    },
    sum3: {
      name: '冠亚和 3 4 18 19',
      picks: 'sum:3 sum:4 sum:18 sum:19 of the first two cars',
      returns: 4365,
      hit: '1/45',
      rtp: '97/100',
    },
    sum5: {
      name: '冠亚和 5 6 16 17',
      picks: 'sum:5 sum:6 sum:16 sum:17',
      returns: 2182,
      hit: '2/45',
      rtp: '1091/1125',
    },
    sum7: {
      name: '冠亚和 7 8 14 15',
      picks: 'sum:7 sum:8 sum:14 sum:15',
      returns: 1455,
      hit: '1/15',
      rtp: '97/100',
    },
    sum9: {
      name: '冠亚和 9 10 12 13',
      picks: 'sum:9 sum:10 sum:12 sum:13',
      returns: 1091,
      hit: '4/45',
      rtp: '1091/1125',
    },
    sum11: { name: '冠亚和 11', picks: 'sum:11', returns: 873, hit: '1/9', rtp: '97/100' },
    bigEven: {
      name: '冠亚和 大 双',
      picks: 'sum:big (12 to 19) sum:even',
      returns: 218,
      hit: '4/9',
      rtp: '218/225',
    },
    smallOdd: {
      name: '冠亚和 小 单',
      picks: 'sum:small (3 to 11) sum:odd',
      returns: 174,
      hit: '5/9',
      rtp: '29/30',
    },
  },
} as const satisfies { bets: Record<Pk10Class, BetClass> } & Record<string, unknown>
