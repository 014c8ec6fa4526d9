import { MAX_FEED_LIMIT, VenueRefusal, type VenueBet } from '@tianping/venue-protocol'
import { gameByCode } from '../../games/registry.ts'
import type { CallContext, Handler } from '../handler.ts'
import { signalsOf } from '../signals/signals.ts'
import { betAnswer, replayOf } from './betAnswer.ts'
import { betsAfter, findBet } from './feed.sql.ts'

const OVERLAP_RECORDS = 5n

/**
 * Records above the cursor, in order. `next_cursor` is the last version given, or the cursor itself
 * when there is none.
 */
export const bets: Handler<'bets'> = async (context, input) => {
  const { venue, desk } = context
  const after = input.after ?? 0n
  const limit = input.limit ?? MAX_FEED_LIMIT
  const found = await betsAfter(venue.db, desk.id, after, limit + 1)
  const page = found.slice(0, limit).map(betAnswer)
  const fed = await disturbed(
    context,
    { items: page, next_cursor: page.at(-1)?.version ?? after, has_more: found.length > limit },
    after,
  )
  const signals = await signalsOf(context)
  return signals.length > 0 ? { ...fed, signals } : fed
}

export const bet: Handler<'bet'> = async ({ venue, desk }, input) => {
  const found = await findBet(venue.db, desk.id, input.bet_id)
  if (!found || found.version === null || !gameByCode(found.gameCode)) throw new VenueRefusal(2404)
  return { ...betAnswer(found), replay: replayOf(found, venue.publicUrl()) }
}

/** The version that `feed_late` held back last, by desk: nothing is late twice. */
const heldBack = new WeakMap<object, Map<number, bigint>>()

type Page = { items: VenueBet[]; next_cursor: bigint; has_more: boolean }

/**
 * A page as a troublesome venue would send it; untouched unless a feed fault is met. A late record
 * comes after those that follow it, and the cursor stays before it until it was sent: whatever
 * answer is lost then, nothing is skipped.
 */
async function disturbed({ venue, desk }: CallContext, page: Page, after: bigint): Promise<Page> {
  const { faults } = venue
  const [first] = page.items
  if (!faults || !first) return page
  const site = { venue: desk.venue, endpoint: 'bets' }
  let { items } = page
  if (faults.meet(site, 'feed_overlap')) {
    const earlier = await betsAfter(
      venue.db,
      desk.id,
      after > OVERLAP_RECORDS ? after - OVERLAP_RECORDS : 0n,
      Number(OVERLAP_RECORDS),
    )
    items = [...earlier.map(betAnswer), ...items]
  }
  if (faults.meet(site, 'feed_duplicate')) items = items.flatMap(item => [item, item])
  const held = heldBack.get(faults) ?? new Map<number, bigint>()
  heldBack.set(faults, held)
  if (held.get(desk.id) === first.version || !faults.meet(site, 'feed_late'))
    return { ...page, items }
  held.set(desk.id, first.version)
  return {
    items: items.filter(item => item.version !== first.version),
    next_cursor: after,
    has_more: true,
  }
}
