// What stands above the categories of home, the search, the next matches and the first steps.
import { run, sql, transaction, theRow } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { football } from '../../../venue/games/football/model/football.ts'
import { advanceBook } from '../../../venue/server/book/advance.ts'
import { gamePage } from '../../../venue/test/support/support.ts'
import type { Book } from '../../../venue/model/Book.ts'
import { seedCashier } from '../../src/areas/cashier/demo.ts'
import { countGameHeat, LOBBY_SETTING, lobbySchema } from '../../src/areas/games/games.ts'
import { blockMember } from '../../src/areas/responsible/responsible.ts'
import {
  VERIFICATION_SETTING,
  verificationSchema,
} from '../../src/areas/verification/verification.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { creditDeposit } from '../../src/areas/cashier/credit.ts'
import { lockDeposit } from '../../src/areas/cashier/cashier.ts'
import { bankCard, bankTransfer, bind } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { addVenues, arm, openTestVenue } from '../support/venue.ts'

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)
await seedCashier(owner, new Date())
const GAMES = [
  ['FG', 'fortune3', '招财进宝'],
  ['FG', 'jewel3', '珠光宝气'],
  ['LIVE', 'bac', '百家乐'],
  ['SPORT', 'football', '足球'],
] as const
for (const [venue, code, name] of GAMES)
  await run(
    owner,
    sql`insert into game (venue_id, game_code, name, image, first_shown_at)
    select venue_id, ${code}, ${name}, ${`/art/${code}.webp`}, timestamptz '1970-01-01 00:00:00Z' from venue where platname = ${venue}`,
  )
const venue = await openTestVenue()
await advanceBook(venue.venue, football as Book)
const clock = new TestClock()
const site = await openTestSite(database.url, { venueUrl: venue.url, clock })
const chief = await desk(site, 'admin', 'chief')

type Tile = { platform_name: string; game_code: string; game_name: string }
type Picks = { hot: Tile[]; fresh: Tile[]; books: object[] }
type Mine = { recent: Tile[]; favourites: Tile[] }
const codes = (tiles: Tile[]) => tiles.map(each => each.game_code)
const picks = async (token = '') =>
  (await site.call<Picks>('GET /api/game/picks', {}, { token })).data
const mine = async (token: string) =>
  (await site.call<Mine>('POST /api/game/mine', {}, { token })).data
const launched = (memberId: bigint, code: string, at = clock.now()) =>
  run(
    owner,
    sql`insert into game_launch (member_id, venue_id, game_code, address, at)
    select ${memberId}, venue_id, game_code, '', ${at} from game where game_code = ${code}`,
  )
const configure = (value: Partial<(typeof lobbySchema)['_output']>) =>
  writeSetting(owner, LOBBY_SETTING, lobbySchema, value, { name: 'test', at: clock.now() })

const block = async (memberId: bigint) => {
  const setAt = clock.now()
  await transaction(owner, tx =>
    blockMember(site.services, tx, {
      memberId,
      kind: 'timeout',
      term: '6m',
      until: new Date(setAt.getTime() + DAY_MS),
      reason: '',
      setBy: '',
      setAt,
    }),
  )
}

const practise = (code: string, more: object = {}, token = '') =>
  site.call<{ url: string }>(
    'POST /api/game/practice',
    { plat_name: 'FG', game_code: code, ...more },
    token ? { token } : {},
  )

test('every shown game opens without money: for members, and for visitors once they said their age', async () => {
  const { token, memberId } = await site.member()
  for (const opened of [
    await practise('fortune3', {}, token),
    await practise('fortune3', { of_age: 1 }),
  ]) {
    const page = gamePage(venue.url)
    const { state } = (await page.enter(opened.data.url)).data
    expect(state).toMatchObject({ demo: true, game: { code: 'fortune3' }, balance: 200_000 })
    expect((await page.bet(1_000)).code).toBe(0)
  }
  const fed = await theRow(
    venue.venue.db,
    sql<{
      bets: number
      fed: number
    }>`select count(*)::int as bets, count(version)::int as fed from bet where game_code = 'fortune3'`,
  )
  expect(fed).toEqual({ bets: 2, fed: 0 })
  const kept = sql<{
    many: number
  }>`select (select count(*) from game_launch where member_id = ${memberId}) + (select count(*) from venue_player where member_id = ${memberId}) as many`
  expect(Number((await theRow(owner, kept)).many), 'nothing of it is kept').toBe(0)
})

test('play without money is refused to who is on a break, to a visitor without the question of age, and where play asks for papers', async () => {
  const { token, memberId } = await site.member()
  await block(memberId)
  expect((await practise('fortune3', {}, token)).message).toMatch(/^您的账户已暂停使用至/)
  expect((await practise('fortune3', { of_age: 1 }, token)).message).toMatch(
    /^您的账户已暂停使用至/,
  )
  const young = await site.member({ birthday: '2015-01-01' })
  expect((await practise('fortune3', { of_age: 1 }, young.token)).code).not.toBe(200)
  expect(await practise('fortune3')).toMatchObject({
    message: '请先确认已满 18 周岁',
    data: { rule: 'age', age: 18 },
  })
  expect((await practise('nothing', { of_age: 1 })).message).toBe('该游戏暂未开放')
  await writeSetting(
    owner,
    VERIFICATION_SETTING,
    verificationSchema,
    { playTier: 1 },
    {
      name: 'test',
      at: clock.now(),
    },
  )
  expect((await practise('fortune3', { of_age: 1 })).message).toBe('请登录并完成身份认证后再试玩')
  await writeSetting(
    owner,
    VERIFICATION_SETTING,
    verificationSchema,
    { playTier: 0 },
    {
      name: 'test',
      at: clock.now(),
    },
  )
})

test('games are hot by how many members opened them, never by fewer than the site counts; the operator puts and keeps games there', async () => {
  await configure({ hotPlayers: 3 })
  const players = []
  for (let i = 0; i < 3; i++) players.push(await site.member())
  const ids = players.map(({ memberId }) => memberId)
  for (const memberId of ids) await launched(memberId, 'bac')
  // Two members, however often, are not counted; nor is what is older than the days that count.
  for (const memberId of [...ids.slice(0, 2), ...ids.slice(0, 2)])
    await launched(memberId, 'jewel3')
  const old = new Date(clock.now().getTime() - 8 * DAY_MS)
  for (const memberId of ids) await launched(memberId, 'fortune3', old)
  expect(await countGameHeat(site.services)).toBe(1)
  expect(await picks()).toMatchObject({ hot: [{ game_code: 'bac' }], fresh: [] })
  // Within the hour nothing is counted anew, so no single member moves the list.
  for (const memberId of ids) await launched(memberId, 'fortune3')
  expect(await countGameHeat(site.services)).toBe(0)
  await run(owner, sql`update game_heat set counted_at = counted_at - interval '1 hour'`)
  expect(await countGameHeat(site.services)).toBe(2)

  const games = (await chief.call('POST /api/console/games/list', { page: 1, q: '' })).data.data
  const game = (code: string) => games.find(each => each.game_code === code)!
  expect(game('bac')).toMatchObject({ players: 3, pick: '' })
  expect(game('jewel3').players).toBe(0)
  const save = (code: string, change: object) => {
    const { venue_id, game_code, seen, rank } = game(code)
    const kept = { venue_id, game_code, seen, rank, shown: 1 as const, on_home: 1 as const }
    return chief.call('POST /api/console/games/save', { ...kept, ...change })
  }
  expect((await save('bac', { pick: 'none' })).code).toBe(200)
  expect((await save('jewel3', { pick: 'hot' })).code).toBe(200)
  expect((await save('fortune3', { pick: 'everywhere' })).code).toBe(400)
  expect(codes((await picks()).hot)).toEqual(['jewel3', 'fortune3'])
})

test('a game counts as new from the day it was first shown, and not again when it comes back', async () => {
  await run(
    owner,
    sql`insert into game (venue_id, game_code, name, image, app_state) select venue_id, 'koi3', '锦鲤三连', '', 0 from venue where platname = 'PP'`,
  )
  const show = async (shown: 0 | 1) => {
    const { data } = await chief.call('POST /api/console/games/list', { page: 1, q: 'koi3' })
    const { venue_id, game_code, seen, rank } = data.data[0]!
    const asked = { venue_id, game_code, seen, rank, shown, on_home: 1 as const }
    expect((await chief.call('POST /api/console/games/save', asked)).code).toBe(200)
  }
  expect(codes((await picks()).fresh)).toEqual([])
  await show(1)
  expect(codes((await picks()).fresh)).toEqual(['koi3'])
  await run(owner, sql`update game set first_shown_at = first_shown_at - interval '31 days'`)
  expect(codes((await picks()).fresh)).toEqual([])
  await show(0)
  await show(1)
  expect(codes((await picks()).fresh)).toEqual([])
})

test('a member finds what was opened last and what was marked; marking is idempotent, bounded and one’s own', async () => {
  const [one, other] = [await site.member(), await site.member()]
  const token = one.token
  const mark = (code: string, on: 0 | 1, plat_name = 'FG') =>
    site.call('POST /api/game/favourite', { plat_name, game_code: code, on }, { token })
  const opened = await site.call<{ url: string }>(
    'POST /api/getGameUrl',
    { plat_name: 'SPORT', game_type: 0, game_code: 'football', is_mobile_url: 1, match: '12345' },
    { token },
  )
  expect(new URL(opened.data.url).hash).toMatch(/^#t=[\w-]{43}&m=12345$/)
  clock.advance(1_000)
  await launched(one.memberId, 'jewel3')
  for (const code of ['jewel3', 'fortune3', 'jewel3']) expect((await mark(code, 1)).code).toBe(200)
  clock.advance(1_000)
  expect((await mark('bac', 1, 'live')).code).toBe(200)
  expect((await mark('nothing', 1)).message).toBe('该游戏暂未开放')
  const own = await mine(token)
  expect(codes(own.recent)).toEqual(['jewel3', 'football'])
  expect(codes(own.favourites)[0]).toBe('bac')
  expect(codes(own.favourites).toSorted()).toEqual(['bac', 'fortune3', 'jewel3'])
  expect(await mine(other.token)).toEqual({ recent: [], favourites: [], free_rounds: [] })
  for (const _ of [1, 2]) expect((await mark('bac', 0, 'LIVE')).code).toBe(200)
  expect(codes((await mine(token)).favourites)).not.toContain('bac')
  await run(
    owner,
    sql`insert into game (venue_id, game_code, name, image) select 9, 'x' || n, '测试', '' from generate_series(1, 60) n`,
  )
  await run(
    owner,
    sql`insert into game_favourite select ${one.memberId}, 9, 'x' || n, ${clock.now()} from generate_series(1, 58) n`,
  )
  expect((await mark('bac', 1, 'LIVE')).message).toBe('最多收藏 60 个游戏，请先取消一些')
  expect((await mark('jewel3', 1)).code, 'marked before').toBe(200)
  await run(owner, sql`delete from game where venue_id = 9`)
})

type Found = {
  games: (Tile & { hit: number[] | null; venue_hit: number[] | null })[]
  activities: { title: string; hit: number[] }[]
  matches: { id: string; home: string; home_hit: number[] | null }[]
}
const search = async (q: string, options: object = {}) =>
  (await site.call<Found>('POST /api/search', { q }, options)).data

type Books = {
  books: {
    game_code: string
    asked_at: string
    matches: { id: string; home: string; picks: object[] }[]
  }[]
}
const books = async () => (await site.call<Books>('GET /api/game/matches')).data.books
/** Once the venue answers in time: on a busy machine it may fail, and rests for some seconds. */
async function toldBooks() {
  for (let turn = 0; turn < 50; turn += 1) {
    const found = await books()
    if (found.length > 0) return found
    clock.advance(6_000)
  }
  throw new Error('the venue tells no matches')
}

test('the search finds games by name, pinyin, initials and venue, activities and matches, and marks the hit', async () => {
  const hits = async (q: string) =>
    (await search(q)).games.map(({ game_code, hit }) => [game_code, hit])
  expect(await hits('进宝')).toEqual([['fortune3', [2, 2]]])
  expect(await hits(' ＺＣＪ ')).toEqual([['fortune3', [0, 3]]])
  expect(await hits('baijial')).toEqual([['bac', [0, 3]]])
  const byVenue = (await search('fg')).games
  expect(byVenue.map(({ game_code }) => game_code).toSorted()).toEqual(['fortune3', 'jewel3'])
  expect(byVenue[0]).toMatchObject({ hit: null, venue_hit: [0, 2] })
  expect(await search('%')).toEqual({ games: [], activities: [], matches: [] })
  await run(owner, sql`insert into activity_type (name) values ('测试')`)
  await run(
    owner,
    sql`insert into activity (type_id, title, banner, content, memo, enabled) select type_id, '新会员首存有礼', '', '', '', true from activity_type`,
  )
  expect((await search('sc')).activities).toMatchObject([{ title: '新会员首存有礼', hit: [3, 2] }])
  const [book] = await toldBooks()
  const first = book!.matches[0]!
  expect((await search(first.home)).matches[0]).toMatchObject({
    id: first.id,
    home_hit: [0, first.home.length],
  })
  expect((await site.call('POST /api/search', { q: '长'.repeat(41) })).code).toBe(400)
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const asked = () => site.call('POST /api/search', { q: '宝' }, { headers })
  expect((await asked()).code).toBe(200)
  await run(owner, sql`update throttle set attempts = 300 where bucket like 'search:203.0.113.9%'`)
  expect((await asked()).message).toMatch(/^尝试次数过多/)
  const { token } = await site.member()
  expect((await site.call('POST /api/search', { q: '宝' }, { headers, token })).code).toBe(200)
})

test('matches come with prices and the moment they were asked for; a venue that fails rests, and its tile stands alone', async () => {
  clock.advance(6_000)
  const [book] = await toldBooks()
  expect(book).toMatchObject({ game_code: 'football', platform_name: 'SPORT' })
  expect(book!.matches[0]).toMatchObject({
    home: expect.stringMatching(/./),
    picks: [
      { name: '主胜' },
      { name: '平' },
      { name: '客胜', price: expect.stringMatching(/^\d+\.\d\d$/) },
    ],
  })
  expect((await picks()).books).toEqual([{ platform_name: 'SPORT', game_code: 'football' }])
  const askedAt = book!.asked_at
  clock.advance(4_000)
  expect((await books())[0]!.asked_at, 'remembered').toBe(askedAt)
  arm(venue, { kind: 'drop_before', endpoint: 'matches', venue: 'SPORT', count: 1 })
  clock.advance(2_000)
  expect(await books()).toEqual([])
  expect((await picks()).books).toEqual([])
  clock.advance(6_000)
  expect(await books(), 'rests although the venue would answer').toEqual([])
  clock.advance(6_000)
  expect(await toldBooks()).toHaveLength(1)
  await configure({ hotPlayers: 3, matches: false })
  expect([await books(), (await picks()).books]).toEqual([[], []])
  await configure({ hotPlayers: 3 })
})

type Steps = {
  shown: string
  safety: { state: string; limit: object | null }
  card: { state: string; label: string }
  deposit: { state: string; amount: number | null; activity: { title: string } | null }
}

test('a new member is led through limit, card and first deposit; put off on one device is put off on all; done is said once', async () => {
  const { id } = await theRow(
    owner,
    sql<{ id: number }>`select activity_id as id from activity where title = '新会员首存有礼'`,
  )
  await configure({ hotPlayers: 3, firstActivity: id })
  const { token, memberId } = await site.member()
  const steps = async () => (await site.call<Steps>('POST /api/onboarding', {}, { token })).data
  const show = async (to: string) =>
    (await site.call<Steps>('POST /api/onboarding/show', { show: to }, { token })).data.shown
  expect(await steps()).toMatchObject({
    shown: 'steps',
    safety: { state: 'todo', limit: null },
    card: { state: 'todo' },
    deposit: { state: 'todo', activity: { title: '新会员首存有礼' } },
  })
  expect(await show('line')).toBe('line')
  const device = await site.enter(memberId)
  expect((await site.call<Steps>('POST /api/onboarding', {}, { token: device })).data.shown).toBe(
    'line',
  )
  expect(await show('closed'), 'what is not done is only put off').toBe('line')
  expect(await show('steps')).toBe('steps')
  await site.call('POST /api/protection/limit', { kind: 'deposit_day', amount: '2000' }, { token })
  expect((await steps()).safety).toMatchObject({
    state: 'done',
    limit: { kind: 'deposit_day', amount: 2000 },
  })
  await bind(site, token, bankCard())
  expect((await steps()).card).toEqual({
    state: 'done',
    label: expect.stringMatching(/^沙盒商业银行 尾号 \d{4}$/),
  })
  const sent = await site.call('POST /api/recharge', { ...bankTransfer, amount: '500' }, { token })
  expect(sent.code, sent.message).toBe(200)
  expect((await steps()).deposit).toEqual({ state: 'waiting', amount: 500, activity: null })
  const { no } = await theRow(
    owner,
    sql<{ no: string }>`select deposit_no as no from deposit_order where member_id = ${memberId}`,
  )
  await transaction(owner, async tx => {
    const order = await lockDeposit(tx, memberId, no)
    const actor = { type: 'system', id: 'test' } as const
    const how = { amountFen: 500_00n, decidedBy: 'test', remark: '', now: clock.now() }
    await creditDeposit(tx, order, { ...how, actor })
  })
  expect((await steps()).shown).toBe('done')
  expect(await show('closed')).toBe('none')
  expect((await steps()).shown).toBe('none')
})

test('members on a break find none of it: no games, no matches, no search, no steps', async () => {
  const { token, memberId } = await site.member()
  await launched(memberId, 'bac')
  await block(memberId)
  expect(await picks(token)).toEqual({ hot: [], fresh: [], books: [] })
  expect(await mine(token)).toEqual({ recent: [], favourites: [], free_rounds: [] })
  expect(await search('百家乐', { token })).toEqual({ games: [], activities: [], matches: [] })
  expect((await site.call('GET /api/game/matches', {}, { token })).data).toEqual({ books: [] })
  const { data } = await site.call<Steps>('POST /api/onboarding', {}, { token })
  expect(data.shown).toBe('none')
  const { data: put } = await site.call<Steps>(
    'POST /api/onboarding/show',
    { show: 'steps' },
    { token },
  )
  expect(put.shown).toBe('none')
})

test('a game opens in the language that the member chose, practice too', async () => {
  const { token } = await site.member()
  const game = { plat_name: 'FG', game_code: 'fortune3' }
  const opened = async (lang?: string) => {
    const asked = { ...game, game_type: 0, is_mobile_url: 1, ...(lang ? { lang } : {}) }
    return site.call<{ url: string }>('POST /api/getGameUrl', asked, { token })
  }
  const langOf = (url: string) => new URL(url).searchParams.get('lang')
  expect(langOf((await opened('en')).data.url)).toBe('en')
  expect(langOf((await opened('zh-Hans')).data.url)).toBeNull()
  expect(langOf((await opened()).data.url)).toBeNull()
  expect((await opened('fr')).code).toBe(400)
  const practice = await site.call<{ url: string }>(
    'POST /api/game/practice',
    { ...game, lang: 'en' },
    { token },
  )
  expect(langOf(practice.data.url)).toBe('en')
})
