import { transaction, type Db } from '@tianping/database'
import type { Services } from '../../kernel/http/services.ts'
import { balances, lockMember, mustPost } from '../../ledger/ledger.ts'
import * as db from './store/transfer.sql.ts'
import { NO_SUCH_PLAYER, type Venue } from './directory.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'venues'>

export type Observation =
  | { kind: 'seen'; availableFen: bigint }
  /** A transfer is under way, so no balance can be told apart from it. */
  | { kind: 'in_flight' }
  | { kind: 'unreachable' }

/**
 * Asks the venue what the member has there and books the difference to our mirror as game result,
 * so that the ledger's venue account equals the venue's wallet. Nothing is booked when a transfer
 * began or ended meanwhile (the epoch tells), or when a later state of the wallet was booked
 * already (the venue's version tells).
 */
export async function observe(
  services: Deps,
  memberId: bigint,
  venue: Venue,
): Promise<Observation> {
  const before = await db.venuePlayer(services.db, memberId, venue.venueId)
  if (!before) return { kind: 'seen', availableFen: 0n }
  if (await db.transferInFlight(services.db, memberId, venue.venueId)) return { kind: 'in_flight' }
  const answer = await services.venues.client(venue).balance({ player: memberId.toString() })
  if (answer.kind === 'unknown') return { kind: 'unreachable' }
  const isUnknown = answer.kind === 'refused'
  if (isUnknown && answer.code !== NO_SUCH_PLAYER) return { kind: 'unreachable' }
  const { available, version } = answer.kind === 'ok' ? answer.data : { available: 0n, version: 0n }
  const now = services.clock.now()
  return transaction(services.db, async tx => {
    await lockMember(tx, memberId)
    const player = await db.venuePlayer(tx, memberId, venue.venueId)
    if (await db.transferInFlight(tx, memberId, venue.venueId))
      return { kind: 'in_flight' } as const
    const posted =
      (await balances(tx, memberId)).venues.find(each => each.venueId === venue.venueId)
        ?.postedFen ?? 0n
    // Of a member whom the venue does not know no transfer has reached it yet. One whose money is
    // there has not lost it: it is somewhere else than we asked.
    if (isUnknown && posted > 0n) return { kind: 'unreachable' } as const
    if (player?.epoch !== before.epoch || version < player.seenVersion)
      return { kind: 'seen', availableFen: posted } as const
    if (available !== posted)
      await bookResult(tx, { memberId, venue, version, differenceFen: available - posted, now })
    await db.markSeen(tx, memberId, venue.venueId, version, now)
    return { kind: 'seen', availableFen: available } as const
  })
}

/**
 * What the member won (positive) or lost at the venue since the last look. The venue's version
 * makes it count once.
 */
async function bookResult(
  tx: Db,
  seen: { memberId: bigint; venue: Venue; version: bigint; differenceFen: bigint; now: Date },
) {
  const { memberId, venue, version, differenceFen } = seen
  const result = { name: 'gameResult', venueId: venue.venueId } as const
  const wallet = { name: 'memberVenue', venueId: venue.venueId } as const
  const won = differenceFen > 0n
  await mustPost(tx, {
    memberId,
    key: `result:${venue.venueId}:${version}`,
    code: 'game_result',
    from: won ? result : wallet,
    to: won ? wallet : result,
    amountFen: won ? differenceFen : -differenceFen,
    source: { type: 'venue_balance', id: `${venue.platname}:${version}` },
    actor: { type: 'venue', id: venue.platname },
    effectiveAt: seen.now,
  })
}
