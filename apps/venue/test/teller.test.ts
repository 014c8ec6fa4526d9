import { run, sql } from '@tianping/database'
import { expect, test, vi } from 'vitest'
import type { Book } from '../model/Book.ts'
import { voidMatch } from '../server/book/correctMatch.ts'
import { Teller } from '../server/book/Teller.ts'
import { upcomingAt } from '../server/book/timetable.ts'
import { football } from '../games/football/model/football.ts'
import { Hub } from '../server/rounds/Hub.ts'
import { handBook } from './support/bookSupport.ts'
import { handClock, testVenue } from './support/support.ts'
import { NOON_MS } from './support/tableSupport.ts'

const book = football as Book
const venue = await testVenue({ clock: handClock(NOON_MS), runTables: false })
const hand = await handBook(venue, book)
const nextMatch = async () => upcomingAt(book, await hand.clock.now()).first

/** A teller that is turned by hand; `said` is what its readers heard last. */
function telling() {
  const hub = new Hub()
  const tell = vi.spyOn(hub, 'tell')
  return { hub, teller: new Teller(venue.venue, book, hub), said: () => tell.mock.lastCall?.[3] }
}

test('what changed is told when the database is back, if it could not be read at first', async () => {
  const match = await nextMatch()
  const { teller, said, hub } = telling()
  await teller.turn()
  await voidMatch(venue.venue, book, BigInt(match))
  teller.changed(BigInt(match))
  await run(venue.db, sql`alter table match rename to match_out_of_reach`)
  await expect(teller.turn()).rejects.toThrow('match')
  await run(venue.db, sql`alter table match_out_of_reach rename to match`)
  await teller.turn()
  expect(said()).toMatchObject({ matches: [{ number: match, phase: 'void' }] })
  hub.close()
  await hand.goTo(match, 0)
})

test('what is asked for while everything is being read is read again afterwards', async () => {
  const { teller, said, hub } = telling()
  const reading = teller.turn()
  teller.forget()
  await reading
  // A match that opens while nobody listens is known only to whoever reads again.
  const match = await nextMatch()
  await hand.goTo(match, 0)
  const { last } = upcomingAt(book, await hand.clock.now())
  const begun = (number: number) =>
    expect(said()).toMatchObject({
      matches: expect.arrayContaining([expect.objectContaining({ number, phase: 'live' })]),
    })
  await teller.turn()
  begun(match)
  await hand.goTo(last, 0)
  await teller.turn()
  begun(last)
  hub.close()
})
