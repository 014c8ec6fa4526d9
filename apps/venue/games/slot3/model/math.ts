// Slot model C, as published: whoever has this and the seeds can recompute every round. It is data
// only.

export type SlotLetter = 'P' | 'B' | 'C' | '7' | 'L' | 'R' | 'W'

/**
 * Three reels of 25, a window of 3 x 3, five lines. A line pays when its three symbols are the
 * same, W standing for any; each W that stands for another symbol doubles the line. Pays are in
 * units of a fifth of the stake.
 */
export const SLOT3_MATH = {
  model: 'slotC',
  reels: ['PBCP7BLRCPLCWLPR7BRCLPCBL', 'BCLPCB7RPCBLPWB7RLPRCLPCL', '7CLBR7PCLPBLRCWPCBRLPBCPL'],
  rows: 3,
  window:
    'rows stop, stop+1, stop+2 of each cyclic reel; one stop per reel, drawn in order, each uniform below 25',
  lines: [
    [0, 0, 0],
    [1, 1, 1],
    [2, 2, 2],
    [0, 1, 2],
    [2, 1, 0],
  ],
  wild: 'W',
  wildMultiplier: 2,
  pays: { W: 200, 7: 60, R: 25, B: 14, C: 7, L: 5, P: 5 },
  unitsPerStake: 5,
  payout: 'floor(stake x units / 5), once per round',
  rtp: '15092/15625',
  hitRate: '3783/15625',
  winAtMostStakeRate: '1041/15625',
  standardDeviation: '3.46',
  maxWin: '58',
} as const satisfies Record<string, unknown> & { pays: Record<SlotLetter, number> }

export const SLOT3_LETTERS = Object.keys(SLOT3_MATH.pays) as SlotLetter[]
