// What the list of venues says while every open page asks for it again and again.
import { row, run, sql, theRow } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { beforeEach, expect, test, vi } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { askVenues } from '../../src/areas/venues/askVenues.ts'
import { hold } from '../../src/ledger/ledger.ts'
import { openRequirement } from '../../src/ledger/wagering.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { addVenues, arm, fund, openTestVenue } from '../support/venue.ts'

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)
const clock = new TestClock()
const venue = await openTestVenue({ clock: () => clock.now().getTime() })
const site = await openTestSite(database.url, { venueUrl: venue.url, clock, venueClock: clock })
let token = ''
let memberId = 0n

type Listed = { platname: string; balance: number; open_stake: number; state: string }
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

test('a venue under maintenance takes no money in and gives it back', async () => {
  const put = async (state: string) => {
    await run(owner, sql`update venue set state = ${state} where platname = 'FG'`)
    clock.advance(60_000)
    await expect.poll(async () => (await fg())?.state).toBe(state)
  }
  await put('maintenance')
  const move = (sourcetype: string, targettype: string) =>
    site.call('POST /api/transfer', { sourcetype, targettype, amount: '1' }, { token })
  expect((await before('FG')).data).toMatchObject({ ask: false })
  expect((await move('userbalance', 'FG')).message).toBe('FG 电子维护中，暂不支持转入')
  expect(await move('FG', 'userbalance')).toMatchObject({ code: 200, message: '操作成功！' })
  await put('open')
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
  // By the database: a list that was read just before its answer would ask once more.
  await expect.poll(seenAt).toEqual(clock.now())
  expect(await fg()).toMatchObject({ balance: 15 })
  expect(asked - before).toBe(1)
})

test('where the money is: a figure of fifteen seconds stands, and a fresh one is asked for', async () => {
  const look = async (fresh: 0 | 1) => {
    const { data } = await site.call<{ venues: { platname: string }[] }>(
      'POST /api/money/where',
      { fresh },
      { token },
    )
    return data.venues.find(({ platname }) => platname === 'FG')
  }
  await refresh()
  await win(5_00)
  clock.advance(15_000)
  const before = asked
  expect(await look(0)).toMatchObject({ balance: 10, seen: 'known' })
  await refresh()
  expect(asked - before, 'by hand alone').toBe(1)
  await win(1_00)
  clock.advance(3_000)
  expect(await look(1)).toMatchObject({ balance: 16, seen: 'fresh' })
  await win(1_00)
  clock.advance(15_001)
  arm(venue, { kind: 'delay', endpoint: 'balance', delay_ms: 200, count: 1 })
  // It is asked behind the answer, which does not wait.
  expect(await look(0)).toMatchObject({ balance: 16, seen: 'known' })
  await expect.poll(seenAt).toEqual(clock.now())
})

test('a refreshed balance is told to the member’s other pages, and is zero where nothing ever was', async () => {
  const told = vi.spyOn(site.services.bus, 'publish')
  expect(await site.call('POST /api/userapimoney/OB', {}, { token })).toMatchObject({
    data: { balance: 0 },
  })
  expect(told.mock.calls).toEqual([['member', [memberId.toString()]]])
  told.mockRestore()
})

test('where the money is says what the member allowed, and what is on its way in', async () => {
  const look = async () =>
    (
      await site.call<{ venues: { platname: string }[] }>(
        'POST /api/money/where',
        { fresh: 0 },
        { token },
      )
    ).data
  const allow = (transferstatus: 0 | 1, each_max?: string) =>
    site.call('POST /api/uptransferstatus', { transferstatus, each_max }, { token })
  await allow(1)
  expect(await look()).toMatchObject({ automatic: 1, each_max: null })
  await allow(0, '200')
  arm(venue, { kind: 'drop_after', endpoint: 'transfer', count: 1 })
  await site.call(
    'POST /api/transfer',
    { sourcetype: 'userbalance', targettype: 'FG', amount: '30' },
    { token },
  )
  const found = await look()
  expect(found).toMatchObject({ automatic: 0, each_max: 200 })
  expect(found.venues.find(({ platname }) => platname === 'FG')).toMatchObject({
    open_stake: 0,
    moving: { way: 'in', amount: 30 },
  })
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

type Before = {
  ask: boolean
  venue: string
  at_venue: number
  central: number
  most: number
  each_max: number | null
  may_automate: boolean
}
const before = (plat_name: string) =>
  site.call<Before>('POST /api/money/before', { plat_name, game_code: 'fortune3' }, { token })

test('before a game opens, its venue is asked what lies there, and the wallet what can be brought', async () => {
  await win(5_00)
  expect((await before('FG')).data).toEqual({
    ask: true,
    venue: 'FG 电子',
    at_venue: 15,
    central: 90,
    most: 90,
    loss_left: null,
    each_max: null,
    may_automate: true,
    may_top_up: true,
  })
  expect((await before('OB')).data, 'never been there').toMatchObject({ ask: true, at_venue: 0 })
  expect(await before('NOWHERE')).toMatchObject({ code: 400, message: '该游戏暂未开放' })
  await site.call('POST /api/uptransferstatus', { transferstatus: 1, each_max: '500' }, { token })
  const asks = asked
  expect((await before('FG')).data).toMatchObject({
    ask: false,
    at_venue: 0,
    each_max: 500,
    may_top_up: false,
  })
  expect(asked, 'where nothing is asked for, no venue is').toBe(asks)
})

test('where money is says since when it moves, and when the venue was last seen', async () => {
  arm(venue, { kind: 'drop_after', endpoint: 'transfer', count: 1 })
  await site.call(
    'POST /api/transfer',
    { sourcetype: 'FG', targettype: 'userbalance', amount: '4' },
    { token },
  )
  const moved = beijing(clock.now())
  clock.advance(3_000)
  const { data } = await site.call<{ at: string; venues: { platname: string }[] }>(
    'POST /api/money/where',
    { fresh: 0 },
    { token },
  )
  expect(data).toMatchObject({
    total: 100,
    central: 90,
    at_venues: 6,
    under_way: 4,
    at: beijing(clock.now()),
  })
  expect(data.venues.find(({ platname }) => platname === 'FG')).toMatchObject({
    balance: 6,
    seen_at: moved,
    played_at: '',
    moving: { way: 'out', amount: 4, since: moved },
  })
  expect(data.venues.find(({ platname }) => platname === 'OB')).toMatchObject({
    balance: 0,
    seen_at: '',
    seen: 'known',
    moving: null,
  })
})

test('what a withdrawal holds is told apart from what moves to a venue', async () => {
  await hold(owner, {
    memberId,
    key: 'withdrawal:held',
    code: 'withdrawal',
    from: { name: 'memberCash' },
    to: { name: 'withdrawalPayable' },
    amountFen: 20_00n,
    source: { type: 'test', id: 'held' },
    actor: { type: 'system', id: 'test' },
  })
  arm(venue, { kind: 'drop_after', endpoint: 'transfer', count: 1 })
  await site.call(
    'POST /api/transfer',
    { sourcetype: 'userbalance', targettype: 'FG', amount: '30' },
    { token },
  )
  const { data } = await site.call('POST /api/money/where', { fresh: 0 }, { token })
  expect(data).toMatchObject({ total: 80, central: 40, at_venues: 10, under_way: 30, held: 20 })
})

test('recycling says what is on its way and what failed', async () => {
  arm(venue, { kind: 'drop_after', endpoint: 'transfer', count: 1 })
  expect(await site.call('POST /api/transall', {}, { token })).toMatchObject({
    code: 200,
    message: '回收处理中；FG 电子处理中，请稍后查看',
    data: { recalled: 0, failed: [], pending: ['FG'] },
  })
})

test('auto-transfer is on or off, and its bound is whole yuan or none', async () => {
  const set = async (transferstatus: number, each_max?: string) => {
    const { code, data } = await site.call<{ transferstatus: number; each_max: number | null }>(
      'POST /api/uptransferstatus',
      { transferstatus, each_max },
      { token },
    )
    return code === 200 ? [data.transferstatus, data.each_max] : code
  }
  expect([await set(1, '500'), await set(1, ''), await set(0)]).toEqual([
    [1, 500],
    [1, 500],
    [0, 500],
  ])
  expect([await set(2), await set(1, '1.01'), await set(1, 'x')]).toEqual([400, 400, 400])
  expect([await set(0), await set(0, '0')]).toEqual([
    [0, 500],
    [0, null],
  ])
})

test('what is brought is an amount, as a transfer by hand', async () => {
  const bring = (plat_name: string, amount: string) =>
    site.call('POST /api/money/bring', { plat_name, amount }, { token })
  expect((await bring('FG', '1.234')).message).toBe('请输入操作金额！')
  expect((await bring('NOWHERE', '1')).message).toBe('该场馆不存在')
  expect((await bring('FG', '1')).code).toBe(200)
})

test('turnover that is missing is told in yuan', async () => {
  const told = async () => (await site.call('POST /api/getBetAmount', {}, { token })).data
  expect(await told()).toEqual({ bet_amount: 0, leaves: 0 })
  await openRequirement(owner, {
    memberId,
    sourceType: 'test',
    sourceId: 'missing',
    requiredFen: 12_50n,
    openedAt: clock.now(),
  })
  expect(await told()).toEqual({ bet_amount: 12.5, leaves: 0 })
  await run(owner, sql`update member set closing_at = ${clock.now()} where member_id = ${memberId}`)
  expect(await told(), 'nobody could play it off').toEqual({ bet_amount: 12.5, leaves: 1 })
})
