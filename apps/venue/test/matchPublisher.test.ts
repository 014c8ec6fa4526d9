import { run, sql } from '@tianping/database'
import { expect, test, vi } from 'vitest'
import type { Book } from '../model/Book.ts'
import { voidMatch } from '../server/book/correctMatch.ts'
import { MatchPublisher } from '../server/book/MatchPublisher.ts'
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

/** A publisher that is called by hand; `published` is what its readers got last. */
function publishing() {
  const hub = new Hub()
  const publish = vi.spyOn(hub, 'publish')
  const publisher = new MatchPublisher(venue.venue, book, hub)
  const times = () => publish.mock.calls.length
  return { hub, publisher, times, published: () => publish.mock.lastCall?.[3] }
}

test('each change is published once, at its moment, and the next moment is told', async () => {
  const match = await nextMatch()
  await hand.goTo(match, -1)
  const { publisher, times, hub } = publishing()
  expect(await publisher.publishDue()).toBe(1)
  expect(times(), 'what a snapshot has').toBe(0)
  await hand.goTo(match, 0)
  const waitMs = await publisher.publishDue()
  expect(times()).toBe(1)
  expect(await publisher.publishDue()).toBe(waitMs)
  expect(waitMs).toBeGreaterThan(0)
  expect(times(), 'the same moment again').toBe(1)
  hub.close()
})

test('what changed is published when the database is back, if it could not be read at first', async () => {
  const match = await nextMatch()
  const { publisher, published, hub } = publishing()
  await publisher.publishDue()
  await voidMatch(venue.venue, book, BigInt(match))
  publisher.markChanged(BigInt(match))
  await run(venue.db, sql`alter table match rename to match_out_of_reach`)
  await expect(publisher.publishDue()).rejects.toThrow('match')
  await run(venue.db, sql`alter table match_out_of_reach rename to match`)
  await publisher.publishDue()
  expect(published()).toMatchObject({ matches: [{ number: match, phase: 'void' }] })
  hub.close()
  await hand.goTo(match, 0)
})

test('what is asked for while everything is being read is read again afterwards', async () => {
  const { publisher, published, hub } = publishing()
  const reading = publisher.publishDue()
  publisher.markStale()
  await reading
  // A match that opens while nobody listens is known only after everything is read again.
  const match = await nextMatch()
  await hand.goTo(match, 0)
  const { last } = upcomingAt(book, await hand.clock.now())
  const begun = (number: number) =>
    expect(published()).toMatchObject({
      matches: expect.arrayContaining([expect.objectContaining({ number, phase: 'live' })]),
    })
  await publisher.publishDue()
  begun(match)
  await hand.goTo(last, 0)
  await publisher.publishDue()
  begun(last)
  hub.close()
})

test('what changed while the database was not heard is published once it is heard again', async () => {
  const match = await nextMatch()
  const { publisher, published, hub } = publishing()
  await publisher.publishDue()
  await voidMatch(venue.venue, book, BigInt(match))
  publisher.markStale()
  await publisher.publishDue()
  expect(published()).toMatchObject({
    matches: expect.arrayContaining([expect.objectContaining({ number: match, phase: 'void' })]),
  })
  hub.close()
})
