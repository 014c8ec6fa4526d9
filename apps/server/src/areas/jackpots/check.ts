import type { Db } from '@tianping/database'
import type { Services } from '../../kernel/http/services.ts'
import type { Difference, ExtraCheck } from '../../ledger/reconcile.ts'
import { readFeed } from '../venues/venues.ts'
import { poolSums } from './store/pool.sql.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'venues' | 'bus' | 'log'>
/** Members may be playing meanwhile: what differs is looked at again after the feed. */
const TRIES = 3

/** Pools by the books, by the bets that the feeds told, and by what their venues say. */
export const checkJackpots =
  (services: Deps): ExtraCheck =>
  async db => {
    const sums = await poolSums(db)
    const booked = sums
      .filter(each => each.bookedFen !== each.keptFen)
      .map(each => difference(`270/${each.jackpotNo} ${each.ref}`, each.keptFen, each.bookedFen))
    const told: Difference[] = []
    for (const venueId of new Set(sums.map(each => each.venueId)))
      told.push(...(await checkVenue(services, db, venueId)))
    return [
      {
        name: 'jackpot-books',
        rule: 'account 270 holds the seeds and shares of a pool, less what it paid',
        severity: 'mismatch',
        differences: booked,
      },
      {
        name: 'jackpot-pools',
        rule: 'a venue says the same of its pools as its bets',
        severity: 'attention',
        differences: told,
      },
    ]
  }

const difference = (subject: string, expected: bigint, found: bigint): Difference => ({
  memberId: null,
  subject,
  expected: expected.toString(),
  found: found.toString(),
})

async function checkVenue(services: Deps, db: Db, venueId: number): Promise<Difference[]> {
  const venue = await services.venues.byId(venueId)
  if (!venue) return []
  let wrong: Difference[] = []
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const answer = await services.venues.client(venue).jackpots({})
    if (answer.kind !== 'ok') return []
    while ((await readFeed(services, venue)) > 0);
    const ours = new Map(
      (await poolSums(db)).filter(each => each.venueId === venueId).map(each => [each.ref, each]),
    )
    wrong = answer.data.items.flatMap(each => {
      const expected = each.seeded + each.contributed - each.paid
      const found = ours.get(each.ref)?.keptFen ?? 0n
      return found === expected
        ? []
        : [difference(`${venue.platname} ${each.ref}`, expected, found)]
    })
    if (wrong.length === 0) return []
  }
  return wrong
}
