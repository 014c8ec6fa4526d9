import type { BetClass } from '../../../model/betClass.ts'

// 快三 as published: whoever has this and a round's seed can recompute every ticket. It is data only.

export type K3Class =
  | 'sum3'
  | 'sum4'
  | 'sum5'
  | 'sum6'
  | 'sum7'
  | 'sum8'
  | 'sum9'
  | 'sum10'
  | 'half'
  | 'triple'
  | 'anyTriple'
  | 'pair'
  | 'three'
  | 'two'
  | 'straight'

export const K3_MATH = {
  model: 'k3',
  draw: 'three dice in order, each 1 + a uniform integer below 6; stream k3:salt of the day:number of the round',
  payout: 'floor(sum over the lines of stake x returns / 100), once per ticket',
  bets: {
    sum3: { name: '和值 3 18', picks: 'sum:3 sum:18', returns: 20952, hit: '1/216', rtp: '97/100' },
    sum4: { name: '和值 4 17', picks: 'sum:4 sum:17', returns: 6984, hit: '1/72', rtp: '97/100' },
    sum5: { name: '和值 5 16', picks: 'sum:5 sum:16', returns: 3492, hit: '1/36', rtp: '97/100' },
    sum6: { name: '和值 6 15', picks: 'sum:6 sum:15', returns: 2095, hit: '5/108', rtp: '419/432' },
    sum7: { name: '和值 7 14', picks: 'sum:7 sum:14', returns: 1396, hit: '5/72', rtp: '349/360' },
    sum8: { name: '和值 8 13', picks: 'sum:8 sum:13', returns: 997, hit: '7/72', rtp: '6979/7200' },
    sum9: { name: '和值 9 12', picks: 'sum:9 sum:12', returns: 838, hit: '25/216', rtp: '419/432' },
    sum10: { name: '和值 10 11', picks: 'sum:10 sum:11', returns: 776, hit: '1/8', rtp: '97/100' },
    half: {
      name: '大小单双',
      picks: 'sum:big (11 to 18) sum:small (3 to 10) sum:odd sum:even',
      returns: 195,
      hit: '1/2',
      rtp: '39/40',
    },
    triple: {
      name: '三同号单选',
      picks: 'triple:N, all three dice N',
      returns: 20800,
      hit: '1/216',
      rtp: '26/27',
    },
    anyTriple: {
      name: '三同号通选',
      picks: 'triple:any',
      returns: 3490,
      hit: '1/36',
      rtp: '349/360',
    },
    pair: {
      name: '二同号单选',
      picks: 'pair:NM, two dice N and one die M, N and M different',
      returns: 6980,
      hit: '1/72',
      rtp: '349/360',
    },
    three: {
      name: '三不同号',
      picks: 'three:LMN ascending, each of them once',
      returns: 3490,
      hit: '1/36',
      rtp: '349/360',
    },
    two: {
      name: '二不同号',
      picks: 'two:MN ascending, each of them at least once',
      returns: 698,
      hit: '5/36',
      rtp: '349/360',
    },
    straight: {
      name: '三连号通选',
      picks: 'straight, three consecutive numbers',
      returns: 870,
      hit: '1/9',
      rtp: '29/30',
    },
  },
} as const satisfies { bets: Record<K3Class, BetClass> } & Record<string, unknown>
