import { say } from '@tianping/contract/refusals'
import { yuanOf } from '@tianping/money'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { Handler, Services } from '../../../kernel/http/services.ts'
import { balances } from '../../../ledger/ledger.ts'
import { mayPlay, type Room } from '../../protection/protection.ts'
import {
  askVenues,
  automaticOf,
  isCapable,
  isLimited,
  playableFen,
  type Venue,
} from '../../venues/venues.ts'

/** Less than one yuan is nothing to ask about: no game takes it. */
const LEAST_FEN = 100n

/** What can be brought: what the wallet may give, and what a limit of losses leaves. */
export const mostOf = (freeFen: bigint, { lossFen }: Room): bigint =>
  lossFen !== null && lossFen < freeFen ? lossFen : freeFen

/** What lies at the venue, asked anew for as long as a page can wait. */
async function thereFen(services: Services, memberId: bigint, venue: Venue): Promise<bigint> {
  const { venueId } = venue
  await askVenues(services, memberId, [{ venueId, seenAt: null }])
  const { venues } = await balances(services.db, memberId)
  return venues.find(each => each.venueId === venueId)?.postedFen ?? 0n
}

/**
 * What stands before a game opens. Nothing is asked where auto-transfer moves the money, nor where
 * there is none to bring; the launch itself refuses who may not play.
 */
export const before: Handler<'POST /api/money/before'> = async ({ body, member, ...services }) => {
  const { memberId } = member
  const venue = await services.venues.named(body.plat_name)
  if (!venue) throw new Refusal(say('game.closed'))
  const now = services.clock.now()
  const room = await mayPlay(services.db, memberId, now)
  const limited = isLimited(room)
  const [{ automatic, capFen }, freeFen, held] = await Promise.all([
    automaticOf(services.db, memberId),
    playableFen(services.db, memberId, now),
    balances(services.db, memberId),
  ])
  const own = venue.wallet === 'own' && venue.state === 'open'
  const ask = own && (!automatic || limited) && freeFen >= LEAST_FEN
  const [there, asks] = ask
    ? await Promise.all([thereFen(services, memberId, venue), isCapable(services, venue, 'money')])
    : [0n, false]
  return {
    data: {
      ask,
      venue: venue.name,
      at_venue: yuanOf(there),
      central: yuanOf(held.cashAvailableFen),
      most: yuanOf(mostOf(freeFen, room)),
      loss_left: room.lossFen === null ? null : yuanOf(room.lossFen),
      each_max: capFen === null ? null : yuanOf(capFen),
      may_automate: !limited,
      may_top_up: !limited && asks,
    },
  }
}
