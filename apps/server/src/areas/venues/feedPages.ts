import { setTimeout as pause } from 'node:timers/promises'
import { accountOf } from '@tianping/contract/venues/facts'
import { row, run, sql, transaction, Unavailable, type Db } from '@tianping/database'
import type { VenueBet, VenueSignal } from '@tianping/venue-protocol'
import type { Services } from '../../kernel/http/services.ts'
import { contribute } from '../../ledger/wagering.ts'
import { notePlay } from '../protection/protection.ts'
import { countTurnover } from '../turnover/turnover.ts'
import { weigher, type Weigher } from '../wagering/wagering.ts'
import { noteJackpot } from './jackpotBets.ts'
import { upsertBet } from './store/bet.sql.ts'
import { noteFreeRound } from './store/free.sql.ts'
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

/** Each member's bets in a transaction of their own, so that nobody's lock waits for the page. */
export async function applyBets(
  services: { db: Db; bus: Pick<Services['bus'], 'publish'> },
  venue: Pick<Venue, 'venueId'>,
  bets: VenueBet[],
): Promise<void> {
  const weigh = await weigher(services.db)
  const byMember = Map.groupBy(
    bets.filter(bet => /^\d{1,18}$/.test(bet.player)),
    bet => bet.player,
  )
  for (const [player, own] of byMember) {
    await transaction(services.db, async tx => {
      for (const bet of own.toSorted((a, b) => (a.version < b.version ? -1 : 1)))
        await applyNamed(tx, { venueId: venue.venueId, memberId: BigInt(player), bet, weigh })
      for (const stretch of stretchesOf(own))
        await notePlay(tx, { memberId: BigInt(player), ...stretch })
    })
  }
  services.bus.publish('member', [...byMember.keys()])
}

/** What fails says which bet it was, since the feed stops there until somebody has looked. */
async function applyNamed(tx: Db, applied: Applied): Promise<void> {
  try {
    await applyBet(tx, applied)
  } catch (error) {
    if (error instanceof Unavailable) throw error
    const { venueId, bet } = applied
    throw new Error(`bet ${bet.bet_id} of venue ${venueId}: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/** No longer between two bets of one stretch of play. */
const GAP_MS = 15 * 60_000

/** When the bets of a page were placed, as stretches without a longer gap. */
export function stretchesOf(
  bets: readonly Pick<VenueBet, 'placed_at'>[],
): { from: Date; to: Date }[] {
  const found: { from: Date; to: Date }[] = []
  for (const at of bets.map(bet => new Date(bet.placed_at)).toSorted((a, b) => +a - +b)) {
    const last = found.at(-1)
    if (last && +at - +last.to <= GAP_MS) last.to = at
    else found.push({ from: at, to: at })
  }
  return found
}

type Applied = { venueId: number; memberId: bigint; bet: VenueBet; weigh: Weigher }

/**
 * Full state, never a delta: only a version above the one kept counts. A correction carries its own
 * time; the bet keeps counting as of when it first settled, so that it never serves a requirement
 * that was opened since.
 */
export async function applyBet(tx: Db, { venueId, memberId, bet, weigh }: Applied) {
  const change = await upsertBet(tx, venueId, memberId, ownPart(bet))
  if (change) await noteBesides(tx, { memberId, venueId, bet })
  if (!change || (bet.status === 'OPEN' && !change.before)) return
  const settledAt = change.firstSettledAt ?? new Date(bet.settled_at ?? bet.placed_at)
  await contribute(tx, {
    memberId,
    venueId,
    betId: bet.bet_id,
    version: Number(bet.version),
    validFen: change.after?.validFen ?? 0n,
    weight: weigh(venueId, bet.game_code),
    settledAt,
  })
  await countTurnover(tx, {
    memberId,
    venueId,
    settledAt,
    before: change.before,
    after: change.after,
  })
}

type Told = { memberId: bigint; venueId: number; bet: VenueBet }

/**
 * What a bet has to do with a grant or a jackpot; nothing for most. A free round takes no part in a
 * jackpot (docs/venue-protocol.md): where a venue says both, nothing is booked for the jackpot, and
 * its pool differs from the venue's until that is settled.
 */
async function noteBesides(tx: Db, told: Told) {
  const { free_rounds: free, jackpot } = told.bet
  if (free) await noteFreeRound(tx, { ...told, free })
  else if (jackpot) await noteJackpot(tx, { ...told, jackpot })
}

/**
 * A round that the house paid for is kept as a bet of nothing: what it wins is no result of play
 * but a bonus, which is paid with its grant. So it counts in no sum of bets and nowhere twice.
 */
function ownPart(bet: VenueBet): VenueBet {
  const { free_rounds: free, jackpot, selection, payout } = bet
  if (free) {
    const shown = { ref: free.ref, stake: Number(free.stake), payout: Number(payout) }
    const nothing = { stake: 0n, valid_amount: 0n, payout: 0n, net: 0n }
    return { ...bet, ...nothing, selection: { ...selection, free_rounds: shown } }
  }
  if (!jackpot || jackpot.won <= 0n) return bet
  return { ...bet, selection: { ...selection, jackpot: { won: Number(jackpot.won) } } }
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
