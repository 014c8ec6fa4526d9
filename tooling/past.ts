// The demo of a first start, played before any service runs. The venue is the real one, in this
// process and on its own database, but its clock walks together with the platform's, so that weeks
// of play, or the pace of a slot, take no time.
import { ensureDatabase, run, sql, type Db } from '@tianping/database'
import { startOfDay } from '@tianping/money/day'
import { firstDayOf } from '../apps/server/src/demo/past.ts'
import { hasDemo } from '../apps/server/src/demo/mark.ts'
import { joinedBefore, seedDemo } from '../apps/server/src/demo/seed.ts'
import { WalkingClock } from '../apps/server/src/demo/walk.ts'
import type { PastVenue } from '../apps/server/src/demo/world.ts'
import { advanceBook } from '../apps/venue/server/book/advance.ts'
import { gameByCode, isBook, isTable } from '../apps/venue/games/registry.ts'
import { sandboxMerchants, startVenue, type RunningVenue } from '../apps/venue/server/index.ts'
import { advance } from '../apps/venue/server/rounds/advance.ts'
import { numberAt, timesOf } from '../apps/venue/server/rounds/timetable.ts'

const JOINED_HOUR_MS = 10 * 3_600_000
/** Into a round, so that its beginning has surely come. */
const MOMENT_MS = 1_000

type Site = { databaseUrl: string; venueDatabaseUrl: string; publicUrl: string }

/**
 * Fills an empty site with a history of weeks; answers whether there was anything to fill. A killed
 * first start is completed.
 */
export const seedWithPast = (at: Site): Promise<boolean> => {
  const begins = new Date(startOfDay(firstDayOf(new Date())).getTime() + JOINED_HOUR_MS)
  return seed(at, begins, pastVenue)
}

/** The same in a second or two, for development and tests: the demo member's own weeks only. */
export const seedBriefly = (at: Site): Promise<boolean> =>
  seed(at, joinedBefore(new Date()), () => null)

async function seed(
  at: Site,
  begins: Date,
  pastOf: (running: RunningVenue, clock: WalkingClock) => PastVenue | null,
): Promise<boolean> {
  if (await hasDemo(at.databaseUrl)) return false
  const name = decodeURIComponent(new URL(at.venueDatabaseUrl).pathname.slice(1))
  await ensureDatabase(
    Object.assign(new URL(at.venueDatabaseUrl), { pathname: '/postgres' }).href,
    name,
  )
  const clock = new WalkingClock(begins)
  const running = await startVenue({
    databaseUrl: hasty(at.venueDatabaseUrl),
    merchants: sandboxMerchants(),
    demoOperator: true,
    clock: () => clock.now().getTime(),
    runTables: false,
  })
  try {
    return await seedDemo(
      hasty(at.databaseUrl),
      { venue: { url: running.url, clock }, publicUrl: at.publicUrl },
      pastOf(running, clock),
    )
  } finally {
    await freeTables(running.venue.db)
    await running.close()
  }
}

/** No commit waits for the disk but the last: what a crash takes away before it is lived again. */
function hasty(url: string): string {
  const at = new URL(url)
  at.searchParams.set(
    'options',
    `${at.searchParams.get('options') ?? ''} -c synchronous_commit=off`.trim(),
  )
  return at.href
}

/** The venue's tables and books go by the database's clock, which stands where it is set. */
function pastVenue({ url, venue }: RunningVenue, clock: WalkingClock): PastVenue {
  const turn = async (code: string) => {
    const game = gameByCode(code)
    if (!game || !(isTable(game) || isBook(game)))
      throw new Error(`${code} is neither a table nor a book`)
    await run(venue.db, sql`update round_clock set stands_at = ${clock.now()}`)
    await (isTable(game) ? advance(venue, game) : advanceBook(venue, game))
  }
  return {
    url,
    clock,
    turn,
    nextRound: async code => {
      const table = gameByCode(code)
      if (!table || !isTable(table)) throw new Error(`${code} is no table`)
      const number = numberAt(table, clock.now().getTime()) + 1
      clock.goTo(new Date(timesOf(table, number).opensMs + MOMENT_MS))
      await turn(code)
      return number
    },
    leavePast: () => freeTables(venue.db),
  }
}

const freeTables = async (db: Db) => {
  await run(db, sql`update round_clock set stands_at = null`)
}
