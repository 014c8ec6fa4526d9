// Accounts of the operator's own for tests: marked by two persons, and in no report.
import { rows, run, sql } from '@tianping/database'
import { beijingDay } from '@tianping/money/day'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { seedCashier } from '../../src/areas/cashier/demo.ts'
import { readFeed } from '../../src/areas/venues/feed.ts'
import { countReturns } from '../../src/areas/venues/returns/countReturns.ts'
import { bankTransfer, bind } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { openTestSite } from '../support/site.ts'
import { addVenues, openTestVenue } from '../support/venue.ts'

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)
await seedCashier(owner, new Date())
await run(
  owner,
  sql`insert into game (venue_id, game_code, name, image) select venue_id, 'fortune3', 'fortune3', '/art/tile-slots.webp'
  from venue where platname = 'FG'`,
)
const venue = await openTestVenue()
const site = await openTestSite(database.url, { venueUrl: venue.url })
const [boss, other, risk, finance] = [
  await desk(site, 'admin'),
  await desk(site, 'admin'),
  await desk(site, 'risk'),
  await desk(site, 'finance'),
]
type Member = { token: string; memberId: bigint; name: string }
const USED = '只有从未存款、转账、游戏，没有邀请关系且不是代理的账户才能标记为测试账户'

const ask = (member: Member, by = boss) =>
  by.call('POST /api/console/members/tests/ask', { member: member.name, remark: '巡检' })
const decide = (member: Member, by = other, approve = true) =>
  by.call('POST /api/console/members/tests/decide', { id: Number(member.memberId), approve })
async function testAccount() {
  const member = await site.member()
  expect((await ask(member)).code).toBe(200)
  expect((await decide(member)).message).toBe('已批准，该账户不再计入报表')
  return member
}
/** Money by an adjustment, which two persons make. */
async function fund(member: Member, amount: string) {
  const proposed = { member: String(member.memberId), direction: 'give', amount } as const
  await finance.call('POST /api/console/adjustments/propose', { ...proposed, reason: '测试资金' })
  const { data } = await boss.call('POST /api/console/adjustments/list', {})
  const { adjustment_id } = data.data.find(each => each.member_id === Number(member.memberId))!
  const done = await boss.call('POST /api/console/adjustments/approve', { adjustment_id })
  expect(done.code, done.message).toBe(200)
}
/** Money, a transfer, a game and one bet; read back from the feed. */
async function play(member: Member) {
  await fund(member, '100')
  const { token } = member
  const moved = { sourcetype: 'userbalance', targettype: 'FG', amount: '50' }
  expect((await site.call('POST /api/transfer', moved, { token })).code).toBe(200)
  const opened = { plat_name: 'FG', game_type: 0, game_code: 'fortune3', is_mobile_url: 1 }
  const { data } = await site.call<{ url: string }>('POST /api/getGameUrl', opened, { token })
  const entered = await venueCall('/api/session', { token: new URL(data.url).hash.slice(3) })
  const bet = { client_bet_id: `bet-${member.memberId}`, stake: 10_00 }
  expect((await venueCall('/api/bets', bet, entered.data.token)).code).toBe(0)
  for (const each of await site.services.venues.all())
    if (each.platname === 'FG') while ((await readFeed(site.services, each)) > 0);
}
async function venueCall(path: string, body: object, token?: string) {
  const answer = await fetch(venue.url + path, {
    method: 'POST',
    headers: token ? { authorization: `Bearer ${token}` } : {},
    body: JSON.stringify(body),
  })
  return (await answer.json()) as { code: number; data: { token: string } }
}
/** What the back office says of today, and how many draws were counted. */
async function reported() {
  await countReturns(site.services)
  const { data } = await boss.call('POST /api/console/figures', { days: 7 })
  const today = (await boss.call('POST /api/console/today')).data
  const day = beijingDay(Date.now())
  const [drawn] = await rows(
    owner,
    sql<{ draws: number }>`select coalesce(sum(draws), 0)::int as draws from game_return`,
  )
  const { new_members, active_members } = data.days.find(each => each.day === day)!
  return {
    play: data.play,
    new_members,
    active_members,
    today: [
      today.new_members_today,
      today.active_members_today,
      today.bets_today,
      today.payouts_today,
    ],
    ...drawn,
  }
}

test('is marked by two persons with the permission, and only while nothing real belongs to it', async () => {
  const member = await site.member()
  expect((await ask(member, finance)).code).toBe(403)
  expect((await ask(member, risk)).code).toBe(200)
  expect((await ask(member)).message).toBe('该账户已申请或已是测试账户')
  expect(await decide(member, risk)).toMatchObject({
    code: 409,
    message: '您提出的申请须由另一位同事批准',
  })
  await expect(
    run(
      owner,
      sql`update test_account set state = 2, decided_by = asked_by, decided_at = now() where member_id = ${member.memberId}`,
    ),
  ).rejects.toThrow('check')
  expect((await decide(member, other, false)).message).toBe('已拒绝')
  expect((await ask(member)).code, 'asked again').toBe(200)
  const paid = { ...bankTransfer, amount: '100' }
  expect((await site.call('POST /api/recharge', paid, { token: member.token })).code).toBe(200)
  expect(await decide(member)).toMatchObject({ code: 409, message: USED })
  const invited = await site.member({ pid: String(member.memberId) })
  expect((await ask(invited)).message).toBe(USED)
  expect((await ask({ ...member, name: 'nobody-here' })).code).toBe(404)
})

test('a test account neither deposits nor withdraws nor is given anything', async () => {
  const member = await testAccount()
  const { token } = member
  const said = '测试账户不能存款、取款或领取优惠'
  const paid = { ...bankTransfer, amount: '100' }
  expect((await site.call('POST /api/recharge', paid, { token })).message).toBe(said)
  await fund(member, '500')
  const out = { amount: 200, password: '888888', bank: await bind(site, token) }
  expect((await site.call('POST /api/withdraw', out, { token })).message).toBe(said)
  expect((await site.call('POST /api/dofanshui', {}, { token })).message).toBe(said)
})

test('what a test account plays is in the books and in no report', async () => {
  const before = await reported()
  const member = await testAccount()
  await play(member)
  const [bet] = await rows(
    owner,
    sql<{ stakeFen: bigint }>`select stake_fen from bet where member_id = ${member.memberId}`,
  )
  expect(bet).toEqual({ stakeFen: 10_00n })
  expect(await reported()).toEqual(before)
  await assertBooksHold(owner)
  await play(await site.member())
  const after = await reported()
  expect(after.play.map(({ bets, stake }) => ({ bets, stake }))).toEqual([{ bets: 1, stake: 10 }])
  expect(after).toMatchObject({
    new_members: before.new_members + 1,
    active_members: before.active_members + 1,
    draws: (before.draws ?? 0) + 1,
  })
})
