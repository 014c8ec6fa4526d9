import type { Tx } from '@tianping/database'
import { PlayRefusal } from '../play/PlayRefusal.ts'
import { roundNow } from '../rounds/round.sql.ts'
import type { Venue } from '../venue.ts'
import { isAccepted, type Book, type Live } from '../../model/Book.ts'
import { knownMatch } from './knownMatch.ts'
import { shareMatches, type MatchRow } from './match.sql.ts'
import { liveOf, phaseOf, type KnownMatch } from './matchView.ts'

/** A selection as the player saw it: its price in hundredths, and what it is counted from. */
export type Wanted = { match: number; pick: string; price: number; key: string }
/** Which prices beside the one that was seen a player takes unasked. */
export type Accepts = { acceptBetter: boolean; acceptWithin: number }
export type Quoted = {
  match: MatchRow
  pick: string
  key: string
  price: number
  inPlay: boolean
  /** The last moment it is taken at this price, ms since 1970. */
  goodUntilMs: number
}

/**
 * Checks the selections against the lines of this moment and answers them with their prices. The
 * matches are locked against ending, and the clock is read after the locks were granted: whoever
 * waited for them past the end is refused by the clock. `held` are the prices a ticket has kept
 * through the delay: their lines must be open still, and it must not have taken longer than they
 * are good for.
 */
export async function quote(
  venue: Venue,
  tx: Tx,
  book: Book,
  { legs, expiresAtMs, ...accepts }: Accepts & { legs: readonly Wanted[]; expiresAtMs: number },
  held: readonly Quoted[] | null,
): Promise<{ quoted: Quoted[]; at: Date }> {
  const numbers = legs.map(leg => BigInt(leg.match))
  if (new Set(numbers).size < numbers.length) throw new PlayRefusal(4304)
  const rows = await shareMatches(tx, book.code, numbers)
  const at = await roundNow(tx)
  if (held === null && at.getTime() > expiresAtMs) throw new PlayRefusal(4307)
  const quoted: Quoted[] = []
  for (const [i, leg] of legs.entries()) {
    const row = rows.find(each => each.number === BigInt(leg.match))
    if (!row) throw new PlayRefusal(4302)
    const offered = offerOf(book, await knownMatch({ ...venue, db: tx }, book, row), leg.pick, at)
    const kept = held?.[i]
    if (kept) refuseKept(kept, offered, at)
    else refuseFresh(leg, offered, accepts)
    const { live, price, inPlay } = offered
    quoted.push({
      match: row,
      pick: leg.pick,
      key: live.key,
      price: kept?.price ?? price,
      inPlay,
      goodUntilMs:
        kept?.goodUntilMs ??
        row.kicksOffAt.getTime() + (live.goodUntilMs ?? Number.POSITIVE_INFINITY),
    })
  }
  return { quoted, at }
}

type Offered = { live: Live; price: number; inPlay: boolean }

/** What a match offers on a pick at this moment; refuses one that is not open. */
function offerOf(book: Book, match: KnownMatch | null, pick: string, at: Date): Offered {
  if (!match || at < match.row.opensAt) throw new PlayRefusal(4302)
  const phase = phaseOf(match, at.getTime())
  if (phase !== 'pre' && phase !== 'live') throw new PlayRefusal(4302)
  const live = liveOf(book, match, at.getTime())
  const offer = live.lines.flatMap(line => line.picks).find(each => each.pick === pick)
  if (!offer || offer.price === null) throw new PlayRefusal(4301)
  return { live, price: offer.price, inPlay: phase === 'live' }
}

/** A price that was kept through the delay: counted from the same score, and not too old. */
function refuseKept(kept: Quoted, { live }: Offered, at: Date) {
  if (live.key !== kept.key || at.getTime() > kept.goodUntilMs) throw new PlayRefusal(4303)
}

/**
 * The price a player saw: counted from the same score, and the same, or one that they take unasked.
 * Whatever they saw, a ticket is taken at a price of this moment, never at a stale one
 * (docs/decisions/0120-a-moved-price-is-taken-within-what-the-player-accepts.md).
 */
function refuseFresh(leg: Wanted, { live, price }: Offered, accepts: Accepts) {
  if (live.key !== leg.key || !isAccepted(leg.price, price, accepts)) throw new PlayRefusal(4303)
}
