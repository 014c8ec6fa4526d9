// The e-sports of the sandbox, as published. It is data only; the teams are invented.

export const ESPORT_MATH = {
  model: 'esport',
  teams: {
    heifeng: { name: '黑峰', strength: 4 },
    jihuo: { name: '极火', strength: 2 },
    hanguang: { name: '寒光', strength: 3 },
    yeying: { name: '夜鹰', strength: 1 },
    liusha: { name: '流砂', strength: 0 },
    suzhen: { name: '素阵', strength: 2 },
    tianshu: { name: '天枢', strength: 5 },
    leiniao: { name: '雷鸟', strength: 3 },
    bingyuan: { name: '冰原', strength: 0 },
    qianji: { name: '千机', strength: 1 },
    hupo: { name: '琥珀', strength: 2 },
    moyu: { name: '墨鱼', strength: 4 },
  } as Record<string, { name: string; strength: number }>,
  chance:
    'the left side wins each round with 50 + strength(left) - strength(right) per cent, whatever came before',
  fixtures:
    'match n is game n mod 6 of matchday floor(n/6): the circle method over the teams in their order, the first one fixed; left and right swap with n + matchday',
  maps: ['峡关', '旧港', '雪线', '沙堡', '铁桥', '云梯', '竹城'],
  mapsOf: 'map i (from 0) of match n is (n + 3i) mod 7 of the list',
  mapsToWin: 2,
  roundsToWin: 13,
  regulationRounds: 24,
  overtime:
    'at 12:12, and at every further level, six rounds are added: first to 4 of them, level at 3:3',
  overtimeRounds: 6,
  draw: 'each round is below(100) < chance, in order, until two maps are won',
  roundMs: 3_000,
  breaks: '9 s after 12 rounds and before each overtime, 15 s between maps',
  halfMs: 9_000,
  mapBreakMs: 15_000,
  inPlay: 'the exact chance from the present rounds and maps, all rounds alike',
  marginPerTenThousand: 10_500,
  price: 'floor to 0.01 of 1 / (q x 1.05)',
  closedAfterMapMs: 6_000,
  closed:
    'for 6 s after a map; while a selection of the line has q > 0.95; at a price below 1.01 or above 100',
  payout:
    'floor(stake x product of the returns of all selections), once per ticket; void returns 1',
  validAmount: 'the stake; 0 when void',
  rtp: '20/21',
} as const
