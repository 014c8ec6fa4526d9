import { beijingMidnight } from '@tianping/money/day'
import type { Venue } from '../venue.ts'
import { betOfPlayer, betsByClientIds, betsOfPlayer, totalsOfPlayer } from './bet.sql.ts'
import { betView } from './betView.ts'
import { PlayRefusal } from './PlayRefusal.ts'
import type { Session } from './session.sql.ts'

export const HISTORY_RANGES = ['session', 'today', 'week'] as const
export type HistoryRange = (typeof HISTORY_RANGES)[number]

const PAGE = 30

/** Where a range begins; days are those of Asia/Shanghai. */
function beginning(session: Session, range: HistoryRange, nowMs: number): Date {
  if (range === 'session') return session.sessionStart
  return beijingMidnight(nowMs, range === 'today' ? 0 : 6)
}

/** A page of the player's bets at this venue, latest first, with the totals of the whole range. */
export async function history(
  venue: Venue,
  session: Session,
  range: HistoryRange,
  before: string | undefined,
) {
  const { deskId: desk, playerId: player } = session
  const from = beginning(session, range, venue.clock())
  const last = before ? await betOfPlayer(venue.db, desk, player, before) : undefined
  if (before && !last) throw new PlayRefusal(2404)
  const found = await betsOfPlayer(
    venue.db,
    desk,
    player,
    from,
    last ? { at: last.placedAt, betId: last.betId } : null,
    PAGE + 1,
  )
  const totals = await totalsOfPlayer(venue.db, desk, player, from)
  return {
    items: found.slice(0, PAGE).map(betView),
    has_more: found.length > PAGE,
    totals: {
      count: totals.count,
      staked: totals.staked,
      returned: totals.returned,
      net: totals.returned - totals.staked,
    },
  }
}

/** What became of bets whose results the page has not shown; unknown ones are left out. */
export async function findBets(venue: Venue, session: Session, clientBetIds: readonly string[]) {
  const { deskId: desk, playerId: player } = session
  const found = await betsByClientIds(venue.db, desk, player, clientBetIds)
  return { items: found.map(betView) }
}

export async function oneBet(venue: Venue, session: Session, betId: string) {
  const found = await betOfPlayer(venue.db, session.deskId, session.playerId, betId)
  if (!found) throw new PlayRefusal(2404)
  return { bet: betView(found) }
}
