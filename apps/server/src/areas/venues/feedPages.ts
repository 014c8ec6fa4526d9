import { setTimeout as pause } from 'node:timers/promises'
import { accountOf } from '@tianping/contract/venues/facts'
import { row, run, sql, type Db } from '@tianping/database'
import type { VenueBet, VenueSignal } from '@tianping/venue-protocol'
import type { Services } from '../../kernel/http/services.ts'
import { applyBets } from './bets/page.ts'
import type { Venue } from './directory.ts'

const PAGE = 500
/** Pages one turn reads, so that a venue with a long backlog does not keep the others waiting. */
const MAX_PAGES = 20
const LEASE_MS = 30_000
/** Who has to know all waits for another instance by so many looks, so far apart. */
const LOOKS = 90
const LOOK_MS = 100

/** `events` is absent in tools that run beside the site. */
export type FeedDeps = Pick<Services, 'db' | 'clock' | 'venues' | 'bus' | 'log'> &
  Partial<Pick<Services, 'events'>>

/**
 * Reads all that a venue has to tell, after another instance that is reading; false when the venue
 * did not tell it.
 */
export async function catchUp(services: FeedDeps, venue: Venue): Promise<boolean> {
  for (let look = 0; look < LOOKS; look++) {
    const turn = await readPages(services, venue)
    if (turn?.silent) return false
    if (turn && !turn.more) return true
    if (!turn) await pause(LOOK_MS)
  }
  return false
}

export type Turn = { read: number; more: boolean; silent: boolean; signals: readonly VenueSignal[] }

/**
 * One turn of reading; null when another instance is at it. Bets are kept as their highest version,
 * settled valid turnover counts towards wagering. A page is applied before its cursor is kept, and
 * applying twice changes nothing, so a crash in between or a duplicate from the venue does no harm.
 */
export async function readPages(services: FeedDeps, venue: Venue): Promise<Turn | null> {
  const turn: Turn = { read: 0, more: true, silent: false, signals: [] }
  const { connections } = services.venues
  const value = connections.valueOf(venue.platname)
  if (!value) return { ...turn, silent: true }
  const feed = { venueId: venue.venueId, account: accountOf(value) }
  const client = services.venues.client(venue)
  let cursor = await lease(services.db, feed, services.clock.now())
  if (cursor === null) return null
  let leased = true
  try {
    for (let page = 0; page < MAX_PAGES; page++) {
      const answer = await client.bets({ after: cursor, limit: PAGE })
      if (answer.kind !== 'ok') {
        if (page === 0)
          services.log.debug({ venue: venue.platname, kind: answer.kind }, 'feed not answered')
        return { ...turn, silent: true }
      }
      const { items, next_cursor, has_more, signals } = answer.data
      turn.signals = signals ?? []
      await applyBets(services, venue, items)
      noteCorrections(services, venue, items)
      turn.read += items.length
      turn.more = has_more
      if (next_cursor > cursor) cursor = next_cursor
      await keepCursor(services, feed, { cursor, more: has_more })
      leased = has_more
      if (!has_more) return turn
    }
    return turn
  } finally {
    if (leased)
      await run(
        services.db,
        sql`update venue_feed set leased_until = '-infinity' where ${isOf(feed)}`,
      )
  }
}

/** Notes what a venue took back or settled again: a fault there that somebody looks into. */
function noteCorrections({ events }: FeedDeps, venue: Venue, bets: VenueBet[]) {
  for (const bet of bets)
    if (bet.status === 'VOID' || bet.revision > 1)
      events?.note({
        kind: 'bets_corrected',
        subject: `game:${venue.venueId}_${bet.game_code}`,
        address: '',
      })
}

type Feed = { venueId: number; /** `accountOf` the connection that reads. */ account: string }

const isOf = ({ venueId, account }: Feed) => sql`venue_id = ${venueId} and account = ${account}`

/**
 * Answers how far the feed of this account is read, and null while somebody reads it. A cursor says
 * nothing of another account: its feed begins anew, and an instance that still reads the one before
 * can no longer keep how far it came.
 */
async function lease(db: Db, { venueId, account }: Feed, now: Date): Promise<bigint | null> {
  const taken = await row(
    db,
    sql<{ cursor: bigint }>`
    insert into venue_feed as f (venue_id, account, leased_until) values (${venueId}, ${account}, ${new Date(now.getTime() + LEASE_MS)})
    on conflict (venue_id) do update set leased_until = excluded.leased_until, account = excluded.account,
      cursor = case when f.account in ('', excluded.account) then f.cursor else 0 end
    where f.leased_until <= ${now}
    returning cursor`,
  )
  return taken?.cursor ?? null
}

/** Keeps how far a feed is read; the last page gives the lease back. */
function keepCursor(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  feed: Feed,
  { cursor, more }: { cursor: bigint; more: boolean },
) {
  const now = clock.now()
  const leasedUntil = more ? sql`${new Date(now.getTime() + LEASE_MS)}` : sql`'-infinity'`
  return run(
    db,
    sql`
    update venue_feed set cursor = greatest(cursor, ${cursor}), read_at = ${now}, leased_until = ${leasedUntil}
    where ${isOf(feed)}`,
  )
}
