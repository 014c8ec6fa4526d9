// What lies between two deeds: two games opened at the same moment, a limit set while one opens, a
// venue that is silent in between, midnight, a person who turns up in another account.
import { run, sql, theRow, transaction } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { reviewState } from '@tianping/contract/facts'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { writeRule } from '../../src/areas/activity/writeRule.ts'
import { seedCashier } from '../../src/areas/cashier/demo.ts'
import { verifyContact } from '../../src/areas/delivery/delivery.ts'
import { blockMember, endOverdue } from '../../src/areas/responsible/responsible.ts'
import { lockSetting } from '../../src/kernel/operator/settingForm.sql.ts'
import { bankCard, bind } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { poison } from '../support/poison.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { addVenues, arm, fund, openTestVenue } from '../support/venue.ts'
import { untilSomeoneWaits } from '../support/locks.ts'

const database = await freshDatabase('server')
const owner = database.open()
// Eleven in the evening in Beijing.
const clock = new TestClock('2026-11-20T15:00:00Z')
await addVenues(owner)
await seedCashier(owner, clock.now())
const GAMES = { FG: 'fortune3', PP: 'koi3' } as const
type Code = keyof typeof GAMES
for (const [code, game] of Object.entries(GAMES))
  await run(
    owner,
    sql`insert into game (venue_id, game_code, name, image) select venue_id, ${game}, ${game}, '/art/tile-slots.webp' from venue where platname = ${code}`,
  )
const venue = await openTestVenue({
  clock: () => clock.now().getTime(),
  limits: { visitorPerSecond: 1e6, visitorBurst: 1e6 },
})
const openOne = () => openTestSite(database.url, { venueUrl: venue.url, clock, venueClock: clock })
const site = await openOne()
const other = await openOne()

type Member = Awaited<ReturnType<typeof site.member>>
async function player(): Promise<Member> {
  const member = await site.member()
  await fund(owner, member.memberId, 1_000_00n)
  for (const targettype of Object.keys(GAMES))
    await site.call(
      'POST /api/transfer',
      { sourcetype: 'userbalance', targettype, amount: '200' },
      { token: member.token },
    )
  return member
}
const limit = ({ token }: Member, kind: string, amount: string) =>
  site.call('POST /api/protection/limit', { kind, amount }, { token })
const launch = ({ token }: Member, code: Code, at = site) =>
  at.call<{ url: string }>(
    'POST /api/getGameUrl',
    { plat_name: code, game_type: 0, game_code: GAMES[code], is_mobile_url: 1 },
    { token },
  )
type Session = { net_limit_left: number | null; ends_at: string | null }
type Entered = { code: number; data: { token: string; state: { session: Session } } }
async function ask<T>(path: string, token: string, body?: object): Promise<T> {
  const answer = await fetch(venue.url + path, {
    method: body ? 'POST' : 'GET',
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return (await answer.json()) as T
}
async function open(member: Member, code: Code) {
  const { data, message } = await launch(member, code)
  expect(data?.url, message).toBeTruthy()
  const token = new URL(data.url).hash.slice('#t='.length)
  const entered = await ask<Entered>('/api/session', '', { token })
  const session = entered.data.token
  return {
    ...entered.data.state.session,
    state: async () => (await ask<{ code: number }>('/api/state', session)).code,
    bet: async (id: string, stake: number) =>
      (await ask<{ code: number }>('/api/bets', session, { client_bet_id: id, stake })).code,
  }
}

/** Two games at the same moment: both are open at their venues before either answers. */
const atOnce = async ([first, second]: readonly [Member, Member]) => {
  const { both } = await transaction(owner, async tx => {
    await lockSetting(tx, 'play')
    const both = Promise.all([launch(first, 'FG'), launch(second, 'PP', other)])
    await untilSomeoneWaits(owner, 2)
    return { both }
  })
  return both
}

test('of two games that a member with a limit opens at the same moment one opens', async () => {
  const member = await player()
  await limit(member, 'loss_day', '50')
  const answers = await atOnce([member, member])
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  const free = await player()
  const both = await Promise.all([launch(free, 'FG'), launch(free, 'PP', other)])
  expect(
    both.map(({ code }) => code),
    'without a limit each opens',
  ).toEqual([200, 200])
})

test('a game that is being opened while a limit is set does not open without it', async () => {
  const member = await player()
  const { waiting } = await transaction(owner, async tx => {
    // The launch has found no limit, and now waits to write down that it is one.
    await run(tx, sql`insert into member_care (member_id) values (${member.memberId})`)
    const waiting = launch(member, 'FG')
    await untilSomeoneWaits(owner)
    await run(
      tx,
      sql`insert into member_limit (member_id, kind, source, amount, set_by, set_at) values (${member.memberId}, 'stake_day', 'member', 0, '', ${clock.now()})`,
    )
    return { waiting }
  })
  expect((await waiting).code, 'found when the game was counted').toBe(400)
  const second = await player()
  const { opening } = await transaction(owner, async tx => {
    // Open at its venue, the launch waits to write down that it is.
    await lockSetting(tx, 'play')
    const opening = launch(second, 'PP')
    await untilSomeoneWaits(owner)
    expect((await limit(second, 'loss_day', '50')).code).toBe(200)
    return { opening }
  })
  expect((await opening).message).toBe('您设有净输限额，其他游戏暂时无法结束，请稍后再试')
})

const silent = () => {
  arm(venue, { kind: 'error_after', endpoint: 'bets', count: 1 })
  return Promise.resolve()
}
const heldByAnother = async () => {
  const until = new Date(clock.now().getTime() + 30_000)
  await run(owner, sql`update venue_feed set leased_until = ${until}`)
}
test.each([
  ['that does not tell its bets', silent],
  ['of which another instance holds the feed', heldByAnother],
])('a member with a limit opens no game after one at a venue %s', async (_, disturb) => {
  const member = await player()
  await limit(member, 'stake_day', '10')
  const first = await open(member, 'FG')
  expect(await first.bet('between-1', 1_000)).toBe(0)
  await disturb()
  expect((await launch(member, 'PP')).message).toBe('游戏场馆暂时无法连接，请稍后再试')
  await run(owner, sql`update venue_feed set leased_until = '-infinity'`)
  expect((await launch(member, 'PP')).message).toContain('已达到您的每日投注额限额')
})

test('what was won before midnight is not lost after it: a game with a limit of losses ends there', async () => {
  const member = await player()
  await limit(member, 'loss_day', '50')
  await limit(member, 'loss_week', '500')
  const midnight = '2026-11-21 00:00:00'
  const first = await open(member, 'FG')
  expect(beijing(new Date(first.ends_at ?? 0))).toBe(midnight)
  clock.advance(3_600_000)
  expect(await first.bet('between-2', 100)).toBe(4106)
  const free = await player()
  expect((await open(free, 'FG')).ends_at).toBeNull()
})

test('the minutes between two openings count towards a limit of time', async () => {
  const member = await player()
  await limit(member, 'time_day', '20')
  await open(member, 'FG')
  clock.advance(14 * 60_000)
  const second = await open(member, 'PP')
  expect(new Date(second.ends_at ?? 0).getTime() - clock.now().getTime()).toBe(6 * 60_000)
})

const exclude = ({ token }: Member) =>
  site.call(
    'POST /api/protection/exclude',
    { term: '6m', word: '我要排除', password: 'secret1' },
    { token },
  )
test('a bet that is told of late joins the openings on both sides of it into one time of play', async () => {
  const member = await player()
  const minutes = (n: number) => clock.advance(n * 60_000)
  const game = await open(member, 'FG')
  minutes(8)
  expect(await game.bet('between-3', 100)).toBe(0)
  minutes(8)
  // Nobody has read of the bet yet: the two openings lie further apart than one time of play.
  expect((await launch(member, 'PP')).code).toBe(200)
  await limit(member, 'time_day', '15')
  minutes(1)
  expect((await launch(member, 'PP')).message).toMatch(/^已达到您的每日游戏时长限额 15 分钟/)
})

test.each(['the younger account', 'the excluded one'])(
  'games end of a younger account that is seen to be an excluded person’s, when %s shows the card',
  async who => {
    const first = await player()
    const second = await player()
    const card = bankCard(`622202000${second.memberId}`)
    const [before, after] = who === 'the excluded one' ? [second, first] : [first, second]
    await bind(site, before.token, card)
    await exclude(first)
    const game = await open(second, 'FG')
    await bind(site, after.token, card)
    await endOverdue(site.services)
    // The session is no more.
    await expect.poll(game.state).toBe(4002)
    expect((await launch(second, 'FG')).message).toBe('您已自我排除，期间不能存款与游戏')
  },
)

/** An application for a bonus of ¥8 that waits for a person, as a desk approves it. */
async function applied({ token, memberId }: Member) {
  const { activity } = await theRow(
    owner,
    sql<{ activity: number }>`
    with t as (insert into activity_type (name) values ('测试') on conflict (name) do update set name = excluded.name returning type_id)
    insert into activity (type_id, title, banner, content, memo, enabled)
    select type_id, '活动', '/art/activity-1.webp', '<p>内容</p>', '<p>说明</p>', true from t returning activity_id as activity`,
  )
  await writeRule(
    owner,
    activity,
    { bonus: { kind: 'fixed', fen: 800 } },
    { name: 'test', at: clock.now() },
  )
  const asked = await site.call('POST /api/doactivityapply', { activityid: activity }, { token })
  expect(asked.code, asked.message).toBe(200)
  const { id } = await theRow(
    owner,
    sql<{
      id: string
    }>`select application_id as id from activity_application where member_id = ${memberId}`,
  )
  return { application_id: id, remark: '核实' }
}

/** A gift with turnover that an operator has proposed, as another approves it. */
async function proposed({ memberId }: Member) {
  const finance = await desk(site, 'finance')
  const asked = await finance.call('POST /api/console/adjustments/propose', {
    member: String(memberId),
    direction: 'give',
    amount: '8',
    turnover_times: 1,
    reason: '补偿',
  })
  expect(asked.code, asked.message).toBe(200)
  const { id } = await theRow(
    owner,
    sql<{ id: string }>`select adjustment_id as id from adjustment where member_id = ${memberId}`,
  )
  return { adjustment_id: id, remark: '核实' }
}

test.each([
  ['a bonus', applied, 'applications'],
  ['a gift', proposed, 'adjustments'],
] as const)('%s that is approved while a block is being set is not paid', async (_, make, room) => {
  const member = await site.member()
  const { memberId } = member
  const sent = await make(member)
  const boss = await desk(site, 'admin')
  const { waiting } = await transaction(owner, async tx => {
    await blockMember(site.services, tx, {
      memberId,
      kind: 'exclusion',
      term: '6m',
      until: new Date(clock.now().getTime() + 180 * 86_400_000),
      reason: '',
      setBy: '',
      setAt: clock.now(),
    })
    const waiting = boss.call(`POST /api/console/${room}/approve`, sent)
    await untilSomeoneWaits(owner)
    return { waiting }
  })
  expect((await waiting).code).not.toBe(200)
  const { paid } = await theRow(
    owner,
    sql<{
      paid: bigint
    }>`select count(*) as paid from ledger.transaction where member_id = ${memberId}`,
  )
  expect(paid).toBe(0n)
})

test.each([
  ['excluded', exclude],
  [
    'offered nothing',
    ({ memberId }: Member) =>
      run(
        owner,
        sql`insert into harm_stop (member_id, since) values (${memberId}, ${clock.now()})`,
      ),
  ],
])('no two persons together pay the bonus of a member who is %s meanwhile', async (_, stop) => {
  const member = await site.member()
  const { memberId } = member
  const sent = await applied(member)
  await stop(member)
  const [one, two] = [await desk(site, 'admin'), await desk(site, 'admin')]
  await one.call('POST /api/console/applications/release', sent)
  expect((await two.call('POST /api/console/applications/approve', sent)).code).not.toBe(200)
  const { state } = await theRow(
    owner,
    sql<{ state: number }>`select state from activity_application where member_id = ${memberId}`,
  )
  expect(state).toBe(reviewState.waiting)
})

test('accounts of one person play under one limit: one game at a time, and what is left of the sum', async () => {
  const [first, second] = [await player(), await player()]
  const prove = ({ memberId }: Member) =>
    verifyContact(owner, site.services.outward.keys, {
      memberId,
      channel: 'sms',
      contact: '13700001234',
      at: clock.now(),
    })
  // Spins of one player are some seconds apart.
  const spin = (game: Awaited<ReturnType<typeof open>>, id: string) => {
    clock.advance(3_000)
    return game.bet(id, 1_000)
  }
  await limit(first, 'stake_day', '30')
  await prove(first)
  const free = await open(second, 'FG')
  expect(await spin(free, 'person-1')).toBe(0)
  // Both turn out to be one person's: what is open is over, and the stake counts for both.
  await prove(second)
  await endOverdue(site.services)
  await expect.poll(free.state).not.toBe(0)
  const one = await open(first, 'PP')
  expect(await spin(one, 'person-2')).toBe(0)
  const two = await open(second, 'FG')
  expect(await one.state(), 'the other account has opened a game').not.toBe(0)
  expect(await spin(two, 'person-3')).toBe(0)
  expect(await spin(two, 'person-4'), 'nothing is left').not.toBe(0)
  expect((await launch(first, 'PP')).code, 'nothing is left').toBe(400)

  // At the same moment one of them opens; a stricter limit of either ends the game of the other.
  clock.advance(24 * 3_600_000)
  const again = await Promise.all([site.enter(first.memberId), site.enter(second.memberId)])
  const [fresh, alike] = [first, second].map((member, n) => ({ ...member, token: again[n]! }))
  const answers = await atOnce([fresh!, alike!])
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  const last = await open(alike!, 'PP')
  await limit(fresh!, 'loss_day', '10')
  await expect.poll(last.state).not.toBe(0)
})

test('play whose end fails for one member ends for the others, and for the one with a later turn', async () => {
  const [first, second] = [await player(), await player()]
  const games = [await open(first, 'FG'), await open(second, 'FG')]
  clock.advance(60_000)
  await run(
    owner,
    sql`
    update play_stretch set ends_at = ${clock.now()}
    where member_id in (${first.memberId}, ${second.memberId}) and ends_at is null`,
  )
  const cure = await poison(owner, 'play_end', first.memberId)
  await expect(endOverdue(site.services)).rejects.toThrow('1 failed: poisoned')
  await expect.poll(games[1]!.state).toBe(4002)
  expect(await games[0]!.state()).toBe(0)
  await cure()
  expect(await endOverdue(site.services), 'it is taken until then').toBe(0)
  clock.advance(31_000)
  expect(await endOverdue(site.services)).toBe(1)
  await expect.poll(games[0]!.state).toBe(4002)
  clock.advance(31_000)
  expect(await endOverdue(site.services)).toBe(0)
})
