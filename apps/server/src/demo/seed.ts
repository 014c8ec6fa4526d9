// Demo data of a first start (docs/decisions/0036-demo-data-in-sandbox-mode-only.md). Only in
// sandbox mode; it runs as the owner of the tables.
import { connect, row, run, sql, transaction, type Db } from '@tianping/database'
import { DAY_MS, beijingDay, startOfDay } from '@tianping/money/day'
import { SANDBOX_MERCHANT, VENUE_CODES, venueBaseUrl, venueClient } from '@tianping/venue-protocol'
import { changeProfile, newInviteCode, createMember } from '../areas/account/account.ts'
import { hashPassword } from '../kernel/passwords.ts'
import { keepLiability } from '../areas/figures/figures.ts'
import { LOBBY_SETTING, lobbySchema } from '../areas/games/games.ts'
import { pictureOf } from '../areas/venues/venues.ts'
import { WAGERING_SETTING, wageringSchema } from '../areas/wagering/wagering.ts'
import { writeSetting } from '../kernel/setting.ts'
import { seedBankLines } from '../areas/bankLines/bankLines.ts'
import { checkPayments } from '../areas/cashier/cashier.ts'
import { systemClock } from '../kernel/clock.ts'
import { reconcile } from '../ledger/reconcile.ts'
import { newLog } from '../kernel/log.ts'
import { raiseFlags } from '../areas/risk/risk.ts'
import { seedMarks } from '../areas/tags/tags.ts'
import { DEMO_MARK, demoMember } from '../kernel/demoLogins.ts'
import { readSettings, type Settings } from '../kernel/environment.ts'
import { contactKeys } from '../kernel/sealedContact.ts'
import { openSite } from '../compose.ts'
import { newGames, venues } from './content.ts'
import { complianceEvent } from './compliance.ts'
import { crowd, peopleEvents, workEvent } from './crowd.ts'
import { historyEvents } from './history.ts'
import { seedPlannedLetters } from './letters.ts'
import { Life } from './life.ts'
import { marked } from './mark.ts'
import { seedOperations } from './operations.ts'
import { seedMedia } from './media.ts'
import { pastEvents, readFeeds, resume, dailyJobsOf } from './past.ts'
import { seedSite } from './site.ts'
import { talkEvent } from './talks.ts'
import { seedTargets } from './targets.ts'
import { seedOffers, seedRace } from './tournament.ts'
import { walk, WalkingClock } from './walk.ts'
import type { DemoVenue, PastVenue, World } from './world.ts'
import { present } from '../kernel/present.ts'

/** How long after midnight the first turn of a day is. */
const FIRST_TURN_MS = 5_000

/** When the demo member joined, if there is no history before. */
export const joinedBefore = (now: Date) => new Date(now.getTime() - 40 * DAY_MS)

/**
 * Fills an empty site; answers whether there was anything to fill. A half-filled one (a killed
 * first start) is completed. With the venue's past, weeks of play are lived there before it opens
 * to others.
 */
export async function seedDemo(
  databaseUrl: string,
  at: { venue: DemoVenue; publicUrl: string },
  past: PastVenue | null = null,
): Promise<boolean> {
  const owner = connect(databaseUrl, { applicationName: 'tianping-seed', maxConnections: 4 })
  try {
    if (await row(owner, marked)) return false
    const now = new Date()
    await transaction(owner, tx => seedSite(tx, now))
    await seedMedia(owner, now)
    await seedGames(owner, at.venue, now)
    await seedOperations(owner, now)
    await seedTargets(owner, now)
    await live(
      owner,
      { DATABASE_URL: databaseUrl, VENUE_URL: at.venue.url, PUBLIC_URL: at.publicUrl },
      { now, venue: at.venue, past },
    )
    await seedBankLines(owner, now)
    await raiseFlags(owner, now)
    await seedMarks(owner, {
      watched: demoMember.name,
      tagged: [demoMember.name, ...crowd.slice(0, 2).map(each => each.name)],
      now,
    })
    if (past) await seedRace(owner, now)
    if (past) await seedOffers(owner, now)
    if (past) await seedPlannedLetters(owner, now)
    if (past) await weighGames(owner, now)
    await reconcile(owner, { extraChecks: [checkPayments] })
    await past?.leavePast()
    await transaction(owner, async tx => {
      await nameFirstActivity(tx, now)
      // Whatever was committed without waiting for the disk is on it now.
      await run(tx, sql`set local synchronous_commit = on`)
      await run(
        tx,
        sql`
        insert into site_setting (key, version, value, changed_by, changed_at) values (${DEMO_MARK}, 1, '{}', 'demo', ${now}) on conflict do nothing`,
      )
    })
    return true
  } finally {
    await owner.destroy()
  }
}

/** Gifts count live games and cards in part, and are to be played through within a month. */
const weighGames = (owner: Db, now: Date) =>
  writeSetting(
    owner,
    WAGERING_SETTING,
    wageringSchema,
    { weights: { realbet: 10, joker: 50 }, giftDays: 30 },
    { name: 'demo', at: now },
  )

/** New members are told of the activity of first deposits. */
async function nameFirstActivity(tx: Db, now: Date) {
  const found = await row(
    tx,
    sql<{
      id: number
    }>`select activity_id as id from activity where title like '%首存%' order by activity_id limit 1`,
  )
  if (!found) return
  // Few people play in the demo, so its hot games are those of its whole history.
  const value = { firstActivity: found.id, hotDays: 90, hotPlayers: 3 }
  await writeSetting(tx, LOBBY_SETTING, lobbySchema, value, { name: 'demo', at: now })
}

/** Runs the platform, without its jobs, on a clock that walks to now. */
async function live(
  owner: Db,
  env: Record<string, string>,
  { now, venue, past }: Pick<World, 'now' | 'venue' | 'past'>,
) {
  const settings = readSettings({ ...env, TIANPING_MODE: 'sandbox', RUN_JOBS: '0' })
  const clock = venue.clock ?? new WalkingClock(joinedBefore(now))
  const joinedAt = clock.now()
  const site = await openSite(settings, {
    log: newLog('silent'),
    clock,
    ...(venue.clock ? { venueClock: clock } : {}),
  })
  try {
    await site.app.ready()
    const providerSecret = present(settings.providerSecret, 'secret of the sandbox provider')
    const world: World = { owner, site, clock, now, providerSecret, venue, past }
    const demo = new Life(world, {
      memberId: await seedMember(owner, settings, joinedAt),
      payPassword: demoMember.payPassword,
    })
    const events = [
      ...historyEvents(world, demo),
      ...peopleEvents(world, crowd),
      workEvent(world),
      complianceEvent(world),
      talkEvent(world),
    ]
    // The first turn of each day, some seconds after midnight, as beside a running server.
    const keep = {
      first: new Date(startOfDay(beijingDay(joinedAt)).getTime() + FIRST_TURN_MS),
      happen: () => keepLiability(site.services),
    }
    if (!past) return await walk(clock, events, [keep])
    const playedUntil = await resume({ ...world, past })
    const works = dailyJobsOf(world)
    await walk(
      clock,
      [...events, ...pastEvents({ ...world, past, playedUntil }, demo)],
      [keep, works],
    )
    await readFeeds(site)
    // What has become due since the last morning, above all on the first of a month.
    await works.happen()
  } finally {
    await site.close()
  }
}

/** The games come from the venues' own catalogues; the site only adds pictures and order. */
async function seedGames(db: Db, { url, clock }: DemoVenue, now: Date) {
  for (const code of VENUE_CODES) {
    const venue = present(
      venues.find(each => each.platname === code),
      `venue ${code}`,
    )
    const client = venueClient({
      baseUrl: venueBaseUrl(url, code),
      merchant: SANDBOX_MERCHANT.merchant,
      keys: [SANDBOX_MERCHANT.key],
      clock: () => (clock ?? systemClock).now().getTime(),
    })
    const answer = await client.games({})
    client.close()
    if (answer.kind !== 'ok')
      throw new Error(`The venue ${code} did not answer its catalogue (${answer.kind}).`)
    for (const [rank, game] of answer.data.items.entries()) {
      const days = newGames[game.game_code]
      const firstShown = days === undefined ? null : new Date(now.getTime() - days * DAY_MS)
      await run(
        db,
        sql`
        insert into game (venue_id, game_code, name, image, rank, first_shown_at)
        values (${venue.venueId}, ${game.game_code}, ${game.name}, ${pictureOf(venue.category, game.game_code)}, ${rank}, ${firstShown})
        on conflict (venue_id, game_code) do update set name = excluded.name`,
      )
    }
  }
}

async function seedMember(db: Db, settings: Settings, joinedAt: Date): Promise<bigint> {
  const known = await row(
    db,
    sql<{
      memberId: bigint
    }>`select member_id from member_directory where kind = 'name' and handle = ${demoMember.name}`,
  )
  if (known) return known.memberId
  const [passwordHash, payPasswordHash] = await Promise.all([
    hashPassword(demoMember.password),
    hashPassword(demoMember.payPassword),
  ])
  const created = await createMember(db, {
    name: demoMember.name,
    realname: demoMember.realname,
    passwordHash,
    payPasswordHash,
    inviteCode: newInviteCode(),
    referrer: '',
    now: joinedAt,
  })
  const memberId = present(created, 'demo member')
  await run(db, sql`update member set vip = 3 where member_id = ${memberId}`)
  await changeProfile(db, contactKeys(settings), {
    memberId,
    mobile: '13800138000',
    email: 'demo888@example.com',
    birthday: '1992-06-18',
  })
  return memberId
}
