// Missions: set up by two persons, counted from facts, claimed once for each person within the
// budget; nobody is urged who set limits, rests, is excluded or takes no offers.
import { rows, run, sql, theRow } from '@tianping/database'
import { addDays, beijingDay, DAY_MS, startOfDay } from '@tianping/money/day'
import { missionGoals } from '@tianping/contract/giveaways/facts'
import { afterAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { rollUpFacts } from '../../src/areas/figures/figures.ts'
import { checkGiveaways } from '../../src/areas/giveaways/giveaways.ts'
import { PROTECTION_SETTING, protectionSchema } from '../../src/areas/protection/protection.ts'
import { applyBets } from '../../src/areas/venues/feed.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { balances } from '../../src/ledger/ledger.ts'
import { requirementsOf } from '../../src/ledger/wagering.ts'
import { clear, enable, prove } from '../profiles/support.ts'
import { deposit } from '../redpacket/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { pastHorizon } from '../support/horizon.ts'
import { openTestSite, TestClock, type TestSite } from '../support/site.ts'
import { addVenues } from '../support/venue.ts'
import { blockBoth, HELD, holdBonus, openGiveaways, releaseBonus } from './giveawaySupport.ts'
import { bet } from './turnoverSupport.ts'

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)
await run(
  owner,
  sql`insert into game (venue_id, game_code, name, image, first_shown_at)
  select venue_id, 'fortune3', '招财进宝', '', '1970-01-01 00:00:00Z' from venue where platname = 'FG'`,
)
// 12:00 in Beijing.
const clock = new TestClock('2026-11-20T04:00:00Z')
const site = await openTestSite(database.url, { clock })
const twin = await openTestSite(database.url, { clock })
const { db } = site.services
const desks = await openGiveaways(site, clock)
const { duty, common, approve } = desks
await desks.configure(100_000_000_00)
const fg = (await site.services.venues.named('FG'))!
const ob = (await site.services.venues.named('OB'))!
const checks = async () => {
  const [spent, missions] = await checkGiveaways()(owner, {} as never)
  return { spent: spent!.differences, missions: missions!.differences }
}
afterAll(async () => {
  expect((await checks()).spent).toEqual([])
  await assertBooksHold(owner)
})

const dayAfter = (days: number) => `${addDays(beijingDay(clock.now()), days)} 00:00:00`
const terms = () => ({
  ...common(),
  name: '新秀任务',
  goal: 'deposit' as keyof typeof missionGoals,
  needed: '500',
  days: 7,
  games: '',
  prize: '18',
  starts_at: dayAfter(1),
  ends_at: dayAfter(10),
})
type Terms = ReturnType<typeof terms>
const propose = (more: Partial<Terms> = {}, by = duty.chief) =>
  by.call('POST /api/console/giveaways/propose-mission', { ...terms(), ...more })
/** An approved mission that began at midnight. */
async function begun(more: Partial<Terms> = {}): Promise<number> {
  const { data, message } = await propose(more)
  expect(data, message).not.toBeNull()
  expect(await approve(data.id)).toMatchObject({ code: 200 })
  const startsAt = startOfDay(beijingDay(clock.now()))
  await run(owner, sql`update giveaway set starts_at = ${startsAt} where giveaway_id = ${data.id}`)
  return data.id
}
const stop = (id: number) =>
  duty.chief.call('POST /api/console/giveaways/stop', { id, remark: '试错' })

type Row = {
  id: number
  needed: number
  done: number
  standing: string
  refused: string
  places: string[]
  detail: string
}
const shown = async (token: string) =>
  (await site.call<{ missions: Row[] }>('POST /api/welfareOffers', {}, { token })).data.missions
const mission = async (token: string, id: number) =>
  (await shown(token)).find(each => each.id === id)
type Claimed = { name: string; amount: number; turnover_times: number }
const claim = (token: string, id: number, from: TestSite = site, key?: string) =>
  from.call<Claimed>('POST /api/missionClaim', { id }, { token, ...(key ? { key } : {}) })

const cash = async (memberId: bigint) => (await balances(db, memberId)).cashFen
const spent = async (id: number) =>
  (
    await theRow(
      owner,
      sql<{ fen: bigint }>`select spent_fen as fen from giveaway where giveaway_id = ${id}`,
    )
  ).fen
const gifts = (id: number) =>
  rows(
    owner,
    sql<{ memberId: bigint; giftNo: string; reached: bigint }>`
    select member_id, gift_no, reached from giveaway_gift where giveaway_id = ${id}`,
  )
async function depositor(yuan = 500) {
  const member = await site.member()
  await deposit(site, member.memberId, yuan, clock.now())
  return member
}
const play = (
  memberId: bigint,
  stakeFen: number,
  {
    venueId = fg.venueId,
    ...fields
  }: Partial<Parameters<typeof bet>[1]> & { venueId?: number } = {},
) => {
  const made = bet(memberId, {
    at: clock.now(),
    game_code: 'fortune3',
    stake: BigInt(stakeFen),
    ...fields,
  })
  return applyBets(site.services, { venueId }, [made]).then(() => made)
}
async function jobs() {
  await pastHorizon(owner)
  while ((await rollUpFacts(site.services)) > 0);
}

test('a mission counts no loss and no time of play', () => {
  expect(Object.keys(missionGoals)).toEqual(['deposit', 'deposits', 'stake', 'bets', 'identity'])
})

test('one operator proposes a mission, another approves it, and what the form gets wrong is said by field', async () => {
  for (const [more, field] of [
    [{ name: '' }, 'name'],
    [{ needed: '' }, 'needed'],
    [{ needed: '0' }, 'needed'],
    [{ goal: 'deposits', needed: '1.5' }, 'needed'],
    [{ goal: 'bets', needed: '100001' }, 'needed'],
    [{ goal: 'identity', needed: '3' }, 'needed'],
    [{ games: 'FG' }, 'games'],
    [{ goal: 'stake', games: 'NOWHERE' }, 'games'],
    [{ goal: 'bets', games: 'FG/nothing' }, 'games'],
    [{ starts_at: dayAfter(1).replace('00:00:00', '00:01:00') }, 'starts_at'],
    [{ days: 0 }, 'days'],
    [{ days: 10 }, 'days'],
    [{ prize: '0' }, 'prize'],
    [{ prize: '100.01' }, 'budget'],
    [{ turnover_times: 51 }, 'turnover_times'],
  ] as const)
    expect(await propose(more), JSON.stringify(more)).toMatchObject({ code: 400, data: { field } })
  const { token } = await site.member()
  const { data } = await propose({ goal: 'stake', games: 'FG/fortune3，OB', needed: '1000' })
  expect((await claim(token, data.id)).code).toBe(404)
  expect(await approve(data.id, duty.chief)).toMatchObject({ message: '须由另一位同事复核' })
  expect(await shown(token)).toEqual([])
  expect(await approve(data.id)).toMatchObject({ code: 200 })
  const seen = await duty.other.call('POST /api/console/giveaways/show', { id: data.id })
  expect(seen.data).toMatchObject({ kind: 'mission', state: 2 })
  expect(seen.data.terms).toMatch(
    /^自开始起 7 天内累计有效投注满 ¥1,000\.00（限 .+ 招财进宝、.+），奖金 ¥18\.00，每人一次$/,
  )
  expect(await mission(token, data.id)).toMatchObject({ standing: 'before', done: 0 })
  expect(await claim(token, data.id)).toMatchObject({ message: '该优惠尚未开始' })
  await stop(data.id)
  expect(await shown(token)).toEqual([])
})

test('a mission that has begun to count is approved no more: who reached it could be known', async () => {
  const { data } = await propose()
  const startsAt = new Date(clock.now().getTime())
  await run(owner, sql`update giveaway set starts_at = ${startsAt} where giveaway_id = ${data.id}`)
  expect(await approve(data.id)).toMatchObject({
    code: 409,
    message: '任务已开始计入，不能追溯生效，请拒绝后重新提交',
  })
  const later = new Date(startsAt.getTime() + 1)
  await run(owner, sql`update giveaway set starts_at = ${later} where giveaway_id = ${data.id}`)
  expect(await approve(data.id)).toMatchObject({ code: 200 })
  await stop(data.id)
})

test('a mission that was shown stays the member’s, though reaching it takes them out of its segment', async () => {
  const save = async (name: string, most: number, segment_id = 0): Promise<number> => {
    const conditions = [{ fact: 'deposits' as const, days: 30, least: null, most, id: 0 }]
    const asked = { segment_id, name, note: '', conditions }
    return (await duty.chief.call('POST /api/console/segments/save', asked)).data.segment_id
  }
  const segment = await save('尚未存款', 0)
  const id = await begun({ needed: '100', segment_id: segment })
  const [seen, late, unaware] = [await site.member(), await site.member(), await site.member()]
  for (const { token } of [seen, late])
    expect(await mission(token, id)).toMatchObject({ standing: 'open' })
  for (const { memberId } of [seen, unaware]) await deposit(site, memberId, 200, clock.now())
  await pastHorizon(db)
  await rollUpFacts(site.services)
  expect(await mission(seen.token, id)).toMatchObject({ standing: 'reached' })
  expect(await mission(unaware.token, id), 'who never saw it').toBeUndefined()
  expect(await claim(unaware.token, id)).toMatchObject({ message: '该优惠未向您开放' })
  await save('尚未存款', 1, segment)
  await deposit(site, late.memberId, 200, clock.now())
  for (const { token } of [seen, late])
    expect(await claim(token, id), 'though its list has changed').toMatchObject({ code: 200 })
  await stop(id)
})

test('where protection has one product and no frequency in an offer, a mission keeps to both', async () => {
  const protect = (change: object) =>
    writeSetting(db, PROTECTION_SETTING, protectionSchema, change, {
      name: 'test',
      at: clock.now(),
    })
  const mixed = { goal: 'stake' as const, needed: '10', games: 'FG，SPORT' }
  await protect({ oneProduct: true, noStreaks: true })
  expect(await propose(mixed)).toMatchObject({ code: 400, data: { field: 'games' } })
  expect(await propose({ ...mixed, games: 'FG' })).toMatchObject({ code: 200 })
  expect(await propose({ goal: 'bets', needed: '10' })).toMatchObject({
    message: '按保护设置，奖励不能取决于投注次数',
  })
  await protect({})
  expect(await propose(mixed)).toMatchObject({ code: 200 })
  expect(await propose({ goal: 'bets', needed: '10' })).toMatchObject({ code: 200 })
})

test('progress is that of the facts, to the fen, in the days and places that count', async () => {
  const ids = {
    deposit: await begun({ needed: '500' }),
    deposits: await begun({ goal: 'deposits', needed: '2' }),
    stake: await begun({ goal: 'stake', needed: '3' }),
    venue: await begun({ goal: 'stake', needed: '3', games: 'OB' }),
    bets: await begun({ goal: 'bets', needed: '2', games: 'FG/fortune3' }),
    identity: await begun({ goal: 'identity', needed: '1' }),
  }
  const { token, memberId } = await site.member()
  const before = new Date(startOfDay(beijingDay(clock.now())).getTime() - 1)
  await deposit(site, memberId, 10_000, before)
  await deposit(site, memberId, 499.99, clock.now())
  await play(memberId, 1_000_00, { at: before })
  await play(memberId, 1_50)
  await play(memberId, 1_49, { game_code: 'other' })
  await play(memberId, 2_00, { venueId: ob.venueId, game_code: '' })
  await play(memberId, 9_00, { status: 'OPEN' })
  await jobs()
  const done = async () => {
    const all = await shown(token)
    const of = (id: number) => all.find(each => each.id === id)!
    return Object.fromEntries(
      Object.entries(ids).map(([goal, id]) => [goal, [of(id).done, of(id).standing]]),
    )
  }
  expect(await done()).toEqual({
    deposit: [499.99, 'open'],
    deposits: [1, 'open'],
    stake: [4.99, 'reached'],
    venue: [2, 'open'],
    bets: [1, 'open'],
    identity: [0, 'open'],
  })
  await deposit(site, memberId, 0.01, clock.now())
  await play(memberId, 1_00, { venueId: ob.venueId, game_code: '' })
  await play(memberId, 1)
  await run(
    owner,
    sql`insert into member_tier (member_id, tier, case_id) values (${memberId}, 1, 0)`,
  )
  await jobs()
  expect(await done()).toEqual({
    deposit: [500, 'reached'],
    deposits: [2, 'reached'],
    stake: [6, 'reached'],
    venue: [3, 'reached'],
    bets: [2, 'reached'],
    identity: [1, 'reached'],
  })
  const venue = (await mission(token, ids.venue))!
  expect(venue.places).toHaveLength(1)
  expect((await mission(token, ids.identity))!.detail).toBe('身份认证')
  const figures = (id: number) =>
    duty.chief.call('POST /api/console/giveaways/mission-figures', { id })
  for (const id of Object.values(ids))
    expect((await figures(id)).data, String(id)).toEqual({ reached: 1, claimed: 0, cost: 0 })
  expect(await claim(token, ids.venue)).toMatchObject({ code: 200 })
  expect((await figures(ids.venue)).data).toEqual({ reached: 1, claimed: 1, cost: 18 })
  for (const id of Object.values(ids)) await stop(id)
})

test('a prize is paid once with its turnover and a letter; not before the goal is reached', async () => {
  const id = await begun()
  const { token, memberId } = await depositor(499)
  const early = await claim(token, id)
  expect(early).toMatchObject({
    code: 400,
    message: '任务尚未达成',
    data: { rule: 'mission_goal', why: { missing: [{ value: 1 }] } },
  })
  await deposit(site, memberId, 1, clock.now())
  const before = await cash(memberId)
  const first = await claim(token, id, site, 'one-mission')
  expect(first).toMatchObject({
    code: 200,
    message: '领取成功，18.00元已存入中心钱包',
    data: { name: '新秀任务', amount: 18, turnover_times: 3 },
  })
  expect(await claim(token, id, twin, 'one-mission')).toEqual(first)
  expect(await cash(memberId)).toBe(before + 18_00n)
  const [gift] = await gifts(id)
  expect(gift).toMatchObject({ memberId, reached: 500_00n })
  expect(await requirementsOf(db, memberId)).toContainEqual(
    expect.objectContaining({
      source: { type: 'mission', id: gift!.giftNo },
      requiredFen: 54_00n,
    }),
  )
  const letter = await theRow(
    owner,
    sql<{ content: string }>`
    select content from message where member_id = ${memberId} and title = '任务奖金已派发'`,
  )
  expect(letter.content).toMatch(/“新秀任务”的彩金 ¥18\.00 已存入中心钱包，完成 3 倍流水即可提款/)
  expect(await claim(token, id)).toMatchObject({ message: '您已领取过该优惠' })
  expect(await mission(token, id)).toMatchObject({ standing: 'claimed', refused: '' })
  const given = await duty.chief.call('POST /api/console/giveaway-given/list', { id, page: 1 })
  expect(given.data).toMatchObject({ total: 1, data: [{ given_no: gift!.giftNo, amount: 18 }] })
  await stop(id)
})

test('claims over two instances pay a member and a person once, and stop to the fen of the budget', async () => {
  const id = await begun({ prize: '40', budget: '100' })
  const alone = await depositor()
  const twice = await Promise.all([claim(alone.token, id), claim(alone.token, id, twin)])
  expect(twice.map(({ code }) => code).toSorted()).toEqual([200, 400])
  const pair = [await depositor(), await depositor()]
  for (const { memberId } of pair)
    await run(
      owner,
      sql`insert into verified_contact (member_id, channel, contact, contact_digest, verified_at)
      values (${memberId}, 'sms', 'x', decode(repeat('cd', 32), 'hex'), ${clock.now()})`,
    )
  const both = await Promise.all(
    pair.map(({ token }, n) => claim(token, id, n === 0 ? site : twin)),
  )
  expect(both.map(({ code }) => code).toSorted()).toEqual([200, 400])
  const other = pair[both.findIndex(({ code }) => code === 400)]!
  expect(await mission(other.token, id)).toMatchObject({
    standing: 'reached',
    refused: '您的另一个账户已参加该优惠，每人限一个账户',
  })
  const late = [await depositor(), await depositor()]
  for (const { token } of late) {
    expect(await mission(token, id)).toMatchObject({ refused: '该优惠已发完' })
    expect(await claim(token, id)).toMatchObject({ message: '该优惠已发完' })
  }
  expect(await spent(id)).toBe(80_00n)
  expect(await gifts(id)).toHaveLength(2)
  await stop(id)
})

test('a bet that is voided or corrected takes its progress with it until the claim; later the books tell', async () => {
  const id = await begun({ goal: 'stake', needed: '100' })
  const { token, memberId } = await site.member()
  const first = await play(memberId, 100_00)
  expect(await mission(token, id)).toMatchObject({ done: 100, standing: 'reached' })
  await play(memberId, 0, { of: first, status: 'VOID', stake: 100_00n })
  expect(await mission(token, id)).toMatchObject({ done: 0, standing: 'open' })
  expect(await claim(token, id)).toMatchObject({ message: '任务尚未达成' })
  const second = await play(memberId, 100_00)
  expect(await claim(token, id)).toMatchObject({ code: 200 })
  expect((await checks()).missions).toEqual([])
  await play(memberId, 0, { of: second, stake: 60_00n })
  expect(await cash(memberId), 'nothing is taken back by itself').toBe(18_00n)
  expect(await mission(token, id)).toMatchObject({ done: 60, standing: 'claimed' })
  expect((await checks()).missions).toEqual([
    { memberId, subject: `giveaway:C${id}`, expected: '10000', found: '6000' },
  ])
  await stop(id)
})

test('whoever set a limit is shown no mission that asks for money or play, and keeps what was reached', async () => {
  const id = await begun()
  const proof = await begun({ goal: 'identity', needed: '1' })
  const [starting, done] = [await depositor(100), await depositor(500)]
  for (const { token } of [starting, done]) {
    const limit = { kind: 'deposit_day', amount: '10000' }
    expect(await site.call('POST /api/protection/limit', limit, { token })).toMatchObject({
      code: 200,
    })
  }
  expect((await shown(starting.token)).map(each => each.id)).toEqual([proof])
  expect((await shown(done.token)).map(each => each.id)).toEqual([id, proof])
  expect(await claim(done.token, id)).toMatchObject({ code: 200 })
  for (const each of [id, proof]) await stop(each)
})

test('who is excluded, resting, without offers, of the staff or held gets nothing and is shown nothing', async () => {
  const id = await begun({ min_vip: 0 })
  const people = [await depositor(), await depositor(), await depositor(), await depositor()]
  const [excluded, resting, stopped, staff] = people as [Depositor, Depositor, Depositor, Depositor]
  const now = clock.now()
  await blockBoth(site, owner, { excluded, resting, now: clock.now() })
  await run(
    owner,
    sql`insert into harm_stop (member_id, since) values (${stopped.memberId}, ${now})`,
  )
  await run(
    owner,
    sql`update operator set member_id = ${staff.memberId} where name = ${duty.chief.name}`,
  )
  for (const { memberId } of people) {
    const token = await site.enter(memberId)
    expect(await shown(token)).toEqual([])
    expect((await claim(token, id)).code).toBe(400)
  }
  await run(owner, sql`update operator set member_id = null where name = ${duty.chief.name}`)
  const held = await depositor()
  await holdBonus(owner, held.memberId, now)
  expect(await claim(held.token, id)).toMatchObject({ message: HELD })
  expect(await spent(id)).toBe(0n)
  await releaseBonus(owner, held.memberId)
  expect(await claim(held.token, id)).toMatchObject({ code: 200 })
  await stop(id)
})
type Depositor = Awaited<ReturnType<typeof depositor>>

test('a level below the least one is shown no mission, and a stop ends it for whoever reached it', async () => {
  const high = await begun({ min_vip: 2 })
  const id = await begun()
  const { token } = await depositor()
  expect((await shown(token)).map(each => each.id)).toEqual([id])
  expect(await claim(token, high)).toMatchObject({ message: '该优惠仅限 VIP2 及以上会员' })
  expect(await stop(id)).toMatchObject({ code: 200 })
  expect(await claim(token, id)).toMatchObject({ message: '该优惠已结束' })
  expect(await shown(token)).toEqual([])
  await stop(high)
})

test('what was reached in its days may be claimed until the end; what was not is missed', async () => {
  const id = await begun({ days: 1, ends_at: dayAfter(2) })
  const [reached, not] = [await depositor(500), await depositor(400)]
  clock.advance(DAY_MS)
  await deposit(site, not.memberId, 500, clock.now())
  const [one, two] = [await site.enter(reached.memberId), await site.enter(not.memberId)]
  expect(await mission(one, id)).toMatchObject({ standing: 'reached', done: 500 })
  expect(await mission(two, id)).toMatchObject({ standing: 'missed', done: 400 })
  expect(await claim(two, id)).toMatchObject({ message: '任务尚未达成' })
  expect(await claim(one, id)).toMatchObject({ code: 200 })
  clock.advance(DAY_MS)
  const late = await site.enter(not.memberId)
  expect(await shown(late)).toEqual([])
  expect(await claim(late, id)).toMatchObject({ message: '该优惠已结束' })
})

test('a profile enabled while a mission runs lowers its turnover: list, answer, letter and requirement', async () => {
  await desks.relieve()
  const id = await begun({ turnover_times: 30 })
  const { token, memberId } = await depositor()
  await prove(owner, memberId, 2)
  await clear(owner, memberId, clock.now())
  expect(await mission(token, id)).toMatchObject({ turnover_times: 30 })
  await enable(site, 'GB')
  expect(await mission(token, id)).toMatchObject({ turnover_times: 10 })
  const given = await claim(token, id, site, 'under-gb')
  expect(given).toMatchObject({ code: 200, data: { turnover_times: 10 } })
  await enable(site)
  expect(await claim(token, id, site, 'under-gb'), 'asked again').toEqual(given)
  expect(await requirementsOf(db, memberId)).toContainEqual(
    expect.objectContaining({
      source: expect.objectContaining({ type: 'mission' }),
      requiredFen: 180_00n,
    }),
  )
  const { content } = await theRow(
    owner,
    sql<{ content: string }>`
    select content from message where member_id = ${memberId} and title = '任务奖金已派发'`,
  )
  expect(content).toContain('完成 10 倍流水即可提款')
  await stop(id)
})

test('the field for codes is asked for only where codes are, or were within 90 days', async () => {
  const offered = async (token: string) =>
    (await site.call<{ codes: boolean }>('POST /api/welfareOffers', {}, { token })).data.codes
  const { token } = await site.member()
  expect(await offered(token)).toBe(false)
  await desks.relieve()
  const code = { amount: '10', uses: 5, shared: true, code: 'AUTUMN26' }
  const { data } = await duty.chief.call('POST /api/console/giveaways/propose-code', {
    ...common(),
    ...code,
  })
  expect(await offered(token), 'nobody approved it').toBe(false)
  await approve(data.id)
  expect(await offered(token)).toBe(true)
  const ended = (days: number) =>
    run(
      owner,
      sql`update giveaway set starts_at = ${new Date(clock.now().getTime() - 200 * DAY_MS)},
        ends_at = ${new Date(clock.now().getTime() - days * DAY_MS)} where giveaway_id = ${data.id}`,
    )
  await ended(89)
  expect(await offered(token)).toBe(true)
  await ended(91)
  expect(await offered(token)).toBe(false)
})
