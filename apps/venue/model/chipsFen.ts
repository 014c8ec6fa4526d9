/** The chips of every card table, 1 to 500 yuan. */
export const CHIPS_FEN: readonly bigint[] = [100n, 500n, 1_000n, 5_000n, 10_000n, 50_000n]
/** The most on one zone and on one round: 5,000 and 20,000 yuan. */
export const MAX_LINE_FEN = 500_000n
export const MAX_ROUND_FEN = 2_000_000n
