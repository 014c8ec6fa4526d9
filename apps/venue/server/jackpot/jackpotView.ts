import type { Db } from '@tianping/database'
import { JACKPOT_UNITS } from '@tianping/fairness'
import type { Session } from '../play/session.sql.ts'
import { poolOf, roomOf } from './draw.ts'
import { jackpotOfGame } from './jackpot.sql.ts'

/**
 * The pool of a game as its page shows it; null without one, and in practice, whose stakes go
 * nowhere.
 */
export async function jackpotHere(db: Db, { deskId, gameCode, demo }: Session) {
  const found = demo ? undefined : await jackpotOfGame(db, deskId, gameCode)
  if (!found) return null
  const { ref, name, share, seed, bound } = found
  const pool = poolOf(found)
  return {
    ref,
    name,
    share,
    seed,
    bound,
    pool: pool < bound ? pool : bound,
    /** Of a stake of one fen: one in so many, now. */
    one_in: Math.ceil(Number(roomOf(found)) / share),
    units: Number(JACKPOT_UNITS),
  }
}
