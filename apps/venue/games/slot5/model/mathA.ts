// Slot model A, as published: whoever has this and the seeds can recompute every round. It is data
// only.
import type { Slot5Math } from './Slot5Math.ts'

/**
 * Five reels of 30, a window of 5 x 3, 243 ways. A letter pays when it or a wild is in sight on
 * three or more reels in a row from the left, once for every way through them. Three scatters
 * anywhere pay and give free spins, in which everything counts threefold. Pays are in twentieths of
 * the stake.
 */
export const MATH_A = {
  model: 'slotA',
  reels: [
    'EFJICBAESICFIEDBJDHGJAGHDGIHFC',
    'IDBEJGIHDGSDCJFHAEGCFJWBECIFHA',
    'FWHBSCAWDBCFGJHDIGEIJEDJEFGIAH',
    'DFHAISECIGCJBFJADHGEBGDFCWHIEJ',
    'JBHCEDGBEFGCJGSIAHDIADJIFECJFH',
  ],
  rows: 3,
  window:
    'rows stop, stop+1, stop+2 of each cyclic reel; one stop per reel, drawn in order, each uniform below 30',
  wild: 'W',
  scatter: 'S',
  pays: {
    A: [30, 148, 820],
    B: [24, 100, 400],
    C: [16, 60, 200],
    D: [12, 48, 200],
    E: [7, 24, 80],
    F: [6, 24, 80],
    G: [5, 16, 60],
    H: [5, 16, 60],
    I: [4, 12, 50],
    J: [4, 12, 50],
  },
  ways: 'a letter pays its longest run of reels from the left, times the product of its cells and wilds on each of them; the wild stands for every letter but S',
  scatterPays: { 3: 40, 4: 200, 5: 2000 },
  freeSpins: { 3: 8, 4: 12, 5: 20 },
  freeSpinFactor: 3,
  freeSpinCap: 100,
  freeSpinDraws:
    'free spins take the next five numbers of the same stream; scatters in them give more, up to 100 in a round',
  unitsPerStake: 20,
  payout: 'floor(stake x (units of the spin + 3 x units of all free spins) / 20), once per round',
  rtp: '418269329/435750000',
  rtpBasis:
    'without the cap of 100 free spins, which lowers it by less than a hundred-billionth of the stake',
  hitRate: '1038539/2700000',
  winAtMostStakeRate: '344039/1518750',
  standardDeviation: '4.43',
  maxWin: '107.4',
  maxWinBasis: 'of one paid spin; a free spin pays up to three times that',
} as const satisfies Slot5Math & Record<string, unknown>
