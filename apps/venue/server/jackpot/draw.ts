import type { Tx } from '@tianping/database'
import { fairDraws, JACKPOT, JACKPOT_UNITS, jackpotDraw } from '@tianping/fairness'
import {
  dropWin,
  emptyPool,
  fillPool,
  keepDrawn,
  lockJackpot,
  lockOfGame,
  refillPool,
  wonBy,
  type Drawn,
  type Jackpot,
} from './jackpot.sql.ts'

/** What would be won now, in fen. */
export const poolOf = ({ seed, filled }: Pick<Jackpot, 'seed' | 'filled'>) =>
  seed + filled / JACKPOT_UNITS

/**
 * Up to the bound, in ten-thousandths of a fen. Never less than one: what passed the bound is
 * carried on, and then the next bet wins.
 */
export function roomOf({ seed, bound, filled }: Pick<Jackpot, 'seed' | 'bound' | 'filled'>) {
  const room = (bound - seed) * JACKPOT_UNITS - filled
  return room > 0n ? room : 1n
}

type Round = { serverSeed: Uint8Array; clientSeed: string; nonce: bigint }

/**
 * The draw of one bet: a uniform number below the room that is left decides, and the bet wins when
 * it is below the bet's own part. So a fen staked has the same chance whoever stakes it, the chance
 * grows with the pool, and at the bound it is certain.
 */
export function drawJackpot(
  jackpot: Pick<Jackpot, 'ref' | 'cycle' | 'share' | 'seed' | 'bound' | 'filled'>,
  stake: bigint,
  { serverSeed, clientSeed, nonce }: Round,
): Drawn & { filled: bigint } {
  const { ref, cycle, seed, bound } = jackpot
  const part = stake * BigInt(jackpot.share)
  const room = roomOf(jackpot)
  const filled = jackpot.filled + part
  const share = filled / JACKPOT_UNITS - jackpot.filled / JACKPOT_UNITS
  const draws = fairDraws({ serverSeed, game: JACKPOT, clientSeed, nonce: Number(nonce) })
  const drawn = { ref, cycle, seed, part, room, share }
  if (jackpotDraw(draws, room) >= part) return { ...drawn, won: 0n, filled }
  const pool = poolOf({ seed, filled })
  const won = pool < bound ? pool : bound
  // What is no whole fen, and what passed the bound, is the next cycle's.
  return { ...drawn, won, filled: filled + (seed - won) * JACKPOT_UNITS }
}

type Bet = Round & { deskId: number; betId: string; gameCode: string; stake: bigint }

/**
 * Puts the share of a bet into the pool of its game and draws; null where the game has none. The
 * player's wallet must be locked before.
 */
export async function playJackpot(tx: Tx, bet: Bet): Promise<Drawn | null> {
  const { deskId: desk, betId, gameCode, stake } = bet
  const jackpot = await lockOfGame(tx, desk, gameCode)
  if (!jackpot) return null
  const { filled, ...drawn } = drawJackpot(jackpot, stake, bet)
  const after = { filled, share: drawn.share, won: drawn.won, begins: !jackpot.hasBegun }
  if (drawn.won > 0n) await emptyPool(tx, desk, jackpot.ref, after)
  else await fillPool(tx, desk, jackpot.ref, after)
  await keepDrawn(tx, desk, betId, drawn)
  return drawn
}

/** A bet that is made void has won nothing: what it won goes back, and its own share stays. */
export async function takeBackWin(tx: Tx, desk: number, betId: string): Promise<void> {
  const win = await wonBy(tx, desk, betId)
  if (!win || !(await lockJackpot(tx, desk, win.ref))) return
  await dropWin(tx, desk, betId)
  await refillPool(tx, desk, win.ref, win)
}
