import { run, sql } from '@tianping/database'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { desk } from '../console/support.ts'
import { assertBooksHold } from './books.ts'
import { openTestSite, TestClock } from './site.ts'
import { addVenues, openTestVenue } from './venue.ts'
import { atEnd } from '../../../../tooling/test/ends/atEnd.ts'

/** A site with the sandbox venue, one slot game, and two operators who may do everything. */
export async function openSlotSite() {
  const { url, open } = await freshDatabase('server')
  const owner = open()
  await addVenues(owner)
  await run(
    owner,
    sql`
    insert into game (venue_id, game_code, name, image, first_shown_at)
    select venue_id, 'fortune3', '招财进宝', '/art/fortune3.webp', '1970-01-01 00:00:00Z'
    from venue where platname = 'FG'`,
  )
  const clock = new TestClock()
  const venue = await openTestVenue({ clock: () => clock.now().getTime() })
  const site = await openTestSite(url, { venueUrl: venue.url, clock, venueClock: clock })
  const [chief, other] = [await desk(site, 'admin', 'chief'), await desk(site, 'admin', 'other')]
  atEnd(() => assertBooksHold(owner))
  return { owner, clock, venue, site, chief, other }
}
