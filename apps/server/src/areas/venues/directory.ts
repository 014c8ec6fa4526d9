import { rows, sql, type Db } from '@tianping/database'
import {
  isVenueCode,
  venueBaseUrl,
  venueClient,
  type VenueCallName,
  type VenueClient,
  type VenueWatch,
} from '@tianping/venue-protocol'
import type { Clock } from '../../kernel/clock.ts'
import { Cached } from '../../kernel/live/cached.ts'
import type { Settings } from '../../kernel/environment.ts'

export type Venue = {
  venueId: number
  platname: string
  name: string
  category: string
  slotTab: string | null
  ico: string
  state: 'open' | 'maintenance'
  rebatePercent: number
}

/**
 * The venue's word for a member it does not know: nothing of him is there, and he is told of before
 * the next transfer.
 */
export const NO_SUCH_PLAYER = 2001

const CONNECT_TIMEOUT_MS = 2_000
const CALL_TIMEOUT_MS = 8_000
const UNWATCHED = { headers: {}, ended: () => {} }
/** Members remembered as known to a venue; beyond, all are told again. */
const MAX_INTRODUCED = 200_000

declare module '../../kernel/http/services.ts' {
  interface Services {
    venues: Venues
  }
}

/**
 * The venues of the site and a client for each; rows are re-read every few seconds, clients keep
 * their connections.
 */
export class Venues {
  private readonly list: Cached<'all', Venue[]>
  private readonly clients = new Map<string, VenueClient>()
  private readonly introduced = new Set<string>()
  private readonly settings: Settings
  private readonly venueClock: Clock | undefined

  /** Called with the code of a venue whose answer carries no valid signature. */
  onUnsigned: (platname: string) => void = () => {}
  /** Called as a call to the venue with this code begins. */
  onCall: (platname: string, call: VenueCallName) => ReturnType<VenueWatch> = () => UNWATCHED

  /**
   * `venueClock` dates the calls; without one they are dated by the real time, which venues go by.
   */
  constructor(db: Db, settings: Settings, clock: Clock, venueClock?: Clock) {
    this.settings = settings
    this.venueClock = venueClock
    this.list = new Cached(() => venueRows(db), { ttlMs: 5_000, maxEntries: 1, clock })
  }

  all(): Promise<Venue[]> {
    return this.list.get('all')
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

  client(venue: Venue): VenueClient {
    const clock = this.venueClock
    let client = this.clients.get(venue.platname)
    if (!client) {
      if (!isVenueCode(venue.platname)) throw new Error(`no venue answers for ${venue.platname}`)
      client = venueClient({
        baseUrl: venueBaseUrl(this.settings.venueUrl, venue.platname),
        merchant: this.settings.venueMerchant,
        keys: [this.settings.venueKey],
        connectTimeoutMs: CONNECT_TIMEOUT_MS,
        timeoutMs: CALL_TIMEOUT_MS,
        onUnsigned: () => this.onUnsigned(venue.platname),
        watch: call => this.onCall(venue.platname, call),
        ...(clock ? { clock: () => clock.now().getTime() } : {}),
      })
      this.clients.set(venue.platname, client)
    }
    return client
  }

  /**
   * Makes sure that the venue has the member, and remembers it: a player is created once, not with
   * every transfer. Answers null when the venue is known to have him, else what it said.
   */
  async introduce(
    venue: Venue,
    memberId: bigint,
  ): Promise<Awaited<ReturnType<VenueClient['putPlayer']>> | null> {
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
    for (const client of this.clients.values()) client.close()
  }
}

const venueRows = async (db: Db): Promise<Venue[]> =>
  (
    await rows(
      db,
      sql<Omit<Venue, 'rebatePercent'> & { rebatePercent: string }>`
    select venue_id, platname, name, category, slot_tab, ico, state, rebate_percent
    from venue order by rank, venue_id`,
    )
  ).map(row => ({ ...row, rebatePercent: Number(row.rebatePercent) }))
