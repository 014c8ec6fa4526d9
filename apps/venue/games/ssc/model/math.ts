import type { BetClass } from '../../../model/betClass.ts'

// 时时彩 as published: whoever has this and a round's seed can recompute every ticket. It is data
// only.

export type SscClass =
  | 'digit'
  | 'half'
  | 'duel'
  | 'tie'
  | 'leopard'
  | 'run'
  | 'pair'
  | 'halfRun'
  | 'mixed'
  | 'exact'

export const SSC_MATH = {
  model: 'ssc',
  draw: 'five digits in order 万 千 百 十 个, each a uniform integer below 10; stream ssc:salt of the day:number of the round',
  payout: 'floor(sum over the lines of stake x returns / 100), once per ticket',
  three: 'front is 万千百, middle 千百十, rear 百十个; 9 and 0 are neighbours',
  bets: {
    digit: {
      name: '定位',
      picks: 'pos:P:D, place P (1 万 to 5 个) shows D',
      returns: 970,
      hit: '1/10',
      rtp: '97/100',
    },
    half: {
      name: '大小单双',
      picks:
        'pos:P:big (5 to 9) pos:P:small pos:P:odd pos:P:even; total:big (sum 23 to 45) total:small total:odd total:even',
      returns: 194,
      hit: '1/2',
      rtp: '97/100',
    },
    duel: {
      name: '龙 虎',
      picks: 'duel:dragon, 万 above 个; duel:tiger, 个 above 万',
      returns: 215,
      hit: '9/20',
      rtp: '387/400',
    },
    tie: {
      name: '龙虎和',
      picks: 'duel:tie, 万 equals 个',
      returns: 970,
      hit: '1/10',
      rtp: '97/100',
    },
    leopard: {
      name: '豹子',
      picks: 'front:leopard middle:leopard rear:leopard, three alike',
      returns: 9700,
      hit: '1/100',
      rtp: '97/100',
    },
    run: {
      name: '顺子',
      picks: 'front:run middle:run rear:run, three consecutive in any order',
      returns: 1610,
      hit: '3/50',
      rtp: '483/500',
    },
    pair: {
      name: '对子',
      picks: 'front:pair middle:pair rear:pair, exactly two alike',
      returns: 359,
      hit: '27/100',
      rtp: '9693/10000',
    },
    halfRun: {
      name: '半顺',
      picks:
        'front:half-run middle:half-run rear:half-run, all different, some two neighbours, no 顺子',
      returns: 269,
      hit: '9/25',
      rtp: '2421/2500',
    },
    mixed: {
      name: '杂六',
      picks: 'front:mixed middle:mixed rear:mixed, none of the above',
      returns: 323,
      hit: '3/10',
      rtp: '969/1000',
    },
    exact: {
      name: '直选',
      picks: 'front:DDD middle:DDD rear:DDD, these digits in this order',
      returns: 97000,
      hit: '1/1000',
      rtp: '97/100',
    },
  },
} as const satisfies { bets: Record<SscClass, BetClass> } & Record<string, unknown>
