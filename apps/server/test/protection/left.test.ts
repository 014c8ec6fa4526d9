// What a venue that does not answer still has of members who may not play: a game, and money.
import { rows, run, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { recallBlocked } from '../../src/areas/responsible/responsible.ts'
import { leftWaiting } from '../../src/areas/venues/venues.ts'
import { checkPendingTransfers } from '../../src/areas/venues/transfer.ts'
import { desk } from '../console/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { addGames, addVenues, arm, fund, openTestVenue } from '../support/venue.ts'

const database = await freshDatabase('server')
const owner = database.open()
const clock = new TestClock('2026-11-20T15:00:00Z')
await addVenues(owner)
await addGames(owner, { FG: ['fortune3'], PP: ['koi3'] })
const venue = await openTestVenue({ clock: () => clock.now().getTime() })
const site = await openTestSite(database.url, { venueUrl: venue.url, clock, venueClock: clock })
const finance = await desk(site, 'finance')
const support = await desk(site, 'support')

type Member = Awaited<ReturnType<typeof site.member>>
/** Somebody with 200 yuan and an open game at the venue. */
async function player(targettype = 'FG', game_code = 'fortune3'): Promise<Member> {
  const member = await site.member()
  await fund(owner, member.memberId, 500_00n)
  const { token } = member
  await site.call(
    'POST /api/transfer',
    { sourcetype: 'userbalance', targettype, amount: '200' },
    { token },
  )
  const game = { plat_name: targettype, game_type: 0, game_code, is_mobile_url: 1 }
  expect((await site.call('POST /api/getGameUrl', game, { token })).code).toBe(200)
  return member
}
const pause = ({ token }: Member) =>
  site.call(
    'POST /api/protection/timeout',
    { term: '24h', days: '', password: 'secret1' },
    { token },
  )

/** The venue takes no call that ends a game or moves money out, for `hours`. */
function silence() {
  arm(venue, { kind: 'drop_before', endpoint: 'kick', venue: 'FG', count: 1_000 })
  arm(venue, { kind: 'maintenance', endpoint: 'transfer', venue: 'FG', count: 1_000 })
}
async function answers() {
  venue.venue.faults?.clear()
  await run(owner, sql`update venue_link set failures = 0, rests_until = null`)
  site.services.venues.connections.breaker.forget()
}
const listed = async (body: object = {}) =>
  (await support.call('POST /api/console/leftovers/list', body)).data.data
const askedBy = (who: typeof finance, member: Member, remark = '已致电场馆') =>
  who.call('POST /api/console/leftovers/ask', {
    member_id: Number(member.memberId),
    venue_id: venueOf['FG']!,
    remark,
  })
const venueOf = Object.fromEntries(
  (await site.services.venues.all()).map(each => [each.platname, each.venueId]),
) as Record<string, number>

test('a game and money that a silent venue keeps of a blocked member wait for a person, who asks until nothing is left', async () => {
  const member = await player()
  const elsewhere = await player('PP', 'koi3')
  silence()
  expect((await pause(member)).code).toBe(200)
  expect((await pause(elsewhere)).code).toBe(200)
  expect(await listed(), 'it may answer by itself').toEqual([])
  clock.advance(15 * 60_000)
  const [found, ...more] = await listed()
  expect(more, 'the other venue has done its part').toEqual([])
  expect(found).toMatchObject({
    member_id: Number(member.memberId),
    venue_id: venueOf['FG'],
    held: 200,
  })
  expect(found!.checks).toBeGreaterThan(0)
  expect(await leftWaiting(owner, clock.now())).toBe(1)
  expect(await listed({ venue_id: venueOf['PP'] })).toEqual([])
  expect(await listed({ q: member.name })).toHaveLength(1)

  expect((await askedBy(support, member)).code, 'who only reads').toBe(403)
  expect((await askedBy(finance, member, '')).message).toContain('原因')
  const silent = await askedBy(finance, member)
  expect(silent).toMatchObject({ data: { gone: false }, message: expect.stringContaining('仍未') })
  await answers()
  // What it was asked for meanwhile may still be under way there.
  clock.advance(5 * 60_000)
  expect(await askedBy(finance, member)).toMatchObject({ data: { gone: true } })
  expect(await listed()).toEqual([])
  expect((await askedBy(finance, member)).code).toBe(409)
  const { data } = await site.call<{ balance: number }>('POST /api/balance', {}, member)
  expect(data.balance).toBe(500)
  const deeds = await rows(
    owner,
    sql`select after from audit_log where action = 'leftover.ask' order by audit_id`,
  )
  expect(deeds).toEqual([{ after: { gone: false } }, { after: { gone: true } }])
  await assertBooksHold(owner)
})

test('what a venue kept and gave back by itself, or of whom may play again, waits for nobody', async () => {
  const [given, freed] = [await player(), await player()]
  silence()
  await pause(given)
  await pause(freed)
  clock.advance(16 * 60_000)
  expect(await listed()).toHaveLength(2)
  await answers()
  await run(owner, sql`delete from member_block where member_id = ${freed.memberId}`)
  await checkPendingTransfers(site.services)
  await recallBlocked(site.services)
  expect(await listed()).toEqual([])
  expect(await rows(owner, sql`select member_id from venue_left`)).toEqual([
    { memberId: freed.memberId },
  ])
})

test('nobody asks a venue about the own account', async () => {
  const member = await player()
  silence()
  await pause(member)
  const own = await desk(site, 'finance')
  await run(owner, sql`update operator set member_id = ${member.memberId} where name = ${own.name}`)
  expect((await askedBy(own, member)).message).toContain('本人')
  await answers()
})
