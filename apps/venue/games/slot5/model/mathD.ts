// Slot model D, as published: whoever has this and the seeds can recompute every round. It is data
// only.
import type { Slot5Math } from './Slot5Math.ts'

/**
 * Five reels of 32, a window of 5 x 3, 243 ways. What paid disappears, the rest falls, and each
 * reel fills up from its own strip; that goes on while anything pays, the steps counting 1, 2, 3
 * and from then on 5 times. Pays are in hundredths of the stake.
 */
export const MATH_D = {
  model: 'slotD',
  reels: [
    'HFIAECDAGJHEGDJGBFIHJIFGJECBDHCI',
    'FJWDHAGJDCFGIBJAECBIHEIGFDGHEIHC',
    'HAIEJCFEJFIGBHDGEHJDFIACWGDJHWBI',
    'WHBGAJGEAHICFBCDGJHDEICEJIFDJHIF',
    'FDIAGDCHGIFEIHGEJCHJCEBDJBGFIAJH',
  ],
  rows: 3,
  window:
    'rows stop, stop+1, stop+2 of each cyclic reel; one stop per reel, drawn in order, each uniform below 32',
  wild: 'W',
  pays: {
    A: [100, 500, 2500],
    B: [90, 360, 1500],
    C: [50, 200, 700],
    D: [40, 150, 500],
    E: [38, 130, 450],
    F: [28, 90, 330],
    G: [21, 65, 220],
    H: [15, 50, 160],
    I: [12, 40, 120],
    J: [10, 30, 100],
  },
  ways: 'a letter pays its longest run of reels from the left, times the product of its cells and wilds on each of them',
  cascade:
    'every cell of a paying letter and every wild on the reels of its run goes; the cells above fall; the reel fills from the top with stop-1, stop-2, ... of its own cyclic strip',
  factors: [1, 2, 3, 5],
  unitsPerStake: 100,
  payout:
    'floor(stake x units / 100), once per round; units of each step are multiplied by its factor, the last factor staying',
  rtp: '3192842904/3355443200',
  hitRate: '1675/4096',
  winAtMostStakeRate: '987199/4194304',
  standardDeviation: '4.04',
  maxWin: '516.25',
} as const satisfies Slot5Math & Record<string, unknown>
