// Further windows of red packets: set up by two persons, with hours, budgets and an audience of
// their own, drawn and proved like every packet, and nothing changed for the documented window.
import { fromHex, redPacketFen } from '@tianping/fairness'
import { rows, run, sql, theRow, transaction } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import { afterAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { checkGiveaways } from '../../src/areas/giveaways/giveaways.ts'
import { blockMember } from '../../src/areas/responsible/responsible.ts'
import { balances } from '../../src/ledger/ledger.ts'
import { requirementsOf } from '../../src/ledger/wagering.ts'
import { deposit, setRules } from '../redpacket/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { openTestSite, TestClock, type TestSite } from '../support/site.ts'
import { HELD, holdBonus, MINUTE_MS, openGiveaways, releaseBonus } from './giveawaySupport.ts'

const database = await freshDatabase('server')
const owner = database.open()
// 19:50 in Beijing.
const clock = new TestClock('2026-11-20T11:50:00Z')
const site = await openTestSite(database.url, { clock })
const twin = await openTestSite(database.url, { clock })
const { db } = site.services
const desks = await openGiveaways(site, clock)
const { duty, common, approve } = desks
await desks.configure(1_000_000_00)
await setRules(site, {})
afterAll(async () => {
  const [check] = await checkGiveaways()(owner, {} as never)
  expect(check!.differences).toEqual([])
  await assertBooksHold(owner)
})

const terms = () => ({
  ...common(),
  opens: '20:00',
  closes: '22:00',
  needed: '500',
  claims: 2,
  draw_min: '1',
  draw_max: '8.88',
  day_budget: '100',
})
const propose = (more: Partial<ReturnType<typeof terms>> = {}, by = duty.chief) =>
  by.call('POST /api/console/giveaways/propose-packets', { ...terms(), ...more })
async function set(beijing: string) {
  clock.advance(new Date(`${beijing.replace(' ', 'T')}+08:00`).getTime() - clock.now().getTime())
  await desks.relieve()
}

type Claimed = { redpacketmoney: number; id: string; client_seed: string; nonce: number }
const claim = (token: string, id: number, from: TestSite = site, key?: string) =>
  from.call<Claimed>('POST /api/packetWindowClaim', { id }, { token, ...(key ? { key } : {}) })
type Row = { id: number; used: number; refused: string; standing: string; counted: number }
const shown = async (token: string) =>
  (await site.call<{ data: Row[] }>('POST /api/packetWindows', {}, { token })).data.data
async function depositor(yuan = 500) {
  const member = await site.member()
  await deposit(site, member.memberId, yuan, clock.now())
  return member
}
const listed = async (id: number) =>
  (await duty.chief.call('POST /api/console/giveaways/show', { id })).data
const drawn = (id: number) =>
  rows(
    owner,
    sql<{ amountFen: bigint }>`select amount_fen from redpacket_draw where giveaway_id = ${id}`,
  )

test('one operator proposes it, another approves it, and what the form gets wrong is said by field', async () => {
  for (const [more, field] of [
    [{ name: '' }, 'name'],
    [{ opens: '22:00' }, 'opens'],
    [{ needed: '0' }, 'needed'],
    [{ claims: 0 }, 'claims'],
    [{ draw_max: '0.5' }, 'draw_max'],
    [{ day_budget: '8.87' }, 'day_budget'],
    [{ day_budget: '100.01' }, 'day_budget'],
    [{ budget: '' }, 'budget'],
    [{ turnover_times: 51 }, 'turnover_times'],
    [{ starts_at: '2026-11-20 10:00:00' }, 'starts_at'],
    [{ ends_at: '2027-11-20 10:00:00' }, 'ends_at'],
  ] as const)
    expect(await propose(more), field).toMatchObject({ code: 400, data: { field } })
  const waiting = async () =>
    (await duty.chief.call('POST /api/console/counts', {})).data.giveaways_waiting
  const before = await waiting()
  const { data } = await propose()
  expect(await waiting()).toBe(before + 1)
  expect(await approve(data.id, duty.chief)).toMatchObject({ message: '须由另一位同事复核' })
  expect(await approve(data.id)).toMatchObject({ code: 200 })
  expect(await approve(data.id)).toMatchObject({ code: 409 })
  expect(await waiting()).toBe(before)
  expect(await listed(data.id)).toMatchObject({ state: 2, decided_by: duty.other.name })
  const stop = { id: data.id, remark: '试错' }
  expect(await duty.chief.call('POST /api/console/giveaways/stop', stop)).toMatchObject({
    code: 200,
  })
  await expect(
    run(owner, sql`update giveaway set decided_by = proposed_by where giveaway_id = ${data.id}`),
  ).rejects.toThrow('giveaway_check')
})

test('the budgets of a month are a hard stop, also for two proposals at once', async () => {
  const { left } = (await duty.chief.call('POST /api/console/giveaways/budget')).data
  const budget = String(left - 100)
  const both = await Promise.all([propose({ budget }), propose({ budget }, duty.other)])
  expect(both.map(({ code }) => code).toSorted()).toEqual([200, 400])
  const made = both.find(({ code }) => code === 200)!
  const no = { id: made.data.id, remark: '预算过大' }
  expect(await duty.other.call('POST /api/console/giveaways/reject', no)).toMatchObject({
    code: 200,
  })
  const after = (await duty.chief.call('POST /api/console/giveaways/budget')).data
  expect(after.left).toBe(left)
  // To the fen: what was proposed before, and a budget that just fits or does not.
  const given = BigInt(Math.round(after.given * 100))
  await desks.configure(Number(given) + 100_00)
  const over = await propose({ budget: '100.01' })
  expect(over).toMatchObject({
    message: '超过本月专项优惠预算，还可使用 100.00 元',
    data: { field: 'budget' },
  })
  expect(await propose({ budget: '100' })).toMatchObject({ code: 200 })
  await desks.configure(1_000_000_00)
})

test('a claim within its hours pays one packet with turnover, drawn from the stream of the day', async () => {
  await set('2026-11-20 19:50:00')
  const id = await desks.begun(await propose())
  const member = await depositor()
  expect(await claim(member.token, id)).toMatchObject({
    message: '领取时间为每日20:00-22:00（北京时间）',
  })
  expect(await shown(member.token)).toMatchObject([{ id, standing: 'before', used: 0 }])
  await set('2026-11-20 20:00:00')
  expect(await shown(member.token)).toMatchObject([{ standing: 'open', refused: '' }])
  const key = 'one-claim'
  const first = await claim(member.token, id, site, key)
  expect(first).toMatchObject({ code: 200, data: { nonce: 0 } })
  expect((await claim(member.token, id, twin, key)).data).toEqual(first.data)
  expect((await claim(member.token, id)).data).toMatchObject({ nonce: 1 })
  expect(await claim(member.token, id)).toMatchObject({ message: '今日2个红包已全部领取' })
  const gained = await drawn(id)
  expect(gained).toHaveLength(2)
  const sum = gained.reduce((all, { amountFen }) => all + amountFen, 0n)
  expect((await balances(db, member.memberId)).cashFen).toBe(500_00n + sum)
  const open = await requirementsOf(db, member.memberId)
  const ofPackets = open.filter(({ source }) => source.type === 'red_packet')
  expect(ofPackets.reduce((all, { requiredFen }) => all + requiredFen, 0n)).toBe(sum * 3n)
  expect(await listed(id)).toMatchObject({ paid: Number(sum) / 100 })
  await set('2026-11-20 22:00:00')
  expect(await claim((await depositor()).token, id)).toMatchObject({ code: 400 })
  // The seed of its draws is shown when the documented hours of the next day are over.
  const proof = async () =>
    (
      await site.call<{ server_seed: string; nonce: number; day: string }>(
        'POST /api/redpacketproof',
        { id: first.data.id },
        {},
      )
    ).data
  expect(await proof()).toMatchObject({ server_seed: '', day: '2026-11-21' })
  await set('2026-11-21 12:01:00')
  const { server_seed: seed } = await proof()
  const stream = { serverSeed: fromHex(seed), clientSeed: first.data.client_seed, nonce: 0 }
  const fen = Math.round(first.data.redpacketmoney * 100)
  expect(redPacketFen(stream, { minFen: 100, maxFen: 888 })).toBe(fen)
  const given = await duty.chief.call('POST /api/console/giveaway-given/list', { id, page: 1 })
  expect(given.data.total).toBe(2)
  await duty.chief.call('POST /api/console/giveaways/stop', { id, remark: '结束' })
})

test('deposits of the day count, and the next day begins anew', async () => {
  await set('2026-11-22 19:50:00')
  const id = await desks.begun(await propose({ claims: 1 }))
  const member = await depositor(499.99)
  await set('2026-11-22 20:00:00')
  expect(await claim(member.token, id)).toMatchObject({
    message: '当日存款未达到领取条件，还差0.01元',
    data: { rule: 'window_deposit' },
  })
  await deposit(site, member.memberId, 0.01, clock.now())
  expect(await claim(member.token, id)).toMatchObject({ code: 200 })
  await set('2026-11-23 20:00:00')
  expect(await claim(member.token, id)).toMatchObject({ data: { rule: 'window_deposit' } })
  await deposit(site, member.memberId, 500, clock.now())
  expect(await claim(member.token, id)).toMatchObject({ code: 200 })
  await duty.chief.call('POST /api/console/giveaways/stop', { id, remark: '结束' })
  expect(await claim(member.token, id)).toMatchObject({ message: '该优惠已结束' })
  expect(await shown(member.token)).toEqual([])
})

test('claims over two instances never pass the budget of the day, nor that of the window', async () => {
  await set('2026-11-24 19:50:00')
  const more = { claims: 1, day_budget: '50', budget: '80', draw_min: '8', draw_max: '8.88' }
  const id = await desks.begun(await propose(more))
  const everybody = async (count: number) => {
    const members = await Promise.all(Array.from({ length: count }, () => depositor()))
    return Promise.all(members.map(({ token }, n) => claim(token, id, n % 2 === 0 ? site : twin)))
  }
  await set('2026-11-24 20:00:00')
  const first = await everybody(12)
  const paid = (all: Awaited<ReturnType<typeof everybody>>) =>
    all.filter(({ code }) => code === 200).length
  expect(first.find(({ code }) => code !== 200)).toMatchObject({ message: '今日已发完，明天请早' })
  // Each holds 8.00 to 8.88: with six the seventh would not fit, with five one more might.
  expect(paid(first)).toBeGreaterThanOrEqual(5)
  expect(paid(first)).toBeLessThanOrEqual(6)
  await set('2026-11-25 20:00:00')
  const second = await everybody(12)
  expect(second.some(({ message }) => message === '该优惠已发完')).toBe(true)
  const { spentFen } = await theRow(
    owner,
    sql<{ spentFen: bigint }>`select spent_fen from giveaway where giveaway_id = ${id}`,
  )
  const all = await drawn(id)
  expect(all).toHaveLength(paid(first) + paid(second))
  expect(spentFen).toBe(all.reduce((sum, { amountFen }) => sum + amountFen, 0n))
  expect(spentFen).toBeLessThanOrEqual(80_00n)
  expect(spentFen + 8_88n).toBeGreaterThan(80_00n)
  await expect(
    run(owner, sql`update giveaway set spent_fen = budget_fen + 1 where giveaway_id = ${id}`),
  ).rejects.toThrow('giveaway_check')
})

test('the documented window keeps its claims, its budget and its records beside others', async () => {
  await set('2026-11-26 19:50:00')
  await setRules(site, { dayBudgetFen: 8_88 })
  const id = await desks.begun(await propose({ claims: 1 }))
  const member = await depositor(1_000)
  await set('2026-11-26 20:00:00')
  const further = await claim(member.token, id)
  expect(further).toMatchObject({ code: 200, data: { nonce: 0 } })
  await set('2026-11-27 10:30:00')
  const info = async () =>
    (
      await site.call<{ sendnums: number; acquirednum: number; data: { id: string }[] }>(
        'GET /api/userredpacket',
        {},
        { token: member.token },
      )
    ).data
  expect(await info()).toMatchObject({ sendnums: 1, acquirednum: 0 })
  const own = await site.call<Claimed>('POST /api/douserredpacket', {}, { token: member.token })
  expect(own).toMatchObject({ code: 200, data: { nonce: 1 } })
  const after = await info()
  expect(after).toMatchObject({ sendnums: 0, acquirednum: 1 })
  expect(after.data.map(each => each.id)).toEqual([own.data.id, further.data.id])
  await setRules(site, {})
  await duty.chief.call('POST /api/console/giveaways/stop', { id, remark: '结束' })
})

test('who is excluded, of the staff, of another level or the same person again gets nothing', async () => {
  await set('2026-11-28 19:50:00')
  const id = await desks.begun(await propose({ claims: 1, min_vip: 2 }))
  await set('2026-11-28 20:00:00')
  const said = async (token: string) => (await claim(token, id)).message
  const [low, high, excluded, staff] = [
    await depositor(),
    await depositor(),
    await depositor(),
    await depositor(),
  ]
  await run(
    owner,
    sql`update member set vip = case when member_id = ${low.memberId} then 1 else 2 end
    where member_id = any(${[low, high, excluded, staff].map(each => each.memberId)}::bigint[])`,
  )
  expect(await said(low.token)).toBe('该优惠仅限 VIP2 及以上会员')
  expect(await shown(low.token)).toEqual([])
  await transaction(owner, tx =>
    blockMember(site.services, tx, {
      memberId: excluded.memberId,
      kind: 'exclusion',
      term: '1y',
      until: new Date(clock.now().getTime() + 366 * DAY_MS),
      reason: '',
      setBy: '',
      setAt: clock.now(),
    }),
  )
  expect(await said(await site.enter(excluded.memberId))).toMatch(/^您的账户已暂停使用/)
  const link = (memberId: bigint | null) =>
    run(owner, sql`update operator set member_id = ${memberId} where name = ${duty.chief.name}`)
  await link(staff.memberId)
  expect(await said(staff.token)).toBe('该优惠未向您开放')
  await link(null)
  for (const { memberId } of [high, staff])
    await run(
      owner,
      sql`insert into verified_contact (member_id, channel, contact, contact_digest, verified_at)
      values (${memberId}, 'sms', 'x', decode(repeat('ab', 32), 'hex'), ${clock.now()})`,
    )
  expect(await said(high.token)).toMatch(/^恭喜您获得/)
  expect(await said(staff.token)).toBe('您的另一个账户已参加该优惠，每人限一个账户')
  clock.advance(MINUTE_MS)
})

test('a held bonus keeps the packet of a window; it is claimed when the hold is gone', async () => {
  await set('2026-11-30 19:50:00')
  const id = await desks.begun(await propose({ claims: 1 }))
  const { token, memberId } = await depositor()
  await set('2026-11-30 20:00:00')
  await holdBonus(owner, memberId, clock.now())
  expect(await claim(token, id)).toMatchObject({ message: HELD })
  expect(await drawn(id)).toEqual([])
  await releaseBonus(owner, memberId)
  expect(await claim(token, id)).toMatchObject({ code: 200 })
})

test('a claim in the first moment of a day is one of that day’s', async () => {
  await set('2026-12-02 23:50:00')
  const id = await desks.begun(await propose({ claims: 1, opens: '00:00' }))
  await set('2026-12-03 00:00:00')
  const { token } = await depositor()
  expect(await claim(token, id)).toMatchObject({ code: 200 })
  clock.advance(1)
  expect(await claim(token, id)).toMatchObject({ message: '今日1个红包已全部领取' })
})
