import type { VenueWallet } from '@tianping/contract/venues/facts'
import { rows, sql, type Db } from '@tianping/database'
import type { VenueCallName, VenueWatch } from '@tianping/venue-protocol'
import type { Clock } from '../../kernel/clock.ts'
import { Cached } from '../../kernel/live/cached.ts'
import type { Settings } from '../../kernel/environment.ts'
import type { VenueAdapter } from './adapters/port.ts'
import { Connections } from './connect/connections.ts'
import { isInWindow } from './connect/window.ts'
import { heldFen } from './store/venues.sql.ts'

export type Venue = {
  venueId: number
  platname: string
  name: string
  category: string
  slotTab: string | null
  ico: string
  state: 'open' | 'maintenance'
  rebatePercent: number
  /** Where the money of its bets lies: in a wallet at the venue, or in ours. */
  wallet: VenueWallet
}

/**
 * The venue's word for a member it does not know: nothing of him is there, and he is told of before
 * the next transfer.
 */
export const NO_SUCH_PLAYER = 2001

const UNWATCHED = { headers: {}, ended: () => {} }
/** Members remembered as known to a venue; beyond, all are told again. */
const MAX_INTRODUCED = 200_000

declare module '../../kernel/http/services.ts' {
  interface Services {
    venues: Venues
  }
}

/** The venues of the site with the way to each; rows are read again every few seconds. */
export class Venues {
  private readonly list: Cached<'all', VenueRow[]>
  private readonly clock: Clock
  /** What all members hold at a venue; a limit for the house, so some seconds old is fine. */
  private readonly held: Cached<number, bigint>
  private readonly introduced = new Set<string>()
  readonly connections: Connections

  /** Called with the code of a venue whose answer carries no valid signature. */
  onUnsigned: (platname: string) => void = () => {}
  /** Called as a call to the venue with this code begins. */
  onCall: (platname: string, call: VenueCallName) => ReturnType<VenueWatch> = () => UNWATCHED

  /**
   * `venueClock` dates the calls; without one they are dated by the real time, which venues go by.
   */
  constructor(db: Db, settings: Settings, clock: Clock, venueClock?: Clock) {
    this.connections = new Connections(db, settings, {
      ...(venueClock ? { clock: () => venueClock.now().getTime() } : {}),
      onUnsigned: platname => this.onUnsigned(platname),
      onCall: (platname, call) => this.onCall(platname, call),
    })
    this.list = new Cached(
      async () => {
        await this.connections.refresh()
        return venueRows(db)
      },
      { ttlMs: 5_000, maxEntries: 1, clock },
    )
    this.held = new Cached(venueId => heldFen(db, venueId), {
      ttlMs: 5_000,
      maxEntries: 500,
      clock,
    })
    this.clock = clock
  }

  async all(): Promise<Venue[]> {
    const now = this.clock.now()
    return (await this.list.get('all')).map(venue => this.atThisTime(venue, now))
  }

  /** A venue is open while its row says so, it can be reached, and it is not being maintained. */
  private atThisTime(venue: VenueRow, now: Date): Venue {
    const reached = this.connections.valueOf(venue.platname)
    const wallet = reached?.adapter === 'seamless' ? 'seamless' : 'own'
    const isOpen = reached !== undefined && !isInWindow(reached, now)
    return { ...venue, wallet, state: isOpen ? venue.state : 'maintenance' }
  }

  /** A venue by its platname or its slot tab, without regard to case. */
  async named(name: string): Promise<Venue | undefined> {
    const wanted = name.toLowerCase()
    return (await this.all()).find(
      venue => venue.platname.toLowerCase() === wanted || venue.slotTab === wanted,
    )
  }

  async byId(venueId: number): Promise<Venue | undefined> {
    return (await this.all()).find(venue => venue.venueId === venueId)
  }

  /** Speaks to the venue; while it does not answer, calls fail at once. */
  client(venue: Pick<Venue, 'platname'>): VenueAdapter {
    return this.connections.client(venue.platname)
  }

  /** Whether calls to the venue fail at once, because it did not answer before. */
  rests(venue: Pick<Venue, 'platname'>): Promise<boolean> {
    return this.connections.breaker.rests(venue.platname)
  }

  /** The most that one transfer may bring to the venue now; null without a limit. */
  async roomFen({ venueId, platname }: Venue): Promise<bigint | null> {
    const value = this.connections.valueOf(platname)
    const limits: bigint[] = []
    if (value && value.maxTransferFen > 0) limits.push(BigInt(value.maxTransferFen))
    if (value && value.exposureFen > 0)
      limits.push(BigInt(value.exposureFen) - (await this.held.get(venueId)))
    const [first, ...others] = limits
    if (first === undefined) return null
    const least = others.reduce((a, b) => (b < a ? b : a), first)
    return least > 0n ? least : 0n
  }

  /**
   * Makes sure that the venue has the member, and remembers it: a player is created once, not with
   * every transfer. Answers null when the venue is known to have him, else what it said.
   */
  async introduce(
    venue: Venue,
    memberId: bigint,
  ): Promise<Awaited<ReturnType<VenueAdapter['putPlayer']>> | null> {
    const key = `${venue.venueId}/${memberId}`
    if (this.introduced.has(key)) return null
    const player = memberId.toString()
    const said = await this.client(venue).putPlayer({
      player,
      nickname: `P${player}`,
      currency: 'CNY',
    })
    if (said.kind !== 'ok') return said
    if (this.introduced.size >= MAX_INTRODUCED) this.introduced.clear()
    this.introduced.add(key)
    return said
  }

  /**
   * True when the venue was told of the member, or said that it has him; then he has his row here
   * too.
   */
  knows(venueId: number, memberId: bigint): boolean {
    return this.introduced.has(`${venueId}/${memberId}`)
  }

  /** The venue says that it has no such player, so it is to be told again. */
  forget(venueId: number, memberId: bigint): void {
    this.introduced.delete(`${venueId}/${memberId}`)
  }

  close(): void {
    this.connections.close()
  }
}

type VenueRow = Omit<Venue, 'wallet'>

const venueRows = async (db: Db): Promise<VenueRow[]> =>
  (
    await rows(
      db,
      sql<Omit<VenueRow, 'rebatePercent'> & { rebatePercent: string }>`
    select venue_id, platname, name, category, slot_tab, ico, state, rebate_percent
    from venue order by rank, venue_id`,
    )
  ).map(row => ({ ...row, rebatePercent: Number(row.rebatePercent) }))
