import type { FairDraws } from './fairDraws.ts'

/** The name of the stream that decides jackpots, beside that of the game's own numbers. */
export const JACKPOT = 'jackpot'
/** A pool is counted in ten-thousandths of a fen, so that no share of a stake is rounded. */
export const JACKPOT_UNITS = 10_000n

const TWO_32 = 1n << 32n
const TWO_64 = 1n << 64n

/** A uniform integer in [0, n), n from 1 to 2^64: two u32 of the stream at a time, by rejection. */
export function jackpotDraw(draws: Pick<FairDraws, 'u32'>, n: bigint): bigint {
  if (n < 1n || n > TWO_64) throw new Error('a bound is an integer from 1 to 2^64')
  const limit = TWO_64 - (TWO_64 % n)
  for (;;) {
    const high = BigInt(draws.u32())
    const value = high * TWO_32 + BigInt(draws.u32())
    if (value < limit) return value % n
  }
}
