import { run, sql, type Db } from '@tianping/database'
import {
  sandboxMerchants,
  startVenue,
  type RunningVenue,
  type VenueOptions,
} from '../../../venue/server/index.ts'
import { freshDatabase, PLANS } from '../../../../tooling/test/database.ts'
import { post } from '../../src/ledger/ledger.ts'
import { seedSite } from '../../src/demo/site.ts'
import { atEnd } from '../../../../tooling/test/ends/atEnd.ts'

/** The sandbox venue over real HTTP, on a database of its own, with its fault switches at hand. */
export async function openTestVenue(
  options: {
    random?: () => number
    operatorKey?: string
    demoOperator?: boolean
    databaseUrl?: string
    clock?: () => number
    limits?: Partial<NonNullable<VenueOptions['limits']>>
    merchants?: VenueOptions['merchants']
    beacon?: VenueOptions['beacon']
  } = {},
): Promise<RunningVenue> {
  const { url } = await freshDatabase('venue')
  const running = await startVenue({
    databaseUrl: url,
    merchants: sandboxMerchants(),
    faults: true,
    maxConnections: 8,
    keepPlans: PLANS,
    limits: {},
    runTables: false,
    ...options,
  })
  atEnd(() => running.close())
  return running
}

/** Arms one fault at the venue's own switch board. */
export function arm(
  venue: RunningVenue,
  fault: {
    kind: string
    endpoint?: string
    venue?: string
    count?: number
    probability?: number
    delay_ms?: number
    ref?: string
  },
): void {
  const armed = venue.venue.faults!.add({ probability: 1, count: null, ...fault } as never)
  if (!armed) throw new Error('too many faults are armed')
}

/** The venues of a first start, without games. */
export const addVenues = (owner: Db) => seedSite(owner, new Date())

/** Games of venues by their codes, as sites show them. */
export async function addGames(
  owner: Db,
  games: Readonly<Record<string, string[]>>,
): Promise<void> {
  for (const [platname, codes] of Object.entries(games))
    await run(
      owner,
      sql`insert into game (venue_id, game_code, name, image)
      select venue_id, code, code, '/art/tile-slots.webp' from venue, unnest(${codes}::text[]) code
      where platname = ${platname}`,
    )
}

let funded = 0
/** Puts money into a member's central wallet by the ledger, as a credited deposit would. */
export async function fund(db: Db, memberId: bigint, amountFen: bigint): Promise<void> {
  funded++
  const outcome = await post(db, {
    memberId,
    key: `test-fund:${funded}`,
    code: 'deposit',
    from: { name: 'depositClearing' },
    to: { name: 'memberCash' },
    amountFen,
    source: { type: 'test', id: String(funded) },
    actor: { type: 'system', id: 'test' },
  })
  if (outcome.kind !== 'done') throw new Error(outcome.kind)
}
