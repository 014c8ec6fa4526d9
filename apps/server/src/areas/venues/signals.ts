// What a venue of protocol v1.1 says of launches, with its feed: a game was left, or its player
// asks for more money. Each is repeated until it is answered, and counts once.
import { say } from '@tianping/contract/refusals'
import { transaction } from '@tianping/database'
import type { VenueSignal } from '@tianping/venue-protocol'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Services } from '../../kernel/http/services.ts'
import { lockMember } from '../../ledger/ledger.ts'
import { mayPlay } from '../protection/protection.ts'
import type { Venue } from './directory.ts'
import { isLimited } from './limited.ts'
import { leaveGame } from './leaving.ts'
import { transferWithVenue } from './transfer.ts'
import * as db from './store/ticket.sql.ts'
import type { Want } from './store/ticket.sql.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'venues' | 'bus' | 'log'>
type Answer = { outcome: 'done' | 'pending' | 'refused'; text?: string }

/** Nobody waits for money any more that was first heard of so long ago. */
const STALE_MS = 120_000

/** Does what a venue asks for, and answers it; what cannot be answered is heard again. */
export async function hearSignals(
  services: Deps,
  venue: Venue,
  signals: readonly VenueSignal[],
): Promise<void> {
  await Promise.all(
    signals.map(async signal => {
      try {
        const answer = await answerTo(services, venue, signal)
        await services.venues.client(venue).answerSignal({ ref: signal.ref, ...answer })
      } catch (error) {
        services.log.error({ err: error, venue: venue.platname }, 'a signal was not answered')
      }
    }),
  )
}

async function answerTo(services: Deps, venue: Venue, signal: VenueSignal): Promise<Answer> {
  const { ticket } = signal
  const known = /^\d{1,18}$/.test(signal.player)
    ? await db.ticketOf(services.db, BigInt(signal.player), ticket)
    : undefined
  // A launch of another venue is nobody's business here.
  if (!known || known.venueId !== venue.venueId) return { outcome: 'refused' }
  const named = { memberId: known.memberId, venueId: venue.venueId, ticket }
  if (signal.kind === 'money') return bringWanted(services, venue, { ...signal, ...named })
  await leaveGame(services, known.memberId, ticket)
  return { outcome: 'done' }
}

type Wanted = VenueSignal & { memberId: bigint }

async function bringWanted(services: Deps, venue: Venue, wanted: Wanted): Promise<Answer> {
  const { memberId, ticket, ref, amount } = wanted
  const { db: site, clock } = services
  if (amount === null) return { outcome: 'refused' }
  const of = { memberId, venueId: venue.venueId, ref, ticket, amountFen: amount }
  const want = await db.addWant(site, { ...of, heardAt: clock.now() })
  if (want.ticket !== ticket || want.amountFen !== amount)
    return { outcome: 'refused', text: say('transfer.failed').text }
  if (want.state === 'refused') return { outcome: 'refused', text: want.reason }
  if (want.state === 'open') {
    const refusal = await refusalOf(services, want)
    if (refusal !== null) {
      await db.refuseWant(site, want, { from: 'open', reason: refusal })
      return { outcome: 'refused', text: refusal }
    }
  }
  return carryOut(services, venue, want)
}

/** Why nothing may follow into this game, for the player; null once the amount is taken off. */
async function refusalOf({ db: site, clock }: Deps, want: Want): Promise<string | null> {
  const now = clock.now()
  try {
    if (now.getTime() - want.heardAt.getTime() > STALE_MS) throw new Refusal(say('transfer.failed'))
    if (isLimited(await mayPlay(site, want.memberId, now)))
      throw new Refusal(say('transfer.not_in_game'))
    await transaction(site, async tx => {
      await lockMember(tx, want.memberId)
      if (!(await db.takeWant(tx, want))) return
      if (!(await db.useAllowance(tx, { ...want, now })))
        throw new Refusal(say('transfer.not_allowed'))
    })
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

/** Moves what the member allowed. The venue's ref is the key: a repetition finds its transfer. */
async function carryOut(services: Deps, venue: Venue, want: Want): Promise<Answer> {
  const { memberId, ref, amountFen, ticket } = want
  const refuse = async (text: string): Promise<Answer> => {
    if (await db.refuseWant(services.db, want, { from: 'taken', reason: text }))
      await db.returnAllowance(services.db, ticket, amountFen)
    return { outcome: 'refused', text }
  }
  try {
    const result = await transferWithVenue(services, {
      memberId,
      venue,
      direction: 'IN',
      amountFen,
      requestKey: `want:${venue.venueId}:${ref}`,
      actor: { type: 'venue', id: venue.platname },
      unless: async tx => !(await db.isOpen(tx, ticket, services.clock.now())),
    })
    if (result.kind === 'done') return { outcome: 'done' }
    if (result.kind === 'pending' || result.kind === 'busy') return { outcome: 'pending' }
    return await refuse(say('transfer.no_more').text)
  } catch (error) {
    if (error instanceof Refusal) return refuse(error.message)
    throw error
  }
}
