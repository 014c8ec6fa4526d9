import { rows, run, sql, type Db } from '@tianping/database'
import type { VenueCode } from '@tianping/venue-protocol'
import type { Faults } from './faults/Faults.ts'
import type { Merchant } from './merchants.ts'

/** One merchant's place in one venue: the scope of players, wallets, refs, bets and versions. */
export type Desk = { id: number; venue: VenueCode; merchant: string }

/** What every handler works with. `Rounds` and `Books` add themselves with `declare module`. */
export interface Venue {
  db: Db
  /** Milliseconds since 1970. */
  clock: () => number
  /** The origin that browsers use; known once the server listens. */
  publicUrl: () => string
  merchants: ReadonlyMap<string, Merchant>
  /** By `venue/merchant`. */
  desks: ReadonlyMap<string, Desk>
  /** Null unless the sandbox was started to rehearse faults. */
  faults: Faults | null
  /** Seals the operators' authenticators; null where there is no operator page. */
  operatorKey: string | null
  /** Whether the operator of a sandbox, who has no authenticator, may sign in. */
  demoOperator: boolean
  /** A slot round takes at least this long; the server keeps it. */
  spinCycleMs: number
}

export function deskOf(venue: Venue, code: VenueCode, merchant: string): Desk | undefined {
  return venue.desks.get(`${code}/${merchant}`)
}

/** Makes sure that each merchant has his desk in each of his venues, and answers them all. */
export async function openDesks(
  db: Db,
  merchants: readonly Merchant[],
): Promise<Map<string, Desk>> {
  const wanted = merchants.flatMap(merchant =>
    merchant.venues.map(code => ({ code, merchant: merchant.name })),
  )
  const codes = wanted.map(desk => desk.code)
  const names = wanted.map(desk => desk.merchant)
  await run(
    db,
    sql`insert into desk (venue_code, merchant)
    select * from unnest(${codes}::text[], ${names}::text[]) on conflict do nothing`,
  )
  await run(
    db,
    sql`insert into feed_counter (desk_id) select desk_id from desk on conflict do nothing`,
  )
  const found = await rows(
    db,
    sql<{ deskId: number; venueCode: VenueCode; merchant: string }>`
    select d.desk_id, d.venue_code, d.merchant from desk d
    join unnest(${codes}::text[], ${names}::text[]) as w (venue_code, merchant) using (venue_code, merchant)`,
  )
  return new Map(
    found.map(desk => [
      `${desk.venueCode}/${desk.merchant}`,
      { id: desk.deskId, venue: desk.venueCode, merchant: desk.merchant },
    ]),
  )
}
