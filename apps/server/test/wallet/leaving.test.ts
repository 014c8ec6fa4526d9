// Money and games: it comes home when a game is left, follows into an open one within what the
// member allowed, and is counted once wherever it is.
import { randomBytes } from 'node:crypto'
import { rows, run, sql, theRow, transaction } from '@tianping/database'
import { SANDBOX_MERCHANT, venueBaseUrl, venueClient } from '@tianping/venue-protocol'
import { beijing } from '@tianping/money/day'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { endGonePages } from '../../../venue/server/signals/leaving.ts'
import { balances, lockMember } from '../../src/ledger/ledger.ts'
import { bringDueHome } from '../../src/areas/venues/leaving.ts'
import { checkPendingTransfers } from '../../src/areas/venues/transfer.ts'
import { readFeed } from '../../src/areas/venues/feed.ts'
import { desk } from '../console/support.ts'
import { untilSomeoneWaits } from '../support/locks.ts'
import { assertBooksHold } from '../support/books.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { addGames, addVenues, arm, fund, openTestVenue } from '../support/venue.ts'

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)
await addGames(owner, { FG: ['fortune3'], OB: ['orchard3'] })
const clock = new TestClock()
const venue = await openTestVenue({ clock: () => clock.now().getTime() })
const site = await openTestSite(database.url, { venueUrl: venue.url, clock, venueClock: clock })
const support = await desk(site, 'support')

const CODES = { FG: 'fortune3', OB: 'orchard3' } as const
type Code = keyof typeof CODES
let token = ''
let memberId = 0n

type Where = {
  total: number
  central: number
  at_venues: number
  under_way: number
  open_stakes: number
  held: number
  automatic: number
  each_max: number | null
  venues: { platname: string; balance: number; seen: string; moving: object | null }[]
}
const where = async (fresh: 0 | 1 = 0) =>
  (await site.call<Where>('POST /api/money/where', { fresh }, { token })).data
const at = (found: Where, platname: string) =>
  found.venues.find(each => each.platname === platname)!
const automatic = (each_max?: string) =>
  site.call('POST /api/uptransferstatus', { transferstatus: 1, each_max }, { token })
const bring = (amount: string, platname: Code = 'FG') =>
  site.call('POST /api/money/bring', { plat_name: platname, amount }, { token })
const launch = (platname: Code = 'FG', more: object = {}) =>
  site.call<{ url: string; ticket: string }>(
    'POST /api/getGameUrl',
    { plat_name: platname, game_type: 0, game_code: CODES[platname], is_mobile_url: 1, ...more },
    { token },
  )
const left = async (ticket: string) =>
  (
    await site.call<{ state: string; amount: number; venue: string }>(
      'POST /api/money/left',
      { ticket },
      { token },
    )
  ).data
const hear = async (platname: Code = 'FG') =>
  readFeed(site.services, (await site.services.venues.named(platname))!)

/** One call of a game's page. */
async function page<T = { balance: number; top_up: { each: number; left: number } | null }>(
  path: string,
  session: string | null,
  body?: object,
) {
  const answer = await fetch(venue.url + path, {
    method: body ? 'POST' : 'GET',
    headers: session ? { authorization: `Bearer ${session}` } : {},
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return (await answer.json()) as { code: number; message: string; data: T }
}
const enter = async (url: string) =>
  (await page<{ token: string }>('/api/session', null, { token: new URL(url).hash.slice(3) })).data
    .token
/** Opens a game, its page too. */
async function play(platname: Code = 'FG', more: object = {}) {
  const { data, message } = await launch(platname, more)
  expect(data?.url, message).toBeTruthy()
  return { ticket: data.ticket, session: await enter(data.url) }
}
const newRef = () => randomBytes(16).toString('hex')
const ask = (session: string, amount: number, ref = newRef()) =>
  page<{ ref: string; outcome: string; text: string }>('/api/money', session, { ref, amount })
/** What a venue says in its own name. */
const signal = (ref: string, amount: bigint, ticket: string) =>
  run(
    venue.venue.db,
    sql`insert into signal (desk_id, ref, kind, ticket, player_id, amount, made_at)
    select desk_id, ${ref}, 'money', ${ticket}, ${memberId.toString()}, ${amount}, ${clock.now()} from desk
    where venue_code = 'FG' and merchant = 'tianping'`,
  )
const answered = (ref: string) =>
  theRow(
    venue.venue.db,
    sql<{ outcome: string; said: string }>`select outcome, said from signal where ref = ${ref}`,
  )
const cash = async () => (await balances(owner, memberId)).cashAvailableFen
const settle = async () => {
  clock.advance(61_000)
  await checkPendingTransfers(site.services)
}

beforeEach(async () => {
  ;({ token, memberId } = await site.member())
  await fund(owner, memberId, 1_000_00n)
})
afterEach(async () => {
  venue.venue.faults!.clear()
  await settle()
  const fg = venueClient({
    baseUrl: venueBaseUrl(venue.url, 'FG'),
    merchant: SANDBOX_MERCHANT.merchant,
    keys: [SANDBOX_MERCHANT.key],
    clock: () => clock.now().getTime(),
  })
  const there = await fg.balance({ player: memberId.toString() })
  const mirror = (await balances(owner, memberId)).venues.find(each => each.venueId === 6)
  if (there.kind === 'ok') expect(mirror?.postedFen ?? 0n).toBe(there.data.available)
  await assertBooksHold(owner)
})

test('the total is one sum wherever the money is: at a venue, on its way, held for a withdrawal', async () => {
  expect(await where()).toMatchObject({ total: 1_000, central: 1_000, at_venues: 0, under_way: 0 })
  expect((await bring('300')).code).toBe(200)
  expect(await where()).toMatchObject({ total: 1_000, central: 700, at_venues: 300, held: 0 })
  arm(venue, { kind: 'drop_after', endpoint: 'transfer', count: 1 })
  await site.call('POST /api/transall', {}, { token })
  const moving = await where()
  expect(moving).toMatchObject({ total: 1_000, central: 700, at_venues: 0, under_way: 300 })
  expect(at(moving, 'FG')).toMatchObject({
    balance: 0,
    seen: 'moving',
    moving: { way: 'out', amount: 300 },
  })
  await settle()
  expect(await where()).toMatchObject({ total: 1_000, central: 1_000, under_way: 0 })
  arm(venue, { kind: 'drop_after', endpoint: 'transfer', count: 1 })
  await bring('200')
  expect(await where()).toMatchObject({ total: 1_000, central: 800, under_way: 200, held: 0 })
})

test('where the money is says when a venue was played', async () => {
  const began = beijing(clock.now())
  await play()
  clock.advance(3_000)
  expect(at(await where(), 'FG')).toMatchObject({ played_at: began })
  expect(at(await where(), 'OB')).toMatchObject({ played_at: '' })
})

test('a venue is asked anew, and one that does not answer keeps its last figure and says so', async () => {
  await bring('300')
  await bring('100', 'OB')
  // What a game has won since.
  await theRow(
    venue.venue.db,
    sql`update wallet set available = available + 5000, version = version + 1
    where player_id = ${memberId.toString()} and available = 30000 returning 1`,
  )
  arm(venue, { kind: 'drop_before', endpoint: 'balance', venue: 'OB' })
  clock.advance(3_000)
  const found = await where(1)
  expect(found).toMatchObject({ total: 1_050, central: 600, at_venues: 450 })
  expect(at(found, 'FG')).toMatchObject({ balance: 350, seen: 'fresh' })
  expect(at(found, 'OB')).toMatchObject({ balance: 100, seen: 'silent' })
  const recalled = await site.call('POST /api/transall', {}, { token })
  expect(recalled.data).toMatchObject({
    failed: ['OB'],
    venues: [
      { platname: 'OB', outcome: 'failed', amount: 0 },
      { platname: 'FG', outcome: 'home', amount: 350 },
    ],
  })
})

test('auto-transfer brings no more than its bound, beside what is there, and only on entry', async () => {
  expect((await automatic('1.5')).message).toBe('请输入 1 至 1,000,000 元之间的整数金额')
  expect(await automatic('500')).toMatchObject({ data: { transferstatus: 1, each_max: 500 } })
  const first = await play()
  expect(await where()).toMatchObject({ central: 500, at_venues: 500, automatic: 1, each_max: 500 })
  await play()
  expect(await where(), 'a second page of the venue brings nothing more').toMatchObject({
    central: 500,
  })
  expect((await page('/api/state', first.session)).data.top_up, 'nor does a game').toBe(null)
  expect((await automatic()).data, 'left as it is where nothing is said').toMatchObject({
    each_max: 500,
  })
  expect((await automatic('0')).data).toMatchObject({ each_max: null })
  expect((await automatic('1000000')).data, 'the largest').toMatchObject({ each_max: 1_000_000 })
  expect((await automatic('1000001')).code).toBe(400)
})

test('a game that is left brings its money home at once, by the app or by the venue, and once', async () => {
  await automatic()
  const game = await play()
  expect(await cash()).toBe(0n)
  expect(await left(game.ticket)).toMatchObject({ state: 'home', amount: 1_000, venue: 'FG 电子' })
  expect(await cash()).toBe(1_000_00n)
  expect(await left(game.ticket), 'again changes nothing').toMatchObject({ amount: 1_000 })
  const dueAgain = sql`select 1 from launch_ticket where ticket = ${game.ticket} and home_due_at is not null`
  expect(
    await rows(owner, dueAgain),
    'without a bet on a match it is not looked for again',
  ).toEqual([])

  const next = await play()
  expect((await page('/api/leave', next.session, {})).code).toBe(0)
  await hear()
  expect(await cash(), 'the venue says it').toBe(1_000_00n)
  expect(await hear(), 'and is answered').toBe(0)

  const closed = await play()
  await page('/api/away', closed.session, {})
  await page('/api/state', closed.session)
  clock.advance(10_000)
  await endGonePages(venue.venue)
  await hear()
  expect(await cash(), 'a page that is loaded again is not left').toBe(0n)
  await page('/api/away', closed.session, {})
  clock.advance(10_000)
  await endGonePages(venue.venue)
  await hear()
  expect(await cash(), 'one that is closed is').toBe(1_000_00n)

  const other = await site.member()
  const foreign = await site.call(
    'POST /api/money/left',
    { ticket: closed.ticket },
    { token: other.token },
  )
  expect(foreign.code, 'nobody leaves another one’s game').toBe(400)
})

test('without auto-transfer the money stays; with two pages of a venue the last one brings it home', async () => {
  await bring('300')
  const alone = await play()
  expect(await left(alone.ticket)).toMatchObject({ state: 'off', amount: 0 })
  expect(await where()).toMatchObject({ at_venues: 300 })
  await automatic()
  const one = await play()
  const two = await play()
  expect(await left(one.ticket)).toMatchObject({ state: 'playing' })
  expect(await cash()).toBe(0n)
  const [, again] = await Promise.all([left(two.ticket), launch()])
  // Whichever came first, the game that is open has the money, or the wallet has it.
  expect(again.code).toBe(200)
  await settle()
  await bringDueHome(site.services)
  expect((await left(again.data.ticket)).state).toBe('home')
  expect(await cash()).toBe(1_000_00n)
})

test('money that is about to come home stays where its member plays again', async () => {
  await automatic()
  const game = await play()
  const going = await transaction(owner, async tx => {
    await lockMember(tx, memberId)
    const asked = left(game.ticket)
    // It has seen that nothing is played, and waits for its turn to move the money.
    await untilSomeoneWaits(owner)
    await run(owner, sql`update launch_ticket set ended_at = null where ticket = ${game.ticket}`)
    return { asked }
  })
  expect(await going.asked).toMatchObject({ state: 'coming', amount: 0 })
  expect(await cash()).toBe(0n)
})

test('nothing comes home while a round is open there, and a lost answer is asked about', async () => {
  await automatic()
  const game = await play()
  await run(
    owner,
    sql`insert into bet (member_id, venue_id, bet_id, version, revision, game_code, round_id, selection, stake_fen, valid_fen,
      payout_fen, net_fen, status, fairness, math_version, placed_at)
    values (${memberId}, 6, 'OPEN-1', 0, 1, 'fortune3', 'R1', '{}', 100, 0, 0, 0, 2, '{}', '', ${clock.now()})`,
  )
  expect(await left(game.ticket)).toMatchObject({ state: 'waiting' })
  expect(await cash()).toBe(0n)
  await run(owner, sql`update bet set status = 1 where member_id = ${memberId}`)
  arm(venue, { kind: 'drop_after', endpoint: 'transfer', count: 1 })
  clock.advance(6_000)
  await bringDueHome(site.services)
  expect(await left(game.ticket)).toMatchObject({ state: 'coming' })
  expect(await where()).toMatchObject({ total: 1_000, under_way: 1_000 })
  await settle()
  expect(await cash()).toBe(1_000_00n)
})

test('a venue that is silent is asked for a left game’s money after 2 s, then twice as long each time, at most ten minutes', async () => {
  await automatic()
  const game = await play()
  const waitMs = async () => {
    const { due } = await theRow(
      owner,
      sql<{ due: Date }>`
      select home_due_at as due from launch_ticket where ticket = ${game.ticket}`,
    )
    return due.getTime() - clock.now().getTime()
  }
  const silent = () => arm(venue, { kind: 'drop_before', endpoint: 'bets', count: 1 })
  silent()
  expect(await left(game.ticket)).toMatchObject({ state: 'silent' })
  const waits: number[] = []
  for (const tries of [2, 3, 11]) {
    waits.push(await waitMs())
    await run(
      owner,
      sql`update launch_ticket set home_tries = ${tries - 1} where ticket = ${game.ticket}`,
    )
    clock.advance(waits.at(-1)! - 1)
    await bringDueHome(site.services)
    expect(await waitMs(), 'not yet').toBe(1)
    clock.advance(1)
    silent()
    await bringDueHome(site.services)
  }
  expect([...waits, await waitMs()]).toEqual([2_000, 4_000, 8_000, 600_000])
  clock.advance(600_000)
  await bringDueHome(site.services)
  expect(await cash()).toBe(1_000_00n)
})

test('what stands before a game: asked while nothing is brought by itself, within a limit of losses', async () => {
  type Before = { ask: boolean; most: number; loss_left: number | null; may_top_up: boolean }
  const before = async () =>
    (
      await site.call<Before>(
        'POST /api/money/before',
        { plat_name: 'FG', game_code: 'fortune3' },
        { token },
      )
    ).data
  expect(await before()).toMatchObject({
    ask: true,
    most: 1_000,
    loss_left: null,
    may_top_up: true,
  })
  await automatic()
  expect(await before()).toMatchObject({ ask: false })
  await support.call('POST /api/console/members/limit/set', {
    id: Number(memberId),
    kind: 'loss_day',
    amount: '60',
    remark: '会员要求',
  })
  expect(await before(), 'who has a limit brings it by hand').toMatchObject({
    ask: true,
    most: 60,
    loss_left: 60,
    may_automate: false,
    may_top_up: false,
  })
  expect((await bring('61')).message).toBe('净输限额还剩 60.00 元，最多可转入 60.00 元')
  for (const [fen, asks] of [
    [99n, false],
    [100n, true],
  ] as const) {
    const poor = await site.member()
    await fund(owner, poor.memberId, fen)
    const { data } = await site.call<Before>(
      'POST /api/money/before',
      { plat_name: 'FG', game_code: 'fortune3' },
      { token: poor.token },
    )
    expect(data.ask, 'no game takes less than a yuan').toBe(asks)
  }
  expect((await bring('60')).code).toBe(200)
  const limited = await play('FG', { top_up: '500' })
  expect((await page('/api/state', limited.session)).data.top_up, 'and nothing follows').toBe(null)
})

test('a game asks for more within what the member allowed: each, in all, once by its ref, and no longer than it is open', async () => {
  expect((await launch('FG', { top_up: '5000.01' })).message).toBe('游戏内转入最多可设 5,000.00 元')
  await bring('100')
  const game = await play('FG', { brought: 1, top_up: '600' })
  expect((await page('/api/state', game.session)).data).toMatchObject({
    balance: 100_00,
    top_up: { each: 500_00, left: 600_00 },
  })
  expect((await ask(game.session, 500_01)).code, 'more than once').toBe(4110)
  const ref = newRef()
  await ask(game.session, 400_00, ref)
  expect((await ask(game.session, 400_00, ref)).data.outcome, 'the same again').toBe('waiting')
  expect((await ask(game.session, 300_00)).code, 'more than in all').toBe(4110)
  arm(venue, { kind: 'drop_after', endpoint: 'answerSignal', count: 1 })
  await hear()
  await hear()
  expect((await page<{ outcome: string }>(`/api/money/${ref}`, game.session)).data.outcome).toBe(
    'done',
  )
  expect((await page('/api/state', game.session)).data).toMatchObject({
    balance: 500_00,
    top_up: { left: 200_00 },
  })
  expect(await where()).toMatchObject({ total: 1_000, central: 500, at_venues: 500 })

  // A venue that asks in its own name is held to the same.
  await signal('rogue', 300_00n, game.ticket)
  await signal('wrong', 1_00n, 'no-such-ticket-anywhere')
  await hear()
  expect(await answered('rogue')).toEqual({
    outcome: 'refused',
    said: '超过您进入游戏时允许转入的金额',
  })
  expect(await answered('wrong')).toMatchObject({ outcome: 'refused' })
  await left(game.ticket)
  await signal('late', 1_00n, game.ticket)
  await hear()
  expect(await answered('late')).toMatchObject({ outcome: 'refused' })
  expect(await where()).toMatchObject({ central: 500, at_venues: 500 })
})

test('nothing follows into the game of who has no more, or was limited meanwhile', async () => {
  const game = await play('FG', { brought: 1, top_up: '500' })
  await bring('900', 'OB')
  const asked = await ask(game.session, 200_00)
  await hear()
  expect((await page(`/api/money/${asked.data.ref}`, game.session)).data).toMatchObject({
    outcome: 'refused',
    text: '没有转入，中心钱包可转的余额不足',
  })
  expect((await page('/api/state', game.session)).data.top_up, 'given back').toMatchObject({
    left: 500_00,
  })
  await site.call('POST /api/transall', {}, { token })
  await support.call('POST /api/console/members/limit/set', {
    id: Number(memberId),
    kind: 'stake_day',
    amount: '600',
    remark: '会员要求',
  })
  expect((await ask(game.session, 100_00)).code, 'the limit has ended the game').toBe(4002)
  // As if the limit had come between: the launch is open, and the venue asks.
  await run(owner, sql`update launch_ticket set ended_at = null where ticket = ${game.ticket}`)
  await signal('limited', 100_00n, game.ticket)
  await hear()
  expect(await answered('limited')).toEqual({
    outcome: 'refused',
    said: '您设有限额，游戏中不能转入，请离开游戏后再转',
  })
  expect(await cash()).toBe(1_000_00n)
})

test('money that is about to follow into a game stays when that is left meanwhile', async () => {
  const game = await play('FG', { brought: 1, top_up: '500' })
  const { data } = await ask(game.session, 200_00)
  const { venues } = site.services
  const rests = venues.rests.bind(venues)
  // The amount has been taken off what the member allowed; its transfer has not begun.
  const between = vi.spyOn(venues, 'rests').mockImplementationOnce(async venue => {
    await left(game.ticket)
    return rests(venue)
  })
  await hear()
  expect(between).toHaveBeenCalled()
  between.mockRestore()
  expect(await cash()).toBe(1_000_00n)
  expect((await answered(data.ref)).outcome).toBe('pending')
  await hear()
  expect(await cash()).toBe(1_000_00n)
})

test('a platform of v1 names no launch: nothing is signalled to it, and nothing may follow', async () => {
  const fg = venueClient({
    baseUrl: venueBaseUrl(venue.url, 'FG'),
    merchant: SANDBOX_MERCHANT.merchant,
    keys: [SANDBOX_MERCHANT.key],
    clock: () => clock.now().getTime(),
  })
  const health = await fg.health({})
  expect(health).toMatchObject({
    data: { protocol: '1', features: ['left', 'money', 'free_rounds', 'jackpots', 'tournaments'] },
  })
  await bring('100')
  const opened = await fg.launch({
    player: memberId.toString(),
    game_code: 'fortune3',
    lobby_url: 'https://m.example.com/',
    money: { each: 100n, total: 100n },
  })
  if (opened.kind !== 'ok') throw new Error(opened.kind)
  const session = await enter(opened.data.url)
  expect((await page('/api/state', session)).data.top_up).toBe(null)
  expect((await ask(session, 100)).code).toBe(4110)
  await page('/api/leave', session, {})
  const fed = await fg.bets({})
  expect(fed.kind === 'ok' && fed.data.signals).toBe(undefined)
})
