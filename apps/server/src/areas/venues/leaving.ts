// What follows when a game is left: with auto-transfer on, what lies at its venue comes home. The
// member's app says so, and so does a venue of protocol v1.1; both may, in any order.
import { randomBytes } from 'node:crypto'
import type { LeftState } from '@tianping/contract/wallet/facts'
import { transaction } from '@tianping/database'
import type { Services } from '../../kernel/http/services.ts'
import { lockMember } from '../../ledger/ledger.ts'
import type { Venue } from './directory.ts'
import { catchUp } from './feedPages.ts'
import { transferWithVenue, type TransferResult } from './transfer.ts'
import * as db from './store/ticket.sql.ts'
import type { Ticket } from './store/ticket.sql.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'venues' | 'bus' | 'log'>

/** As long as a session lives at a venue of protocol v1; after that it opens nothing. */
export const TICKET_LIFE_MS = 12 * 3_600_000
/** Longer than a recall takes; then whoever took it has died with it. */
const TAKEN_MS = 30_000
/** A round that is open is looked at this often, bets on matches less so. */
const ROUND_MS = 5_000
const MATCH_MS = 60_000
const LONGEST_MS = 600_000
/** After that the wallet page alone brings the money back. */
const GIVEN_UP_MS = 48 * 3_600_000
const AT_ONCE = 20

/** Names a launch, before any money moves for it: who leaves another game there sees it. */
export async function openTicket(
  { db: site, clock, bus }: Pick<Services, 'db' | 'clock' | 'bus'>,
  { memberId, venueId }: { memberId: bigint; venueId: number },
): Promise<string> {
  const ticket = randomBytes(24).toString('base64url')
  const madeAt = clock.now()
  const expiresAt = new Date(madeAt.getTime() + TICKET_LIFE_MS)
  await transaction(site, async tx => {
    await lockMember(tx, memberId)
    await db.addTicket(tx, { ticket, memberId, venueId, madeAt, expiresAt })
  })
  bus.publish('venue', [String(venueId)])
  return ticket
}

type Named = { memberId: bigint; venueId: number; ticket: string }

/** Ends a launch; its money is looked for by the next `bringHome` of it, or by the job. */
export const closeTicket = ({ db: site, clock }: Pick<Services, 'db' | 'clock'>, named: Named) =>
  db.endTicket(site, { ...named, now: clock.now() })

export type Left = { state: LeftState; movedFen: bigint }

/**
 * The member has left a launch: ends it and brings home what lies there, or says why not yet.
 * Undefined for a launch that is not theirs.
 */
export async function leaveGame(
  services: Deps,
  memberId: bigint,
  name: string,
): Promise<(Left & { venue: Venue }) | undefined> {
  const found = await db.ticketOf(services.db, memberId, name)
  const venue = found && (await services.venues.byId(found.venueId))
  if (!found || !venue) return undefined
  await closeTicket(services, found)
  const now = services.clock.now()
  const taken = await db.takeHome(services.db, name, { now, until: leased(now) })
  if (taken) return { ...(await bringHome(services, taken, venue)), venue }
  return { ...(await standing(services, found)), venue }
}

/** How it stands with a left game that nobody looks at just now. */
async function standing({ db: site, clock }: Deps, found: Ticket): Promise<Left> {
  const { memberId, venueId, ticket } = found
  const { homeDueAt, homeFen: movedFen } = (await db.ticketOf(site, memberId, ticket)) ?? found
  if (!(await db.automaticOf(site, memberId)).automatic) return { state: 'off', movedFen }
  if (homeDueAt === null) {
    const playing = await db.isPlaying(site, { memberId, venueId, now: clock.now() })
    return { state: playing ? 'playing' : 'home', movedFen }
  }
  const { rounds } = await db.openBetsAt(site, memberId, venueId)
  if (rounds > 0) return { state: 'waiting', movedFen }
  return { state: movedFen > 0n ? 'home' : 'coming', movedFen }
}

const leased = (now: Date) => new Date(now.getTime() + TAKEN_MS)

/** Brings home the money of games that were left. Safe on any number of instances. */
export async function bringDueHome(services: Deps): Promise<number> {
  const now = services.clock.now()
  const due = await db.takeDueHomes(services.db, now, leased(now), AT_ONCE)
  await Promise.all(
    due.map(async ticket => {
      const venue = await services.venues.byId(ticket.venueId)
      if (venue) await bringHome(services, ticket, venue)
    }),
  )
  return due.length
}

/** One look at a left game, and what is to be done after it. */
async function bringHome(services: Deps, ticket: Ticket, venue: Venue): Promise<Left> {
  const { left, againMs } = await lookHome(services, ticket, venue)
  const now = services.clock.now().getTime()
  const late = now - (ticket.endedAt?.getTime() ?? now) > GIVEN_UP_MS
  const dueAt = againMs === null || late ? null : new Date(now + againMs)
  await db.putHome(services.db, ticket.ticket, { dueAt, movedFen: left.movedFen })
  return left
}

type Looked = { left: Left; againMs: number | null }

async function lookHome(services: Deps, ticket: Ticket, venue: Venue): Promise<Looked> {
  // The money never left; what is won comes by itself.
  if (venue.wallet === 'seamless') return { left: { state: 'home', movedFen: 0n }, againMs: null }
  const nothing = (state: LeftState, againMs: number | null): Looked => ({
    left: { state, movedFen: 0n },
    againMs,
  })
  const { memberId, venueId } = ticket
  const { db: site, clock } = services
  const played = { memberId, venueId, now: clock.now() }
  if (!(await db.automaticOf(site, memberId)).automatic) return nothing('off', null)
  // The game that is left last brings it home.
  if (await db.isPlaying(site, played)) return nothing('playing', null)
  const backOff = Math.min(LONGEST_MS, 1_000 * 2 ** Math.min(ticket.homeTries, 20))
  if (!(await catchUp(services, venue))) return nothing('silent', backOff)
  const bets = await db.openBetsAt(site, memberId, venueId)
  if (bets.rounds > 0) return nothing('waiting', ROUND_MS)
  const result = await transferWithVenue(services, {
    memberId,
    venue,
    direction: 'OUT',
    amountFen: 'all',
    requestKey: `left:${ticket.ticket}:${ticket.homeTries}`,
    actor: { type: 'system', id: 'auto-transfer' },
    unless: tx => db.isPlaying(tx, { ...played, now: clock.now() }),
  })
  return after(result, bets.tickets > 0 ? MATCH_MS : null, backOff)
}

/** How a recall ended; what is won later by bets on matches comes home after them. */
function after(result: TransferResult, matchMs: number | null, backOff: number): Looked {
  if (result.kind === 'done')
    return { left: { state: 'home', movedFen: result.transfer.movedFen ?? 0n }, againMs: matchMs }
  if (result.kind === 'empty') return { left: { state: 'home', movedFen: 0n }, againMs: matchMs }
  const state = result.kind === 'pending' || result.kind === 'busy' ? 'coming' : 'silent'
  return { left: { state, movedFen: 0n }, againMs: backOff }
}
