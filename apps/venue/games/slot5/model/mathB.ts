// Slot model B, as published: whoever has this and the seeds can recompute every round. It is data
// only.
import type { Slot5Math } from './Slot5Math.ts'

/**
 * Five reels of 30, a window of 5 x 3, twenty lines. A wild in sight turns its whole reel wild. A
 * line pays the longest run of one letter from the left, wilds standing for any. Pays are in
 * twentieths of the stake.
 */
export const MATH_B = {
  model: 'slotB',
  reels: [
    'EAFHAGEDGEHDEHBFGDFHDCBGCBFCHG',
    'FDBFHGBDECAGHCGHEGFBEDAHEWDFGC',
    'BCFDGEHFEDHCGHFGBCDAEWDHAGBFEH',
    'FEWGAHCBDFCHGDABDGEHBFECGDEFGH',
    'GEFHDGFEGHEDBCGBAHCEBDFAGHCFDH',
  ],
  rows: 3,
  window:
    'rows stop, stop+1, stop+2 of each cyclic reel; one stop per reel, drawn in order, each uniform below 30',
  wild: 'W',
  expanding: 'a reel with a W in sight counts as three W',
  lines: [
    '11111',
    '00000',
    '22222',
    '01210',
    '21012',
    '00100',
    '22122',
    '12221',
    '10001',
    '10101',
    '12121',
    '01010',
    '21212',
    '11011',
    '11211',
    '01110',
    '21112',
    '02020',
    '20202',
    '02220',
  ],
  pays: {
    A: [40, 200, 1000],
    B: [23, 96, 380],
    C: [20, 76, 300],
    D: [12, 36, 140],
    E: [10, 30, 120],
    F: [10, 30, 100],
    G: [5, 15, 60],
    H: [5, 11, 60],
  },
  unitsPerStake: 20,
  payout: 'floor(stake x units / 20), once per round',
  rtp: '29006989/30375000',
  hitRate: '1961/4500',
  winAtMostStakeRate: '1251037/4860000',
  standardDeviation: '3.91',
  maxWin: '380',
} as const satisfies Slot5Math & Record<string, unknown>
