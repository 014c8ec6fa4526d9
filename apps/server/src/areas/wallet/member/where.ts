import type { SeenState } from '@tianping/contract/wallet/facts'
import { transaction, type Tx } from '@tianping/database'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import type { Handler, Services } from '../../../kernel/http/services.ts'
import { balances } from '../../../ledger/ledger.ts'
import {
  askVenues,
  automaticOf,
  openStakesByVenue,
  playersOf,
  staleOf,
  transfersUnderWay,
  type Asked,
  type Venue,
} from '../../venues/venues.ts'

/**
 * Where a member's money is. Every figure is of one moment of the books, so that money on its way
 * is counted once: between the hold and the venue's word it is under way, and nowhere else.
 */
export const where: Handler<'POST /api/money/where'> = async ({ body, member, ...services }) => {
  const { memberId } = member
  const been = await playersOf(services.db, memberId)
  const asking = body.fresh === 1 ? been : staleOf(been, services.clock.now())
  const asked = askVenues(services, memberId, asking)
  const said = body.fresh === 1 ? await asked : null
  const [venues, books] = await Promise.all([
    services.venues.all(),
    transaction(services.db, tx => booksOf(tx, memberId), { isolation: 'repeatable read' }),
  ])
  return { data: answerOf(services, venues, { ...books, said }) }
}

/** All that one answer is made of. */
async function booksOf(tx: Tx, memberId: bigint) {
  return {
    held: await balances(tx, memberId),
    been: await playersOf(tx, memberId),
    open: await openStakesByVenue(tx, memberId),
    moving: await transfersUnderWay(tx, memberId),
    rule: await automaticOf(tx, memberId),
  }
}

type Books = Awaited<ReturnType<typeof booksOf>> & { said: Map<number, Asked> | null }

const sum = (fen: Iterable<bigint>) => [...fen].reduce((total, each) => total + each, 0n)

function answerOf({ clock }: Pick<Services, 'clock'>, venues: readonly Venue[], books: Books) {
  const { held, open, moving, rule } = books
  const places = venues.map(venue => placeOf(venue, books))
  const atVenues = sum(held.venues.map(each => each.availableFen))
  const underWay = sum(moving.map(each => each.amountFen))
  const coming = sum(moving.filter(each => each.direction === 'IN').map(each => each.amountFen))
  return {
    total: yuanOf(held.cashAvailableFen + atVenues + underWay),
    central: yuanOf(held.cashAvailableFen),
    at_venues: yuanOf(atVenues),
    under_way: yuanOf(underWay),
    open_stakes: yuanOf(sum(open.values())),
    // What withdrawals hold: the rest of what is in the wallet and cannot be spent.
    held: yuanOf(held.cashFen - held.cashAvailableFen - coming),
    at: beijing(clock.now()),
    automatic: rule.automatic ? (1 as const) : (0 as const),
    each_max: rule.capFen === null ? null : yuanOf(rule.capFen),
    venues: places,
  }
}

function placeOf(venue: Venue, { held, been, open, moving, said }: Books) {
  const { venueId, name, platname, ico, state } = venue
  const player = been.find(each => each.venueId === venueId)
  const transfer = moving.find(each => each.venueId === venueId)
  return {
    name,
    platname,
    ico,
    state,
    balance: yuanOf(held.venues.find(each => each.venueId === venueId)?.availableFen ?? 0n),
    open_stake: yuanOf(open.get(venueId) ?? 0n),
    seen: seenOf(transfer !== undefined, said?.get(venueId)),
    seen_at: player?.seenAt ? beijing(player.seenAt) : '',
    played_at: player?.launchedAt ? beijing(player.launchedAt) : '',
    moving: transfer
      ? {
          way: transfer.direction === 'IN' ? ('in' as const) : ('out' as const),
          amount: yuanOf(transfer.amountFen),
          since: beijing(transfer.createdAt),
        }
      : null,
  }
}

const seenOf = (moves: boolean, said: Asked | undefined): SeenState =>
  moves ? 'moving' : (said ?? 'known')
