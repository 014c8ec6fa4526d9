// A round that the venue makes void: the stakes come back once, the game is closed and an incident
// is opened.
import { run, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { k3 } from '../../../venue/games/k3/model/k3.ts'
import type { Table } from '../../../venue/model/Table.ts'
import { advance } from '../../../venue/server/rounds/advance.ts'
import { numberAt, timesOf } from '../../../venue/server/rounds/timetable.ts'
import { asDemoOperator, OPERATOR_KEY } from '../../../venue/test/support/operatorSupport.ts'
import { runCompliance } from '../../src/areas/compliance/compliance.ts'
import { readFeed } from '../../src/areas/venues/feed.ts'
import { present } from '../../src/kernel/present.ts'
import { desk } from '../console/support.ts'
import { openTestSite } from '../support/site.ts'
import { addVenues, fund, openTestVenue } from '../support/venue.ts'
import { shown } from './support.ts'

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)
await run(
  owner,
  sql`insert into game (venue_id, game_code, name, image) select venue_id, 'k3', '快三', '/art/tile-lottery.webp' from venue where platname = 'VR'`,
)
const venue = await openTestVenue({ operatorKey: OPERATOR_KEY, demoOperator: true })
const signedIn = await asDemoOperator(venue)
const site = await openTestSite(database.url, { venueUrl: venue.url })
const table = k3 as Table

async function said<T>(path: string, body: object, headers: Record<string, string>): Promise<T> {
  const answer = (await (
    await fetch(venue.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  ).json()) as { code: number; message: string; data: T }
  expect(answer.code, answer.message).toBe(0)
  return answer.data
}
const setClock = async (ms: number) => {
  await run(venue.venue.db, sql`update round_clock set stands_at = ${new Date(ms)}`)
  await advance(venue.venue, table)
}
const launch = (token: string) =>
  site.call<{ url: string }>(
    'POST /api/getGameUrl',
    { plat_name: 'VR', game_type: 0, game_code: 'k3', is_mobile_url: 1 },
    { token },
  )
const read = async () => {
  const vr = present(await site.services.venues.named('VR'), 'venue')
  while ((await readFeed(site.services, vr)) > 0);
}

test('a void round gives its stakes back once, closes the game and opens an incident', async () => {
  const { token, memberId } = await site.member()
  await fund(owner, memberId, 100_00n)
  const move = { sourcetype: 'userbalance', targettype: 'VR', amount: '50' }
  await site.call('POST /api/transfer', move, { token })
  const number = numberAt(table, Date.parse('2026-07-18T04:00:00Z'))
  await setClock(timesOf(table, number).opensMs + 1_000)
  const { data } = await launch(token)
  const session = await said<{ token: string }>(
    '/api/session',
    { token: new URL(data.url).hash.slice(3) },
    {},
  )
  await said(
    '/api/tickets',
    { client_bet_id: 'void-test', round: number, lines: [{ pick: 'sum:big', stake: 1_000 }] },
    { authorization: `Bearer ${session.token}` },
  )
  await setClock(timesOf(table, number).drawsMs)
  await said('/operator/api/void-round', { code: 'k3', number, reason: 'test' }, signedIn)
  await read()
  const officer = await desk(site, 'risk')
  await runCompliance(site.services)
  await runCompliance(site.services)
  const list = async (state: 'open' | 'opened') =>
    (await officer.call('POST /api/console/voids/list', { state })).data.data
  expect(await list('open')).toMatchObject([{ game: '快三', bets: 1, stake: 10, shown: true }])
  const { venue_id, round_id } = present((await list('open'))[0], 'void round')
  const open = { venue_id, round_id, close: true, remark: '开奖设备故障' }
  const made = await officer.call('POST /api/console/voids/open', open)
  expect(made.message).toBe('已开立事件')
  expect((await officer.call('POST /api/console/voids/open', open)).message).toBe('该作废局已处理')
  expect(await list('opened')).toMatchObject([{ shown: false, incident_id: made.data.incident_id }])
  expect(await shown(officer, made.data.incident_id)).toMatchObject({
    kind: 'mispay',
    affected: 1,
    measures: '已关闭该游戏',
    duties: [{ duty: 'authority' }],
  })
  expect((await launch(token)).code).not.toBe(200)
  // The stake came back once: what was brought can be taken home, and not a yuan more.
  await read()
  const home = { sourcetype: 'VR', targettype: 'userbalance' }
  expect((await site.call('POST /api/transfer', { ...home, amount: '50' }, { token })).code).toBe(
    200,
  )
  expect(
    (await site.call('POST /api/transfer', { ...home, amount: '1' }, { token })).code,
  ).not.toBe(200)
})
