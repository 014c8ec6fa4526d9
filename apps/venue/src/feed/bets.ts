import { MAX_FEED_LIMIT, VenueRefusal, type VenueBet } from '@tianping/venue-protocol'
import { gameByCode } from '../games/registry.ts'
import type { CallContext, Handler } from '../handler.ts'
import { betAnswer, replayOf } from './betAnswer.ts'
import { betsAfter, findBet } from './feed.sql.ts'

const OVERLAP_RECORDS = 5n

/** Records above the cursor, in order. `next_cursor` is the last version given, or the cursor itself when there is none. */
export const bets: Handler<'bets'> = async (context, input) => {
  const { venue, desk } = context
  const after = input.after ?? 0n
  const limit = input.limit ?? MAX_FEED_LIMIT
  const found = await betsAfter(venue.db, desk.id, after, limit + 1)
  const page = found.slice(0, limit).map(betAnswer)
  const answer = { items: page, next_cursor: page.at(-1)?.version ?? after, has_more: found.length > limit }
  return { ...answer, items: await disturbed(context, page, after) }
}

export const bet: Handler<'bet'> = async ({ venue, desk }, input) => {
  const found = await findBet(venue.db, desk.id, input.bet_id)
  if (!found || found.version === null || !gameByCode(found.game_code)) throw new VenueRefusal(2404)
  return { ...betAnswer(found), replay: replayOf(found, venue.publicUrl()) }
}

/** Records held back by `feed_late`, by desk, until that desk's next page. */
const heldBack = new WeakMap<object, Map<number, VenueBet[]>>()

/** A page as a troublesome venue would send it; untouched unless a feed fault is met. */
async function disturbed({ venue, desk }: CallContext, page: VenueBet[], after: bigint): Promise<VenueBet[]> {
  const { faults } = venue
  if (!faults) return page
  const site = { venue: desk.venue, endpoint: 'bets' }
  const held = heldBack.get(faults) ?? new Map<number, VenueBet[]>()
  heldBack.set(faults, held)
  let items = [...(held.get(desk.id) ?? []), ...page]
  held.delete(desk.id)
  if (page.length > 0 && faults.meet(site, 'feed_overlap')) {
    const earlier = await betsAfter(venue.db, desk.id, after > OVERLAP_RECORDS ? after - OVERLAP_RECORDS : 0n, Number(OVERLAP_RECORDS))
    items = [...earlier.map(betAnswer), ...items]
  }
  if (page.length > 0 && faults.meet(site, 'feed_duplicate')) items = items.flatMap(item => [item, item])
  if (page.length > 0 && faults.meet(site, 'feed_late')) {
    held.set(desk.id, [page[0]!])
    items = items.filter(item => item !== page[0])
  }
  return items
}
