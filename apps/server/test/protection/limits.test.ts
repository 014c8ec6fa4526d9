// Limits of the member's own: what tightens counts at once, what loosens waits and is confirmed.
import { limitKinds, type LimitKind } from '@tianping/contract/protection/facts'
import { run, sql, theRow, transaction } from '@tianping/database'
import { addDays, beijingDay } from '@tianping/money/day'
import { expect, test } from 'vitest'
import { verifyContact } from '../../src/areas/delivery/delivery.ts'
import { bankTransfer, openCashier } from '../cashier/support.ts'
import { isSelfLimited, limitedAmong, mayDeposit } from '../../src/areas/protection/protection.ts'
import { untilSomeoneWaits } from '../support/locks.ts'
import { addVenues } from '../support/venue.ts'
import { desk } from '../console/support.ts'
import type { Given } from '@tianping/contract'

const { site, clock, owner } = await openCashier()

type Member = Awaited<ReturnType<typeof site.member>>
type Shown = Given<'POST /api/protection/show'>

const show = async ({ token }: Member) =>
  (await site.call<Shown>('POST /api/protection/show', {}, { token })).data
const limitOf = async (member: Member, kind: LimitKind) =>
  (await show(member)).limits.find(each => each.kind === kind)
const set = ({ token }: Member, kind: LimitKind, amount: string) =>
  site.call<{ waits: boolean; from: string }>(
    'POST /api/protection/limit',
    { kind, amount },
    { token },
  )
const confirm = ({ token }: Member, kind: LimitKind, agree = 1) =>
  site.call('POST /api/protection/limit/confirm', { kind, agree }, { token })
const deposit = ({ token }: Member, amount: string, key = '') =>
  site.call('POST /api/recharge', { ...bankTransfer, amount }, { token, ...(key ? { key } : {}) })
const hours = (n: number) => clock.advance(n * 3_600_000)

test('a limit is typed freely and shown to the fen, with what is left of it', async () => {
  const member = await site.member()
  expect(await set(member, 'deposit_day', '137.50')).toMatchObject({
    code: 200,
    data: { waits: false },
  })
  expect((await deposit(member, '100')).code).toBe(200)
  expect(await limitOf(member, 'deposit_day')).toMatchObject({
    own: 137.5,
    amount: 137.5,
    used: 100,
    left: 37.5,
    raise: null,
    resets_at: '2026-11-21 00:00:00',
  })
  expect((await show(member)).limits.map(each => each.kind)).toEqual(limitKinds)
})

test.each([
  ['deposit_day', '12.345', '限额须为正数，最多两位小数'],
  ['deposit_day', '-1', '限额须为正数，最多两位小数'],
  ['loss_month', '99999999999', '限额须为正数，最多两位小数'],
  ['time_day', '1441', '时长须为整数分钟，且不超过该周期的总时长'],
  ['time_week', '1.5', '时长须为整数分钟，且不超过该周期的总时长'],
] as const)('%s refuses %j: %s', async (kind, amount, text) => {
  expect((await set(await site.member(), kind, amount)).message).toBe(text)
})

test('of several limits of deposits the lowest counts, orders that wait with them', async () => {
  const member = await site.member()
  await set(member, 'deposit_day', '1000')
  await set(member, 'deposit_week', '1500')
  expect((await deposit(member, '1000')).code).toBe(200)
  expect((await deposit(member, '100')).message).toBe(
    '超过您的每日存款限额 ¥1,000.00，还可存 ¥0.00',
  )
  hours(24)
  expect((await deposit(member, '600')).message).toBe(
    '超过您的每周存款限额 ¥1,500.00，还可存 ¥500.00',
  )
  expect((await deposit(member, '500')).code).toBe(200)
})

test('fifty deposits at once pass a lowered limit no further than it allows', async () => {
  const member = await site.member()
  await set(member, 'deposit_day', '900')
  await set(member, 'deposit_day', '300')
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => deposit(member, '100', `parallel-deposit-${n}`)),
  )
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(3)
})

let contacts = 0
/** Two accounts whose member proved the same number for both. */
async function twoOfOne() {
  const both = [await site.member(), await site.member()] as const
  const contact = `1371234${1000 + ++contacts}`
  for (const { memberId } of both)
    await verifyContact(owner, site.services.outward.keys, {
      memberId,
      channel: 'sms',
      contact,
      at: clock.now(),
    })
  return both
}
/** A paper's number, as it stands once the paper was approved, or where it was not. */
const paperOf = (memberId: bigint, paper: Buffer, proven: boolean) =>
  run(
    owner,
    sql`
    insert into member_tier (member_id) values (${memberId}) on conflict do nothing`,
  ).then(() =>
    run(
      owner,
      sql`update member_tier set proven = ${proven}, number_digest = ${paper} where member_id = ${memberId}`,
    ),
  )

const close = ({ memberId }: Member) =>
  run(
    owner,
    sql`update member set closing_at = now(), closed_at = now() where member_id = ${memberId}`,
  )

test('accounts that are certainly of one person share each limit; what is only typed shares none', async () => {
  const [first, second] = await twoOfOne()
  await set(first, 'deposit_day', '500')
  expect((await deposit(second, '300')).code).toBe(200)
  expect((await deposit(first, '300')).message).toBe('超过您的每日存款限额 ¥500.00，还可存 ¥200.00')
  expect(await limitOf(second, 'deposit_day')).toMatchObject({
    own: null,
    amount: 500,
    used: 300,
    left: 200,
    shared: true,
  })
  expect(await limitOf(first, 'deposit_day')).not.toHaveProperty('shared')
  // The stricter of the two counts for both; what loosens one of them waits as ever.
  await set(second, 'deposit_day', '400')
  expect((await deposit(first, '200')).message).toContain('¥400.00，还可存 ¥100.00')
  expect((await set(second, 'deposit_day', '900')).data.waits).toBe(true)
  expect((await deposit(first, '100')).code).toBe(200)
  expect((await deposit(second, '100')).message).toContain('还可存 ¥0.00')

  // A third account by the same paper, which closes the chain over the second.
  const third = await site.member()
  const paper = Buffer.alloc(32, 7)
  await paperOf(second.memberId, paper, true)
  expect((await deposit(third, '100')).code).toBe(200)
  await paperOf(third.memberId, paper, true)
  expect((await deposit(third, '100')).message).toContain('还可存 ¥0.00')

  // Whoever types another member's number, mail, name or paper shares nothing with them.
  const stranger = await site.member()
  const typed = { mobile: `1371234${1000 + contacts}`, email: 'x@example.cn' }
  const saved = { ...typed, birthday: '1990-01-01' }
  await site.call('POST /api/updateuserinfo', saved, { token: stranger.token })
  await paperOf(stranger.memberId, paper, false)
  expect((await deposit(stranger, '100')).code).toBe(200)
  await set(stranger, 'deposit_day', '100')
  expect(await limitOf(first, 'deposit_day')).toMatchObject({ amount: 400 })

  // A closed account leaves what it used, not a limit that nobody could ever raise.
  await close(second)
  expect(await limitOf(first, 'deposit_day')).toMatchObject({ amount: 500, used: 500 })
})

test('a limit of one account makes its person one who sets limits; of a closed account, that account alone', async () => {
  const [{ memberId: first }, second] = await twoOfOne()
  const { memberId: stranger } = await site.member()
  const limited = async () => ({
    anyhow: await Promise.all([first, second.memberId].map(id => isSelfLimited(owner, id))),
    inPlay: await limitedAmong(owner, [first, second.memberId, stranger]),
  })
  expect(await limited()).toEqual({ anyhow: [false, false], inPlay: [] })
  await set(second, 'deposit_day', '500')
  expect(await limited()).toEqual({ anyhow: [true, true], inPlay: [] })
  await set(second, 'loss_day', '500')
  expect(await limited()).toEqual({ anyhow: [true, true], inPlay: [first, second.memberId] })
  await close(second)
  expect(await limited()).toEqual({ anyhow: [false, true], inPlay: [second.memberId] })
})

test('deposits over two accounts of one person wait for each other, and pass a limit no further than it allows', async () => {
  const both = await twoOfOne()
  const [{ memberId }, second] = both
  await set(both[0], 'deposit_day', '300')
  // The first is asked about and not yet seen by anybody when the second comes.
  const { waiting } = await transaction(owner, async tx => {
    await mayDeposit(tx, { memberId, amountFen: 200_00n, now: clock.now() })
    await run(
      tx,
      sql`
      insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, created_at, action_key)
      values (${memberId}, 'D-of-one-person', 'card', 20000, 1, 'person', ${clock.now()}, 'of-one-person')`,
    )
    const waiting = deposit(second, '200')
    await untilSomeoneWaits(owner)
    return { waiting }
  })
  expect((await waiting).message).toContain('还可存 ¥100.00')
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      deposit(both[n % 2 === 0 ? 0 : 1], '100', `two-of-one-person-${n}`),
    ),
  )
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, 400]))
})

test('the stricter of the member and the operator counts, both ways', async () => {
  const member = await site.member()
  const support = await desk(site, 'support')
  const operator = (amount: string) =>
    support.call('POST /api/console/members/limit/set', {
      id: Number(member.memberId),
      kind: 'deposit_day',
      amount,
      remark: '会员要求',
    })
  await operator('500')
  await set(member, 'deposit_day', '800')
  expect(await limitOf(member, 'deposit_day')).toMatchObject({
    own: 800,
    operator: 500,
    amount: 500,
  })
  expect((await deposit(member, '501')).message).toContain('¥500.00')
  await set(member, 'deposit_day', '200')
  expect((await deposit(member, '201')).message).toContain('¥200.00')
})

test('a raise waits 24 hours, then for the member, and lapses after a week', async () => {
  const member = await site.member()
  await set(member, 'deposit_day', '200')
  const { data } = await set(member, 'deposit_day', '1000')
  expect(data.waits).toBe(true)
  hours(23.99)
  expect((await confirm(member, 'deposit_day')).message).toContain('才能确认')
  expect(await limitOf(member, 'deposit_day')).toMatchObject({
    amount: 200,
    raise: { amount: 1000, from: data.from, ready: false },
  })
  hours(1.01)
  expect((await deposit(member, '201')).message, 'at 25 h without confirmation').toContain(
    '¥200.00',
  )
  expect((await confirm(member, 'deposit_day')).code).toBe(200)
  expect((await deposit(member, '201')).code).toBe(200)
  await set(member, 'deposit_day', '')
  hours(24 * 8 + 1)
  const later = { ...member, token: await site.enter(member.memberId) }
  expect((await confirm(later, 'deposit_day')).message).toBe('没有待确认的调高')
  expect(await limitOf(later, 'deposit_day')).toMatchObject({ amount: 1000, raise: null })
})

test('a lower limit drops a raise that waits, and a raise can be dropped', async () => {
  const member = await site.member()
  await set(member, 'loss_week', '500')
  await set(member, 'loss_week', '900')
  await set(member, 'loss_week', '400')
  expect(await limitOf(member, 'loss_week')).toMatchObject({ own: 400, raise: null })
  await set(member, 'loss_week', '900')
  expect((await confirm(member, 'loss_week', 0)).code).toBe(200)
  expect(await limitOf(member, 'loss_week')).toMatchObject({ own: 400, raise: null })
})

test('one limit of losses, stakes and time over all venues; open bets count as staked', async () => {
  const member = await site.member()
  await addVenues(owner)
  await run(
    owner,
    sql`insert into turnover_day (member_id, day, venue_id, category, bets, stake_fen, valid_fen, payout_fen)
    values (${member.memberId}, ${clock.now()}::timestamptz at time zone 'Asia/Shanghai', (select min(venue_id) from venue), 'concise', 1, 30000, 30000, 10000),
      (${member.memberId}, ${clock.now()}::timestamptz at time zone 'Asia/Shanghai', (select max(venue_id) from venue), 'gaming', 1, 20000, 20000, 25000)`,
  )
  await run(
    owner,
    sql`insert into play_stretch (member_id, began_at, last_at) values (${member.memberId}, ${new Date(clock.now().getTime() - 600_000)}, ${clock.now()})`,
  )
  for (const [kind, used] of [
    ['loss_day', 150],
    ['stake_day', 500],
    ['time_day', 10],
  ] as const)
    expect(await limitOf(member, kind), kind).toMatchObject({ used })
})

test('each change is kept for good, by whom and from what to what', async () => {
  const member = await site.member()
  await set(member, 'stake_day', '100')
  await set(member, 'stake_day', '50')
  const { acts } = await theRow(
    owner,
    sql<{ acts: object[] }>`
    select array_agg(detail order by entry_id) as acts from protection_log where member_id = ${member.memberId} and act = 'limit'`,
  )
  expect(acts).toMatchObject([
    { kind: 'stake_day', before: null, amount: 10000 },
    { kind: 'stake_day', before: 10000, amount: 5000 },
  ])
  await expect(run(site.services.db, sql`update protection_log set act = 'other'`)).rejects.toThrow(
    /permission denied/,
  )
})

test('nobody of unknown or too little age deposits', async () => {
  const unknown = await site.member({ birthday: '' })
  expect((await deposit(unknown, '100')).message).toBe('请先在个人资料中填写生日')
  const tomorrow = addDays(beijingDay(clock.now()), 1)
  const birthday = `${Number(tomorrow.slice(0, 4)) - 18}${tomorrow.slice(4)}`
  const child = await site.member({ birthday })
  expect((await deposit(child, '100')).message).toBe('未满 18 周岁不能存款与游戏')
  hours(24)
  expect((await deposit(child, '100')).code).toBe(200)
})
