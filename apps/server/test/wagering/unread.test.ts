// What was played is known only when the venue's feed was read: before a bonus ends, it is read.
import { DAY_MS } from '@tianping/money/day'
import { afterAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { k3 } from '../../../venue/games/k3/model/k3.ts'
import type { Table } from '../../../venue/model/Table.ts'
import { advance } from '../../../venue/server/rounds/advance.ts'
import { numberAt, timesOf } from '../../../venue/server/rounds/timetable.ts'
import { tableClock } from '../../../venue/test/support/tableSupport.ts'
import { runBonusEnds } from '../../src/areas/bonus/bonus.ts'
import { balances, post } from '../../src/ledger/ledger.ts'
import { openGifts, requirementsOf } from '../../src/ledger/wagering.ts'
import { assertBooksHold } from '../support/books.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { addGames, addVenues, arm, openTestVenue } from '../support/venue.ts'

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)
await addGames(owner, { VR: ['k3'] })
const venue = await openTestVenue()
const clock = new TestClock()
const site = await openTestSite(database.url, { venueUrl: venue.url, clock })
const table = k3 as Table
const rounds = tableClock(venue.venue.db)
afterAll(() => assertBooksHold(owner))

let numbered = 0
/** A bonus of ¥100 that asks for half its amount, within a day. */
async function bonus(memberId: bigint) {
  const id = `u${++numbered}`
  const posted = await post(site.services.db, {
    memberId,
    key: `red_packet:${id}`,
    code: 'red_packet',
    from: { name: 'redPacketExpense' },
    to: { name: 'memberCash' },
    amountFen: 100_00n,
    source: { type: 'red_packet', id },
    actor: { type: 'system', id: 'test' },
  })
  expect(posted.kind).toBe('done')
  const openedAt = clock.now()
  const expiresAt = new Date(openedAt.getTime() + DAY_MS)
  const gift = { memberId, sourceType: 'red_packet', sourceId: id, requiredFen: 50_00n }
  await openGifts(site.services.db, [{ ...gift, openedAt, expiresAt }])
  return { source: 'red_packet', source_no: id }
}

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

/** Stakes the bonus on the next round, without the feed being read. */
async function stake(token: string): Promise<number> {
  const round = numberAt(table, await rounds.now()) + 1
  await rounds.set(timesOf(table, round).opensMs)
  await advance(venue.venue, table)
  const moved = { sourcetype: 'userbalance', targettype: 'VR', amount: '100' }
  expect((await site.call('POST /api/transfer', moved, { token })).code).toBe(200)
  const game = { plat_name: 'VR', game_type: 0, game_code: 'k3', is_mobile_url: 1 }
  const { data } = await site.call<{ url: string }>('POST /api/getGameUrl', game, { token })
  const hash = new URL(data.url).hash.slice('#t='.length)
  const session = await atVenue<{ token: string }>('/api/session', hash)
  const lines = [{ pick: 'sum:big', stake: 100_00 }]
  const ticket = { client_bet_id: `unread-${round}`, round, lines }
  await atVenue('/api/tickets', session.token, ticket)
  return round
}
async function settle(round: number) {
  for (const moment of ['closesMs', 'drawsMs', 'resultsMs'] as const) {
    await rounds.set(timesOf(table, round)[moment])
    await advance(venue.venue, table)
  }
}
const states = async (memberId: bigint) =>
  (await requirementsOf(owner, memberId)).map(each => each.state)

test('a bonus that is staked in a bet which no feed has told is not given up for nothing', async () => {
  const { token, memberId } = await site.member()
  const asked = { ...(await bonus(memberId)), takes: 0 }
  const round = await stake(token)
  expect(await site.call('POST /api/wageringaudit/giveup', asked, { token })).toMatchObject({
    code: 400,
    message: '您有注单尚未结算，请在结算后再放弃彩金',
  })
  expect(await states(memberId)).toEqual(['open'])
  await settle(round)
  const after = await site.call('POST /api/wageringaudit/giveup', asked, { token })
  expect(after.code, 'its turnover is done').not.toBe(200)
  expect(await states(memberId)).toEqual(['met'])
})

test('turnover that was done in time counts, though the venue tells it after the last day', async () => {
  const { token, memberId } = await site.member()
  await bonus(memberId)
  await settle(await stake(token))
  await site.call('POST /api/transall', {}, { token })
  clock.advance(DAY_MS + 1)
  arm(venue, { kind: 'drop_before', endpoint: 'bets', venue: 'VR', count: 1 })
  expect(await runBonusEnds(site.services), 'what was played is not known').toBe(0)
  expect(await states(memberId)).toEqual(['open'])
  clock.advance(120_000)
  const { cashFen } = await balances(owner, memberId)
  expect(await runBonusEnds(site.services)).toBe(0)
  expect(await states(memberId)).toEqual(['met'])
  expect((await balances(owner, memberId)).cashFen).toBe(cashFen)
})
