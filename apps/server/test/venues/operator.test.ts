// What an operator corrects at the venue reaches the platform by the feed: turnover, records and
// balance follow to the fen.
import { rows, run, sql, theRow } from '@tianping/database'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { advance } from '../../../venue/server/rounds/advance.ts'
import { k3 } from '../../../venue/games/k3/model/k3.ts'
import type { Table } from '../../../venue/model/Table.ts'
import { asDemoOperator, OPERATOR_KEY } from '../../../venue/test/support/operatorSupport.ts'
import { numberAt, timesOf } from '../../../venue/server/rounds/timetable.ts'
import { readFeed } from '../../src/areas/venues/feed.ts'
import { desk } from '../console/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { openTestSite } from '../support/site.ts'
import { addVenues, fund, openTestVenue } from '../support/venue.ts'

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
const admin = await desk(site, 'admin')

async function said<T>(path: string, body: object, headers: Record<string, string>): Promise<T> {
  const answer = (await (
    await fetch(venue.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  ).json()) as { code: number; message: string; data: T }
  expect(answer.code, answer.message).toBe(0)
  return answer.data
}
const operator = (path: string, body: object) =>
  said<{ changed: number; refused: string[] }>(
    `/operator/api/${path}`,
    { ...body, reason: 'test' },
    signedIn,
  )
const setClock = async (ms: number) => {
  await run(venue.venue.db, sql`update round_clock set stands_at = ${new Date(ms)}`)
  await advance(venue.venue, table)
}
type Wallet = { platname: string; open_stake: number }
const alerts = async () => {
  await site.services.events.settled()
  const { data } = await admin.call('POST /api/console/security/alerts/list', {})
  return data.data.filter(each => each.kind === 'bets_corrected')
}
const read = async () => {
  const vr = (await site.services.venues.named('VR'))!
  while ((await readFeed(site.services, vr)) > 0);
}

test('a bet settled wrongly, settled again and made void: turnover and balance follow each time, exactly', async () => {
  const { token, memberId } = await site.member()
  await fund(owner, memberId, 100_00n)
  await site.call(
    'POST /api/transfer',
    { sourcetype: 'userbalance', targettype: 'VR', amount: '50' },
    { token },
  )
  const number = numberAt(table, Date.parse('2026-07-18T04:00:00Z'))
  await setClock(timesOf(table, number).opensMs + 1_000)
  const { data } = await site.call<{ url: string }>(
    'POST /api/getGameUrl',
    { plat_name: 'VR', game_type: 0, game_code: 'k3', is_mobile_url: 1 },
    { token },
  )
  const session = await said<{ token: string }>(
    '/api/session',
    { token: new URL(data.url).hash.slice(3) },
    {},
  )
  const { bet } = await said<{ bet: { bet_id: string } }>(
    '/api/tickets',
    { client_bet_id: 'operator-test', round: number, lines: [{ pick: 'sum:big', stake: 1_000 }] },
    { authorization: `Bearer ${session.token}` },
  )
  const openAt = async () => {
    await read()
    const { data: venues } = await site.call<Wallet[]>('POST /api/balancelist', {}, { token })
    return venues.find(each => each.platname === 'VR')
  }
  expect(await openAt(), 'staked and undecided').toMatchObject({ open_stake: 10 })
  await setClock(timesOf(table, number).drawsMs)
  expect(await openAt()).toMatchObject({ open_stake: 0 })
  expect(await alerts()).toEqual([])

  /**
   * Turnover counted, the bet as the platform has it, and what the member's venue account comes to
   * once it was looked at.
   */
  const platform = async () => {
    await read()
    const turnover = await theRow(
      owner,
      sql<{ valid: bigint; stake: bigint; payout: bigint }>`
      select coalesce(sum(valid_fen), 0)::bigint as valid, coalesce(sum(stake_fen), 0)::bigint as stake, coalesce(sum(payout_fen), 0)::bigint as payout from turnover_day where member_id = ${memberId}`,
    )
    const [kept] = await rows(
      owner,
      sql<{ status: number; revision: number; payout: bigint; counted: bigint }>`
      select status, revision, payout_fen as payout, (select coalesce(sum(amount), 0)::bigint from ledger.wagering_contribution c where c.member_id = b.member_id and c.bet_id = b.bet_id) as counted from bet b where bet_id = ${bet.bet_id}`,
    )
    return { ...turnover, kept }
  }
  const { payout } = await theRow(
    venue.venue.db,
    sql<{ payout: bigint }>`select payout from bet where bet_id = ${bet.bet_id}`,
  )
  // On one line the valid amount is the smaller of the stake and what was won or lost.
  const won = payout > 0n
  const valid = won ? payout - 1_000n : 1_000n
  expect(await platform()).toMatchObject({
    valid,
    stake: 1_000n,
    payout,
    kept: { status: 1, revision: 1, payout, counted: valid },
  })

  await operator('bet', { bet_id: bet.bet_id, kind: 'resettle', payout: 1_400 })
  expect(await platform()).toMatchObject({
    valid: 400n,
    stake: 1_000n,
    payout: 1_400n,
    kept: { revision: 2, payout: 1_400n, counted: 400n },
  })

  expect(await operator('resettle-round', { code: 'k3', number })).toMatchObject({
    changed: 1,
    refused: [],
  })
  expect(await platform()).toMatchObject({
    valid,
    stake: 1_000n,
    payout,
    kept: { revision: 3, payout, counted: valid },
  })

  expect(await operator('void-round', { code: 'k3', number })).toMatchObject({
    changed: 1,
    refused: [],
  })
  expect(await platform()).toMatchObject({
    valid: 0n,
    stake: 0n,
    payout: 0n,
    kept: { status: 0, revision: 4, counted: 0n },
  })

  // Somebody is alerted to what was taken back or changed, once for the game.
  const { venueId } = (await site.services.venues.named('VR'))!
  expect(await alerts()).toMatchObject([{ subject: `game:${venueId}_k3` }])

  await site.call('POST /api/transall', {}, { token })
  const { cash } = await theRow(
    owner,
    sql<{
      cash: bigint
    }>`select posted_balance as cash from ledger.account where member_id = ${memberId} and account_code = 100`,
  )
  expect(cash, 'nothing was won and nothing lost').toBe(100_00n)
  await assertBooksHold(owner)
})
