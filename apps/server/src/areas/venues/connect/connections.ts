// The ways to the venues: settings put together with their keys, one client for each.
import type { Db } from '@tianping/database'
import {
  isVenueCode,
  venueBaseUrl,
  type VenueCallName,
  type VenueWatch,
} from '@tianping/venue-protocol'
import type { Settings } from '../../../kernel/environment.ts'
import { outerLookup } from '../../../kernel/innerAddress.ts'
import { isNamedHost, outerUrlProblem } from '../../../kernel/outerUrl.ts'
import { venueAdapters } from '../adapters/index.ts'
import type { ConnectionKey, VenueAdapter } from '../adapters/port.ts'
import { forgetful, type RoundMemory } from '../adapters/transactionBets.ts'
import { keyRows } from '../store/key.sql.ts'
import { linkRows } from '../store/link.sql.ts'
import { roundMemory } from '../store/transaction.sql.ts'
import { Breaker, RESTING } from './breaker.ts'
import { openKey, venueKeys } from './keys.ts'
import { keepPlaces } from './places.ts'
import { configHash, connectionSchema, sandboxConnection, type ConnectionValue } from './setting.ts'

/** How patient a call is. */
export type Patience = { connectTimeoutMs: number; timeoutMs: number }
const PATIENT: Patience = { connectTimeoutMs: 2_000, timeoutMs: 8_000 }
/** A client that was replaced is closed once every call it began has ended. */
const CLOSE_MS = 30_000

type Hooks = {
  clock?: () => number
  onUnsigned: (platname: string) => void
  onCall: (platname: string, call: VenueCallName) => ReturnType<VenueWatch>
}
type Reached = { value: ConnectionValue; keys: readonly ConnectionKey[] }
type Kept = { mark: string; client: VenueAdapter }
type Own = Pick<Settings, 'mode' | 'sandboxVenue' | 'venueHosts' | 'cardKey' | 'databaseUrl'>

/** Every call fails at once: nothing says where the venue is. */
const NOT_CONNECTED = {
  kind: 'unknown',
  reason: 'not_connected',
  detail: 'nothing connects to the venue',
} as const

export class Connections {
  readonly breaker: Breaker
  private readonly db: Db
  private readonly own: Own
  private readonly hooks: Hooks
  private reached = new Map<string, Reached>()
  private readonly clients = new Map<string, Kept>()
  private readonly opened = new Map<bigint, ConnectionKey>()
  private readonly retired = new Map<VenueAdapter, NodeJS.Timeout>()

  constructor(db: Db, settings: Own, hooks: Hooks) {
    this.db = db
    this.own = settings
    this.hooks = hooks
    this.breaker = new Breaker(db)
  }

  /** Reads all connections again. */
  async refresh(): Promise<void> {
    const values = (await linkRows(this.db)).map(
      ({ platname, value }) => [platname, connectionSchema.parse(value)] as const,
    )
    const all = values.map(([, value]) => value)
    keepPlaces(this.own.databaseUrl, all)
    const keys = await this.keysOf(all)
    this.reached = new Map(
      values
        .filter(([, { adapter }]) => adapter !== 'sandbox' || this.own.sandboxVenue !== null)
        .map(([platname, value]) => [platname, { value, keys: namedKeys(value, keys) }]),
    )
  }

  /** How a venue is reached; undefined where nothing connects to it. */
  valueOf(platname: string): ConnectionValue | undefined {
    return this.reachedOf(platname)?.value
  }

  /** What a venue's own calls to us are verified by; nothing where it has no business here. */
  callerKeys(platname: string): readonly string[] {
    const found = this.reached.get(platname)
    if (found?.value.adapter !== 'seamless') return []
    return found.keys.map(({ verify }) => verify)
  }

  /** The client of a venue, the same one until its connection changes. */
  client(platname: string): VenueAdapter {
    return this.kept(platname, 'patient', PATIENT, client => this.guarded(platname, client))
  }

  /** Another with its own patience, whose failures are no news about the venue. */
  briefClient(platname: string, patience: Patience): VenueAdapter {
    return this.kept(platname, 'brief', patience, client => this.unlessResting(platname, client))
  }

  /**
   * A client of a configuration that is only being tried, with its current key alone; to be closed
   * by whoever asked.
   */
  async trialClient(platname: string, value: ConnectionValue): Promise<VenueAdapter> {
    const keys = namedKeys({ ...value, previousKey: 0 }, await this.keysOf([value]))
    return this.make(platname, { value, keys }, { ...PATIENT, memory: forgetful }) ?? notConnected
  }

  close(): void {
    for (const { client } of this.clients.values()) client.close()
    for (const [client, timer] of this.retired) {
      clearTimeout(timer)
      client.close()
    }
  }

  private reachedOf(platname: string): Reached | undefined {
    const { sandboxVenue } = this.own
    const found = this.reached.get(platname)
    if (found?.value.adapter === 'sandbox' || (!found && sandboxVenue && isVenueCode(platname)))
      return { value: { ...sandboxConnection, ...found?.value }, keys: [] }
    return found
  }

  private kept(
    platname: string,
    kind: string,
    patience: Patience,
    wrap: (client: VenueAdapter) => VenueAdapter,
  ): VenueAdapter {
    const reached = this.reachedOf(platname)
    if (!reached) return notConnected
    const name = `${platname} ${kind}`
    const mark = `${configHash(reached.value)} ${reached.value.previousKey}`
    const known = this.clients.get(name)
    if (known?.mark === mark) return known.client
    const made = this.make(platname, reached, patience)
    if (!made) return notConnected
    if (known) this.retire(known.client)
    const client = wrap(made)
    this.clients.set(name, { mark, client })
    return client
  }

  /** Calls under way keep their connections until they have ended. */
  private retire(client: VenueAdapter) {
    const timer = setTimeout(() => {
      this.retired.delete(client)
      client.close()
    }, CLOSE_MS)
    timer.unref()
    this.retired.set(client, timer)
  }

  private make(
    platname: string,
    { value, keys }: Reached,
    how: Patience & { memory?: RoundMemory },
  ): VenueAdapter | undefined {
    const where = value.adapter === 'sandbox' ? this.sandboxOf(platname) : this.outside(value, keys)
    return (
      where &&
      venueAdapters[value.adapter]({
        ...where,
        memory: roundMemory(this.db, platname),
        ...how,
        currency: value.currency,
        ...(this.hooks.clock ? { clock: this.hooks.clock } : {}),
        onUnsigned: () => this.hooks.onUnsigned(platname),
        watch: call => this.hooks.onCall(platname, call),
      })
    )
  }

  private sandboxOf(platname: string) {
    const { sandboxVenue } = this.own
    if (!sandboxVenue || !isVenueCode(platname)) return undefined
    const { url, merchant, key } = sandboxVenue
    const keys = [{ ...key, verify: '' }] as const
    return { endpoint: venueBaseUrl(url, platname), merchant, keys, lookup: undefined }
  }

  /** The address is judged again with every client: a restored database may say anything. */
  private outside({ endpoint, merchant }: ConnectionValue, keys: readonly ConnectionKey[]) {
    const hosts = { mode: this.own.mode, hosts: this.own.venueHosts }
    const [first, ...others] = keys
    if (!first || outerUrlProblem(hosts, endpoint) !== null) return undefined
    const lookup = isNamedHost(hosts, new URL(endpoint)) ? undefined : outerLookup
    return {
      endpoint: endpoint.replace(/\/$/, ''),
      merchant,
      keys: [first, ...others] as const,
      lookup,
    }
  }

  /** The opened keys that these connections name; each is opened once. */
  private async keysOf(values: readonly ConnectionValue[]): Promise<Map<number, ConnectionKey>> {
    const wanted = values.flatMap(({ key, previousKey }) => [key, previousKey]).filter(Boolean)
    const unread = wanted.map(BigInt).filter(no => !this.opened.has(no))
    if (unread.length > 0)
      for (const each of await keyRows(this.db, unread))
        this.opened.set(each.keyNo, openKey(venueKeys(this.own), each))
    return new Map(
      wanted.flatMap(no => {
        const key = this.opened.get(BigInt(no))
        return key ? [[no, key] as const] : []
      }),
    )
  }

  private guarded(platname: string, client: VenueAdapter): VenueAdapter {
    return around(client, async ask => {
      if (!(await this.breaker.admits(platname))) return RESTING
      const outcome = await ask()
      // The outcome counts even where it cannot be noted; the next call notes its own.
      await this.breaker.ended(platname, outcome).catch(() => undefined)
      return outcome
    })
  }

  private unlessResting(platname: string, client: VenueAdapter): VenueAdapter {
    return around(client, async ask => ((await this.breaker.rests(platname)) ? RESTING : ask()))
  }
}

const namedKeys = (
  { key, previousKey }: ConnectionValue,
  keys: Map<number, ConnectionKey>,
): ConnectionKey[] => [key, previousKey].flatMap(no => keys.get(no) ?? [])

type Outcome = Awaited<ReturnType<VenueAdapter['health']>>
type Ask = () => Promise<Outcome>

/** The same calls, each through `how`. */
function around(client: VenueAdapter, how: (ask: Ask) => Promise<Outcome>): VenueAdapter {
  const { close, trial, answeredHere, ...calls } = client
  const wrapped = Object.entries(calls).map(([name, ask]) => [
    name,
    answeredHere?.has(name)
      ? ask
      : (input: never) => how(() => (ask as (input: never) => Promise<Outcome>)(input)),
  ])
  return { ...Object.fromEntries(wrapped), close, trial } as unknown as VenueAdapter
}

const notConnected: VenueAdapter = new Proxy({} as VenueAdapter, {
  get: (_, name) => (name === 'close' ? () => {} : async () => NOT_CONNECTED),
})
