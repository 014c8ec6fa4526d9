// What the page of exclusions says of open bets: they are settled as ever, and what they win comes
// home.
import { sql, theRow } from '@tianping/database'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { k3 } from '../../../venue/games/k3/model/k3.ts'
import type { Table } from '../../../venue/model/Table.ts'
import { advance } from '../../../venue/server/rounds/advance.ts'
import { numberAt, timesOf } from '../../../venue/server/rounds/timetable.ts'
import { tableClock } from '../../../venue/test/support/tableSupport.ts'
import { insertBlock } from '../../src/areas/protection/store/block.sql.ts'
import { recallBlocked } from '../../src/areas/responsible/responsible.ts'
import { readFeed } from '../../src/areas/venues/feed.ts'
import { assertBooksHold } from '../support/books.ts'
import { openTestSite } from '../support/site.ts'
import { addGames, addVenues, fund, openTestVenue } from '../support/venue.ts'

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)
await addGames(owner, { VR: ['k3'] })
const venue = await openTestVenue()
const site = await openTestSite(database.url, { venueUrl: venue.url })
const table = k3 as Table
const clock = tableClock(venue.venue.db)

async function atVenue<T>(path: string, token: string, body?: object): Promise<T> {
  const answer = await fetch(venue.url + path, {
    method: 'POST',
    headers: body ? { authorization: `Bearer ${token}` } : {},
    body: JSON.stringify(body ?? { token }),
  })
  const { code, message, data } = (await answer.json()) as {
    code: number
    message: string
    data: T
  }
  expect(code, message).toBe(0)
  return data
}

const cashOf = async (token: string) =>
  (await site.call<{ balance: number }>('POST /api/balance', {}, { token })).data.balance

test('a bet that is open when its member excludes themself is settled by its result and paid home', async () => {
  // The next round from its first moment, whatever the hour.
  const round = numberAt(table, Date.now()) + 1
  await clock.set(timesOf(table, round).opensMs)
  await advance(venue.venue, table)
  const { token, memberId } = await site.member()
  await fund(owner, memberId, 1_000_00n)
  const moved = { sourcetype: 'userbalance', targettype: 'VR', amount: '300' }
  await site.call('POST /api/transfer', moved, { token })
  const game = { plat_name: 'VR', game_type: 0, game_code: 'k3', is_mobile_url: 1 }
  const { data } = await site.call<{ url: string }>('POST /api/getGameUrl', game, { token })
  const session = await atVenue<{ token: string }>(
    '/api/session',
    new URL(data.url).hash.slice('#t='.length),
  )
  await atVenue('/api/tickets', session.token, {
    client_bet_id: 'open-at-exclusion',
    round,
    lines: [
      { pick: 'sum:big', stake: 10_00 },
      { pick: 'sum:small', stake: 10_00 },
    ],
  })
  const excluded = await site.call(
    'POST /api/protection/exclude',
    { term: '6m', word: '我要排除', password: 'secret1' },
    { token },
  )
  expect(excluded.code, excluded.message).toBe(200)
  expect(await cashOf(token), 'the stake stays where it is').toBe(980)

  for (const moment of ['closesMs', 'drawsMs', 'resultsMs'] as const) {
    await clock.set(timesOf(table, round)[moment])
    await advance(venue.venue, table)
  }
  const played = (await site.services.venues.all()).find(({ platname }) => platname === 'VR')
  expect(await readFeed(site.services, played!)).toBeGreaterThan(0)
  await recallBlocked(site.services)
  const bet = await theRow(
    owner,
    sql<{ settled: boolean; payoutFen: bigint }>`
    select settled_at is not null as settled, payout_fen from bet where member_id = ${memberId}`,
  )
  expect(bet.settled).toBe(true)
  expect(await cashOf(token)).toBe(980 + Number(bet.payoutFen) / 100)
  await assertBooksHold(owner)
})

test('money comes home of more blocked members than are read at once', async () => {
  const members = await Promise.all(
    Array.from({ length: 21 }, async () => {
      const { token, memberId } = await site.member()
      await fund(owner, memberId, 100_00n)
      const moved = { sourcetype: 'userbalance', targettype: 'VR', amount: '60' }
      expect((await site.call('POST /api/transfer', moved, { token })).code).toBe(200)
      return { token, memberId }
    }),
  )
  // As after an hour in which the venue did not answer.
  const setAt = site.services.clock.now()
  const until = new Date(setAt.getTime() + 86_400_000)
  for (const { memberId } of members)
    await insertBlock(owner, {
      memberId,
      kind: 'timeout',
      term: '1d',
      until,
      reason: '',
      setBy: 'member',
      setAt,
    })
  await recallBlocked(site.services)
  const home = await Promise.all(members.map(({ token }) => cashOf(token)))
  expect(home).toEqual(members.map(() => 100))
  await assertBooksHold(owner)
})
