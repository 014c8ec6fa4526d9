// A member under age is found by two persons: deposits go back, no win is paid, the account ends.
import { run, sql, theRow } from '@tianping/database'
import { expect, test } from 'vitest'
import { verifyContact } from '../../src/areas/delivery/delivery.ts'
import { post } from '../../src/ledger/ledger.ts'
import { bankCard, bankTransfer, bind, openCashier, PAY_PASSWORD } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { addVenues, fund } from '../support/venue.ts'

const { site, owner } = await openCashier()
await addVenues(owner)
const [sue, anna, bert] = [
  await desk(site, 'support', 'sue'),
  await desk(site, 'finance', 'anna'),
  await desk(site, 'admin', 'bert'),
]
const CHILD = '2010-05-05'
type Member = Awaited<ReturnType<typeof site.member>>

/** What games gave, or took when it is below zero. */
const result = async ({ memberId }: Member, fen: bigint) => {
  const [games, wallet] = [{ name: 'adjustment' }, { name: 'memberCash' }] as const
  await post(owner, {
    memberId,
    key: `result:${fen}`,
    code: 'adjustment',
    from: fen > 0n ? games : wallet,
    to: fen > 0n ? wallet : games,
    amountFen: fen > 0n ? fen : -fen,
    source: { type: 'test', id: 'result' },
    actor: { type: 'system', id: 'test' },
  })
}
const found = (member: Member, birthday = CHILD, evidence = '身份证核实') =>
  sue.call('POST /api/console/members/underAge', {
    id: Number(member.memberId),
    birthday,
    evidence,
  })
const keyOf = ({ memberId }: Member) => `underage:${memberId}`
const proposalOf = async (member: Member) =>
  (await bert.call('POST /api/console/rules/show', { key: keyOf(member) })).data.proposal!.id
const cash = async ({ token }: Member) =>
  (await site.call<{ balance: number }>('POST /api/balance', {}, { token })).data.balance
const deposit = ({ token }: Member) =>
  site.call('POST /api/recharge', { ...bankTransfer, amount: '100' }, { token })

test.each([
  ['lost', -70_000n],
  ['won', 250_000n],
])('who has %s gets back what was paid in, no more and no less', async (_, fen) => {
  const member = await site.member()
  await fund(owner, member.memberId, 100_000n)
  await result(member, fen)
  expect(await found(member)).toMatchObject({ code: 200 })
  expect((await deposit(member)).message, 'stopped at once').toContain('您的账户已暂停使用')
  const id = await proposalOf(member)
  expect((await bert.call('POST /api/console/rules/approve', { id, remark: '' })).code).toBe(200)
  expect(await cash(member)).toBe(1_000)
  expect((await deposit(member)).code).not.toBe(200)
  await assertBooksHold(owner)
  // The money goes out whole, whatever turnover is still asked for.
  const bank = await bind(site, member.token, bankCard(`622202001111${String(fen).slice(-4)}`))
  const out = { amount: '1000', bank, password: PAY_PASSWORD }
  expect((await site.call('POST /api/withdraw', out, { token: member.token })).code).toBe(200)
  const { at } = await theRow(
    owner,
    sql<{
      at: Date | null
    }>`select closing_at as at from member where member_id = ${member.memberId}`,
  )
  expect(at, 'the account ends').not.toBeNull()
})

test('it takes another person, evidence, an age below the least, and nothing under way', async () => {
  const member = await site.member()
  await fund(owner, member.memberId, 100_000n)
  expect((await found(member, CHILD, '')).code).not.toBe(200)
  expect((await found(member, '1990-01-01')).message).toBe('该出生日期已满 18 周岁')
  const forged = await anna.call('POST /api/console/rules/propose', {
    key: keyOf(member),
    version: 0,
    value: { birthday: CHILD, evidence: '无', ends: true },
    note: '绕过',
  })
  expect(forged.code, 'only its own call proposes it').not.toBe(200)
  expect((await deposit(member)).code).toBe(200)
  await found(member)
  const id = await proposalOf(member)
  expect((await sue.call('POST /api/console/rules/approve', { id, remark: '' })).code).toBe(403)
  expect((await bert.call('POST /api/console/rules/approve', { id, remark: '' })).message).toBe(
    '仍有处理中的存款，请先处理后再批准',
  )
  expect(await cash(member)).toBe(1_000)
  await assertBooksHold(owner)
})

test('neither a complaint nor free rounds that are never paid stand in its way', async () => {
  const member = await site.member()
  const { memberId, token } = member
  await fund(owner, memberId, 100_000n)
  const complaint = { kind: 'other', content: '这是我家孩子的账户，请退款', order_no: '' }
  expect(
    (await site.call('POST /api/complaints/new', { ...complaint, event_day: '' }, { token })).code,
  ).toBe(200)
  await run(
    owner,
    sql`insert into free_round_grant (member_id, grant_no, venue_id, games, stake_fen, rounds, turnover_times, ends_at, source, source_id,
        proposed_at, state, next_at)
      select ${memberId}, 'R-under-age', min(venue_id), '{fortune3}', 200, 3, 0, now() + interval '7 days', 'hand', 'R-under-age', now(), 4, now()
      from venue`,
  )
  await found(member)
  const id = await proposalOf(member)
  expect((await bert.call('POST /api/console/rules/approve', { id, remark: '' })).code).toBe(200)
  expect(await cash(member)).toBe(1_000)
  const shown = await site.call('POST /api/closing', {}, { token })
  expect(shown.data).toMatchObject({ pending: [{ what: '处理中的投诉', count: 1 }] })
})

test('what was paid out before is not paid twice', async () => {
  const member = await site.member()
  await fund(owner, member.memberId, 100_000n)
  await post(owner, {
    memberId: member.memberId,
    key: 'paid:1',
    code: 'withdrawal',
    from: { name: 'memberCash' },
    to: { name: 'withdrawalPayable' },
    amountFen: 60_000n,
    source: { type: 'test', id: 'paid' },
    actor: { type: 'system', id: 'test' },
  })
  await found(member)
  const id = await proposalOf(member)
  expect((await anna.call('POST /api/console/rules/approve', { id, remark: '' })).code).toBe(200)
  expect(await cash(member)).toBe(400)
})

test('who is under age is so in every account of the person, once two have said it', async () => {
  const [child, again, parent] = [await site.member(), await site.member(), await site.member()]
  for (const { memberId } of [child, again])
    await verifyContact(owner, site.services.outward.keys, {
      memberId,
      channel: 'mail',
      contact: 'child@example.cn',
      at: site.services.clock.now(),
    })
  await found(child)
  expect((await deposit(again)).code, 'one person alone stops one account').toBe(200)
  const id = await proposalOf(child)
  expect((await bert.call('POST /api/console/rules/approve', { id, remark: '' })).code).toBe(200)
  expect((await deposit(again)).message).toContain('您的账户已暂停使用')
  expect((await deposit(parent)).code).toBe(200)
})
