// Codes: one for everybody or a batch, set up by two persons; each pays once for a person, never
// beyond the budget, and cannot be found by trying.
import { giveawayState } from '@tianping/contract/giveaways/facts'
import { rows, run, sql, theRow } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import { afterAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { writeRole } from '../../src/console/signIn/roles.sql.ts'
import { checkGiveaways } from '../../src/areas/giveaways/giveaways.ts'
import { balances } from '../../src/ledger/ledger.ts'
import { requirementsOf } from '../../src/ledger/wagering.ts'
import { desk } from '../console/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { openTestSite, TestClock, type TestSite } from '../support/site.ts'
import {
  blockBoth,
  HELD,
  holdBonus,
  MINUTE_MS,
  openGiveaways,
  releaseBonus,
} from './giveawaySupport.ts'

const database = await freshDatabase('server')
const owner = database.open()
const clock = new TestClock('2026-11-20T04:00:00Z')
const site = await openTestSite(database.url, { clock })
const twin = await openTestSite(database.url, { clock })
const { db } = site.services
const desks = await openGiveaways(site, clock)
const { duty, common, approve, begun } = desks
await desks.configure(100_000_000_00)
const differences = async () => (await checkGiveaways()(owner, {} as never))[0]!.differences
afterAll(async () => {
  expect(await differences()).toEqual([])
  await assertBooksHold(owner)
})

const terms = () => ({ ...common(), amount: '10', uses: 10, shared: false, code: '' })
const propose = (more: Partial<ReturnType<typeof terms>> = {}) =>
  duty.chief.call('POST /api/console/giveaways/propose-code', { ...terms(), ...more })
const sharedCode = (code: string, more: Partial<ReturnType<typeof terms>> = {}) =>
  propose({ shared: true, code, ...more }).then(begun)
const codesOf = async (id: number) =>
  (await duty.chief.call('POST /api/console/giveaway-codes/list', { id, page: 1 })).data.data

type Redeemed = { name: string; amount: number; turnover_times: number }
type Options = { from?: TestSite; key?: string; address?: string }
const redeem = (token: string, code: string, { from = site, key, address }: Options = {}) =>
  from.call<Redeemed>(
    'POST /api/codeRedeem',
    { code },
    {
      token,
      ...(key ? { key } : {}),
      headers: { 'x-forwarded-for': address ?? '203.0.113.5' },
    },
  )
const cash = async (memberId: bigint) => (await balances(db, memberId)).cashFen
const gifts = (id: number) =>
  rows(
    owner,
    sql<{ memberId: bigint; giftNo: string }>`
    select member_id, gift_no from giveaway_gift where giveaway_id = ${id}`,
  )
const spent = async (id: number) =>
  (
    await theRow(
      owner,
      sql<{ fen: bigint }>`select spent_fen as fen from giveaway where giveaway_id = ${id}`,
    )
  ).fen

test('one operator proposes codes, another approves them, and what the form gets wrong is said by field', async () => {
  for (const [more, field] of [
    [{ amount: '' }, 'amount'],
    [{ uses: 0 }, 'uses'],
    [{ uses: 5_001, amount: '0.01' }, 'uses'],
    [{ uses: 1_000_001, amount: '0.01', shared: true, code: 'SPRING' }, 'uses'],
    [{ uses: 11 }, 'budget'],
    [{ shared: true, code: '' }, 'code'],
    [{ shared: true, code: 'FIVE5' }, 'code'],
    [{ shared: true, code: '新春大吉大利' }, 'code'],
  ] as const)
    expect(await propose(more), field).toMatchObject({ code: 400, data: { field } })
  expect(await propose({ uses: 11 })).toMatchObject({
    message: '全部兑换须 110.00 元，超过预算 100.00 元',
  })
  const { data } = await propose()
  expect(await codesOf(data.id), 'who proposed them cannot know them').toEqual([])
  expect(await approve(data.id, duty.chief)).toMatchObject({ message: '须由另一位同事复核' })
  expect(await approve(data.id)).toMatchObject({ code: 200 })
  expect(await codesOf(data.id)).toHaveLength(10)
  const first = await propose({ shared: true, code: 'same-code' })
  const second = await propose({ shared: true, code: 'SAMECODE' })
  const seen = await duty.other.call('POST /api/console/giveaways/show', { id: first.data.id })
  expect(seen.data.terms).toBe('每次 ¥10.00，每人一次，通用兑换码 SAMECODE，共 10 次')
  expect(await approve(first.data.id)).toMatchObject({ code: 200 })
  expect(await approve(second.data.id)).toMatchObject({ message: '该兑换码已被使用过，请换一个' })
  expect(await propose({ shared: true, code: 'SAMECODE' })).toMatchObject({
    data: { field: 'code' },
  })
})

/** Somebody of a role that plans offers and decides of none. */
async function proposer() {
  const role = 'proposer'
  await writeRole(db, {
    role,
    label: '提案',
    permissions: ['activity.read', 'offer.propose'],
    secondFactor: false,
    changedBy: 'test',
    changedAt: clock.now(),
  })
  const by = await desk(site, 'support')
  await run(owner, sql`update operator set role = ${role} where name = ${by.name}`)
  return by
}

test('a role that proposes giveaways and tournaments decides of none and reads no code', async () => {
  const by = await proposer()
  const { data } = await by.call('POST /api/console/giveaways/propose-code', terms())
  const { id } = data
  const none = { code: 403, message: '无权限执行该操作', data: null }
  for (const call of ['approve', 'reject', 'stop'] as const)
    expect(
      await by.call(`POST /api/console/giveaways/${call}`, { id, remark: '不合适' }),
      call,
    ).toEqual(none)
  expect(await approve(id)).toMatchObject({ code: 200 })
  expect(await by.call('POST /api/console/giveaway-codes/list', { id })).toEqual(none)
})

test('who proposed an offer takes it back while it waits, with a reason; nobody else does', async () => {
  const [by, other] = [await proposer(), await proposer()]
  const proposed = async () =>
    (await by.call('POST /api/console/giveaways/propose-code', terms())).data.id
  const back = (who: typeof by, id: number, remark = '预算有变') =>
    who.call('POST /api/console/giveaways/withdraw', { id, remark })
  const id = await proposed()
  expect(await back(other, id)).toMatchObject({ code: 409, message: '只能撤回自己提出的专项优惠' })
  expect(await back(by, id, '')).toMatchObject({ code: 400, data: { field: 'remark' } })
  expect(await back(by, id)).toMatchObject({ code: 200, message: '已撤回' })
  expect(await approve(id)).toMatchObject({ code: 409, data: { state: giveawayState.rejected } })
  const passed = await proposed()
  expect(await approve(passed)).toMatchObject({ code: 200 })
  expect(await back(by, passed)).toMatchObject({ data: { state: giveawayState.approved } })
})

test('a code of a batch pays once, with turnover and a letter, however it was typed', async () => {
  const id = await begun(await propose({ uses: 5_000, amount: '0.02' }))
  const [one, other] = await codesOf(id)
  expect(one).toMatchObject({ uses: 0, most_uses: 1 })
  expect(one!.gift_code).toMatch(/^[A-HJ-NP-Z2-9]{12}$/)
  const [member, late] = [await site.member(), await site.member()]
  const typed = ` ${one!.gift_code.toLowerCase().replace(/(.{4})/g, '$1-')} `
  const first = await redeem(member.token, typed, { key: 'one-code' })
  expect(first).toMatchObject({
    code: 200,
    message: '兑换成功，0.02元已存入中心钱包',
    data: { name: '夜场优惠', amount: 0.02, turnover_times: 3 },
  })
  expect(await redeem(member.token, typed, { key: 'one-code', from: twin })).toEqual(first)
  expect(await cash(member.memberId)).toBe(2n)
  expect(await requirementsOf(db, member.memberId)).toMatchObject([
    { source: { type: 'code' }, requiredFen: 6n },
  ])
  const letter = await theRow(
    owner,
    sql<{ content: string }>`
    select content from message where member_id = ${member.memberId} and title = '兑换成功'`,
  )
  expect(letter.content).toMatch(/“夜场优惠”的彩金 ¥0\.02 已存入中心钱包，完成 3 倍流水即可提款/)
  expect(await redeem(late.token, one!.gift_code)).toMatchObject({ message: '该兑换码已被使用' })
  expect(await redeem(member.token, other!.gift_code)).toMatchObject({
    message: '您已领取过该优惠',
  })
  const given = await duty.chief.call('POST /api/console/giveaway-given/list', { id, page: 1 })
  const [gift] = await gifts(id)
  expect(given.data).toMatchObject({ total: 1, data: [{ given_no: gift!.giftNo, amount: 0.02 }] })
})

test('a shared code over two instances pays so often and no oftener, to the fen of its budget', async () => {
  const id = await sharedCode('HARDSTOP', { uses: 4, amount: '25' })
  const wide = await sharedCode('MOREMONEY', { uses: 3, amount: '10' })
  const members = await Promise.all(Array.from({ length: 9 }, () => site.member()))
  const all = (code: string) =>
    Promise.all(
      members.map(({ token }, n) => redeem(token, code, { from: n % 2 === 0 ? site : twin })),
    )
  const said = async (code: string) => (await all(code)).map(({ message }) => message).toSorted()
  const paid = '兑换成功，25.00元已存入中心钱包'
  expect(await said('HARDSTOP')).toEqual([
    ...Array<string>(4).fill(paid),
    ...Array<string>(5).fill('该优惠已发完'),
  ])
  expect(await spent(id)).toBe(100_00n)
  expect(await gifts(id)).toHaveLength(4)
  const short = await said('MOREMONEY')
  expect(short.filter(text => text === '该兑换码的名额已用完')).toHaveLength(6)
  expect(await spent(wide)).toBe(30_00n)
})

test('a person gets it with one account only, also when both ask at once', async () => {
  const id = await sharedCode('ONEPERSON')
  const pair = [await site.member(), await site.member()]
  for (const { memberId } of pair)
    await run(
      owner,
      sql`insert into verified_contact (member_id, channel, contact, contact_digest, verified_at)
      values (${memberId}, 'sms', 'x', decode(repeat('ab', 32), 'hex'), ${clock.now()})`,
    )
  const both = await Promise.all(
    pair.map(({ token }, n) => redeem(token, 'ONEPERSON', { from: n === 0 ? site : twin })),
  )
  expect(both.map(({ code }) => code).toSorted()).toEqual([200, 400])
  expect(both.find(({ code }) => code === 400)).toMatchObject({
    message: '您的另一个账户已参加该优惠，每人限一个账户',
  })
  const alone = await site.member()
  const twice = await Promise.all([
    redeem(alone.token, 'ONEPERSON'),
    redeem(alone.token, 'ONEPERSON', { from: twin }),
  ])
  expect(twice.map(({ code }) => code).toSorted()).toEqual([200, 400])
  expect(await gifts(id)).toHaveLength(2)
})

test('guesses end after ten of a member and a hundred of an address in an hour; right codes are no guesses', async () => {
  await sharedCode('RIGHTONE')
  const guesser = await site.member()
  const guess = (token: string, n: number, address = '198.51.100.9') =>
    redeem(token, `WRONG${n}`, { address })
  expect(await redeem(guesser.token, 'RIGHTONE', { address: '198.51.100.9' })).toMatchObject({
    code: 200,
  })
  for (let n = 0; n < 10; n++)
    expect(await guess(guesser.token, n)).toMatchObject({ message: '兑换码不存在或已失效' })
  expect(await guess(guesser.token, 10, '198.51.100.10')).toMatchObject({
    code: 429,
    message: '尝试次数过多，请60分钟后再试',
  })
  expect(await redeem(guesser.token, 'RIGHTONE'), 'not even a right one').toMatchObject({
    code: 429,
  })
  const crowd = await Promise.all(Array.from({ length: 10 }, () => site.member()))
  const more = await Promise.all(
    crowd.flatMap(({ token }) => Array.from({ length: 9 }, (_, n) => guess(token, n))),
  )
  expect(more.every(({ code }) => code === 400)).toBe(true)
  expect(await guess(crowd[0]!.token, 9)).toMatchObject({ code: 429 })
  expect(await redeem(crowd[1]!.token, 'RIGHTONE'), 'from another address').toMatchObject({
    code: 200,
  })
  clock.advance(60 * MINUTE_MS)
  await desks.relieve()
  expect(await redeem(guesser.token, 'RIGHTONE')).toMatchObject({ message: '您已领取过该优惠' })
})

test('who is excluded, resting, of the staff or below its level gets nothing', async () => {
  const id = await sharedCode('NOTFORALL', { min_vip: 2 })
  const people = [await site.member(), await site.member(), await site.member()]
  const [excluded, resting, staff] = people as [TestMember, TestMember, TestMember]
  const low = await site.member()
  for (const { memberId } of people)
    await run(owner, sql`update member set vip = 2 where member_id = ${memberId}`)
  const said = async (token: string) => (await redeem(token, 'NOTFORALL')).message
  expect(await said(low.token)).toBe('该优惠仅限 VIP2 及以上会员')
  await blockBoth(site, owner, { excluded, resting, now: clock.now() })
  expect(await said(await site.enter(excluded.memberId))).toMatch(/^您的账户已暂停使用/)
  expect(await said(await site.enter(resting.memberId))).toMatch(/^您/)
  const link = (memberId: bigint | null) =>
    run(owner, sql`update operator set member_id = ${memberId} where name = ${duty.chief.name}`)
  await link(staff.memberId)
  expect(await said(staff.token)).toBe('该优惠未向您开放')
  await link(null)
  expect(await gifts(id)).toEqual([])
})
type TestMember = Awaited<ReturnType<TestSite['member']>>

test('a held bonus leaves the code unused; it is redeemed when the hold is gone', async () => {
  const id = await begun(await propose())
  const [one] = await codesOf(id)
  const { token, memberId } = await site.member()
  await holdBonus(owner, memberId, clock.now())
  expect(await redeem(token, one!.gift_code)).toMatchObject({ message: HELD })
  expect(await spent(id)).toBe(0n)
  await releaseBonus(owner, memberId)
  expect(await redeem(token, one!.gift_code)).toMatchObject({ code: 200 })
})

test('a code has its time: not before it, not after it, and not once it was stopped', async () => {
  const early = await propose({ shared: true, code: 'INTIME' })
  await approve(early.data.id)
  const { token } = await site.member()
  expect(await redeem(token, 'INTIME')).toMatchObject({ message: '该优惠尚未开始' })
  const stopped = await sharedCode('STOPPED')
  await duty.chief.call('POST /api/console/giveaways/stop', { id: stopped, remark: '试错' })
  expect(await redeem(token, 'STOPPED')).toMatchObject({ message: '该优惠已结束' })
  clock.advance(3 * DAY_MS)
  await desks.relieve()
  expect(await redeem(await site.enter((await site.member()).memberId), 'INTIME')).toMatchObject({
    message: '该优惠已结束',
  })
})

test('a member gives the bonus of a code up: what it paid goes back and its turnover ends', async () => {
  const id = await sharedCode('GIVEITUP')
  const { token, memberId } = await site.member()
  await redeem(token, 'GIVEITUP')
  const [gift] = await gifts(id)
  const asked = { source: 'code', source_no: gift!.giftNo, takes: 10 }
  expect(await site.call('POST /api/wageringaudit/giveup', asked, { token })).toMatchObject({
    code: 200,
    data: { taken: 10, freed: 30 },
  })
  expect(await cash(memberId)).toBe(0n)
  expect(await redeem(token, 'GIVEITUP')).toMatchObject({ message: '您已领取过该优惠' })
})

test('reading codes is written down with who read which page', async () => {
  const id = await begun(await propose())
  await codesOf(id)
  const read = await rows(
    owner,
    sql<{ operator: string; after: unknown }>`
    select operator, after from audit_log where action = 'giveaway.codes' and subject = ${`giveaway:C${id}`}`,
  )
  expect(read).toEqual([{ operator: duty.chief.name, after: { page: 1, codes: 10 } }])
})

test('a use that no gift stands behind, and a gift that was not spent, are found by the books', async () => {
  const id = await sharedCode('BOOKKEEP')
  const { token } = await site.member()
  await redeem(token, 'BOOKKEEP')
  const book = (spentFen: number, uses: number) =>
    run(
      owner,
      sql`with g as (update giveaway set spent_fen = ${spentFen} where giveaway_id = ${id})
      update giveaway_code set uses = ${uses} where giveaway_id = ${id}`,
    )
  await book(9_00, 2)
  expect(await differences()).toEqual([
    { memberId: null, subject: `giveaway:C${id}`, expected: '1000', found: '900' },
    { memberId: null, subject: `giveaway:C${id}:BOOKKEEP`, expected: '1', found: '2' },
  ])
  await book(10_00, 1)
})
