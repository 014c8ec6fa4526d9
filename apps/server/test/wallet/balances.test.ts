// What the list of venues says while every open page asks for it again and again.
import { row, run, sql, theRow } from '@tianping/database'
import { beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { askVenues } from '../../src/areas/venues/askVenues.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { addVenues, arm, fund, openTestVenue } from '../support/venue.ts'

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)
const clock = new TestClock()
const venue = await openTestVenue({ clock: () => clock.now().getTime() })
const site = await openTestSite(database.url, { venueUrl: venue.url, clock })
let token = ''
let memberId = 0n

type Listed = { platname: string; balance: number; open_stake: number }
const list = async () => (await site.call<Listed[]>('POST /api/balancelist', {}, { token })).data
const fg = async () => (await list()).find(({ platname }) => platname === 'FG')
const refresh = () => site.call('POST /api/userapimoney/FG', {}, { token })
/** How often a venue was asked what a member has there. */
let asked = 0
site.services.venues.onCall = (_, call) => {
  if (call === 'balance') asked += 1
  return { headers: {}, ended: () => {} }
}
/** The venue's wallet grows by a win that the platform has not seen. */
const win = (fen: number) =>
  theRow(
    venue.venue.db,
    sql`update wallet set available = available + ${fen}::int, version = version + 1
    where player_id = ${memberId.toString()} returning 1`,
  )
const seenAt = async () =>
  (
    await theRow<{ seenAt: Date }>(
      owner,
      sql`select seen_at from venue_player where member_id = ${memberId} and venue_id = 6`,
    )
  ).seenAt

beforeEach(async () => {
  venue.venue.faults!.clear()
  ;({ token, memberId } = await site.member())
  await fund(owner, memberId, 100_00n)
  await site.call(
    'POST /api/transfer',
    { sourcetype: 'userbalance', targettype: 'FG', amount: '10' },
    { token },
  )
})

test('the list names every venue, what lies there and what is staked there', async () => {
  await run(
    owner,
    sql`insert into bet (member_id, venue_id, bet_id, version, revision, game_code, round_id, selection, stake_fen, valid_fen,
      payout_fen, net_fen, status, fairness, math_version, placed_at)
    values (${memberId}, 6, 'OPEN-1', 0, 1, 'fortune3', 'R1', '{}', 250, 0, 0, 0, 2, '{}', '', ${clock.now()})`,
  )
  const listed = await list()
  expect(listed.length).toBeGreaterThan(1)
  expect(listed.filter(({ balance, open_stake }) => balance > 0 || open_stake > 0)).toEqual([
    expect.objectContaining({ platname: 'FG', balance: 10, open_stake: 2.5, state: 'open' }),
  ])
})

test('a figure of fifteen seconds stands; an older one is asked for once, behind the answer', async () => {
  expect((await refresh()).message).toBe('刷新成功')
  await win(5_00)
  const before = asked
  clock.advance(15_000)
  expect(await fg()).toMatchObject({ balance: 10 })
  clock.advance(1)
  arm(venue, { kind: 'delay', endpoint: 'balance', delay_ms: 200, count: 1 })
  const answers = await Promise.all([fg(), fg(), fg()])
  expect(answers.map(each => each?.balance)).toEqual([10, 10, 10])
  await expect.poll(async () => (await fg())?.balance).toBe(15)
  expect(await seenAt()).toEqual(clock.now())
  expect(asked - before).toBe(1)
})

test('what could not be asked is asked for again', async () => {
  await refresh()
  await win(5_00)
  clock.advance(15_001)
  arm(venue, { kind: 'drop_before', endpoint: 'balance', count: 1 })
  const before = asked
  await fg()
  await expect.poll(() => asked).toBe(before + 1)
  await expect.poll(async () => (await fg())?.balance).toBe(15)
})

test('a venue that cannot be looked up is silent, and throws nothing behind an answer', async () => {
  const { venues } = site.services
  const lost = Object.create(venues, {
    byId: { value: () => Promise.reject(new Error('no connection')) },
  }) as typeof venues
  const known = await askVenues({ ...site.services, venues: lost }, memberId, [
    { venueId: 6, seenAt: null },
  ])
  expect([...known]).toEqual([[6, 'silent']])
})

test('a venue is named by its code, and asked by hand it says why it cannot be', async () => {
  expect(await site.call('POST /api/userapimoney/NOWHERE', {}, { token })).toMatchObject({
    code: 400,
    message: '该场馆不存在',
  })
  arm(venue, { kind: 'drop_before', endpoint: 'balance', count: 1 })
  expect(await refresh()).toMatchObject({ code: 400, message: 'FG 电子暂时无法连接，请稍后再试' })
  arm(venue, { kind: 'drop_after', endpoint: 'transfer', count: 1 })
  await site.call(
    'POST /api/transfer',
    { sourcetype: 'FG', targettype: 'userbalance', amount: '1' },
    { token },
  )
  expect(await refresh()).toMatchObject({
    code: 400,
    message: 'FG 电子有一笔转账正在处理，请稍后刷新',
  })
  expect(
    await row(owner, sql`select 1 from venue_transfer where member_id = ${memberId} and state = 2`),
  ).toBeTruthy()
})
