// Sums and ages of the cashier at the very moment: before it, at it, after it.
import { run, sql, theRow } from '@tianping/database'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { creditedBetween, creditedOf } from '../../src/areas/cashier/credited.ts'
import { waitingOnChain } from '../../src/areas/cashier/onChain/deposits.ts'
import { troubledMethods } from '../../src/areas/cashier/store/measures.sql.ts'
import { checkFacts } from '../../src/areas/cashier/store/providerPayout.sql.ts'
import { dropReceipts } from '../../src/areas/cashier/store/receipt.sql.ts'
import { turnoverWhy } from '../../src/areas/cashier/turnoverWhy.ts'

const database = await freshDatabase('server')
const owner = database.open()

const AT = new Date('2026-11-20T04:00:00Z')
const after = (ms: number) => new Date(AT.getTime() + ms)

let made = 0
async function member(): Promise<bigint> {
  const { id } = await theRow(
    owner,
    sql<{ id: bigint }>`
    insert into member (name, realname, password_hash, pay_password_hash, invite_code, created_at)
    values (${`moment${++made}`}, '', '', '', ${`M${made}`}, now()) returning member_id as id`,
  )
  return id
}

type Order = { state?: 1 | 2 | 3; waitsFor?: string; provider?: string; method?: string; at: Date }
/** An order of one yuan; a credited one was asked for when it was credited. */
async function order(memberId: bigint, o: Order): Promise<string> {
  const no = `DM-${++made}`
  const { state = 1, waitsFor = '', provider = '', method = 'bank', at } = o
  const credited = state === 2
  await run(
    owner,
    sql`insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, provider, credited_fen, created_at, decided_at, action_key)
    values (${memberId}, ${no}, ${method}, 100, ${state}, ${waitsFor}, ${provider}, ${credited ? 100 : null}, ${at}, ${credited ? at : null}, ${no})`,
  )
  return no
}

test('deposits of a span are those credited from its first moment on and before its end', async () => {
  const memberId = await member()
  const from = after(-1_000)
  for (const ms of [-1_001, -1_000, -1, 0]) await order(memberId, { state: 2, at: after(ms) })
  const credited = { fen: 200n, count: 2, lastAt: after(-1) }
  expect(await creditedBetween(owner, memberId, from, AT)).toEqual(credited)
  const found = await creditedOf(owner, [memberId], from, AT)
  expect(found.get(memberId)).toEqual(credited)
})

test('a method is troubled by three refused orders of the span, the first moment with it', async () => {
  const memberId = await member()
  for (const method of ['card', 'alipay'])
    for (const ms of [method === 'card' ? 0 : -1, 1, 2])
      await order(memberId, { method, state: 3, provider: 'P', at: after(ms) })
  expect(await troubledMethods(owner, AT)).toEqual(new Set(['card']))
})

test('a receipt is kept to the moment that its days are over', async () => {
  const memberId = await member()
  const depositNo = await order(memberId, { state: 3, at: AT })
  await run(
    owner,
    sql`insert into deposit_receipt (member_id, deposit_no, bytes, content, key_sealed, uploaded_at)
    values (${memberId}, ${depositNo}, 1, 'x', 'x', ${AT})`,
  )
  const dropped = (before: Date) => dropReceipts(owner, before, 10)
  expect([await dropped(AT), await dropped(after(1))]).toEqual([0, 1])
})

test('the chain is asked for orders that were made after the moment', async () => {
  const memberId = await member()
  const chain = { provider: 'chain', waitsFor: 'provider' }
  await order(memberId, { ...chain, at: AT })
  const later = await order(memberId, { ...chain, at: after(1) })
  const found = await waitingOnChain(owner, [memberId], AT)
  expect(found.map(({ depositNo }) => depositNo)).toEqual([later])
})

test('an adjustment stands in the way of an automatic payout for a week, and no longer', async () => {
  const memberId = await member()
  const { cardId } = await theRow(
    owner,
    sql<{ cardId: bigint }>`
    insert into card (member_id, kind, bank, bank_owner, phone, number_sealed, number_tail, number_digest, bound_at, action_key)
    values (${memberId}, 1, '沙盒商业银行', '测试员', '', 'x', '5678', sha256('moment'), ${AT}, 'moment') returning card_id`,
  )
  await run(
    owner,
    sql`insert into adjustment (adjustment_id, member_id, amount_fen, reason, proposed_by, proposed_at)
    values ('A-moment', ${memberId}, 100, '测试', 'Anna', ${AT})`,
  )
  const adjusted = async (weekAgo: Date) =>
    (await checkFacts(owner, { memberId, withdrawalNo: '', cardId, dayAgo: AT, weekAgo })).adjusted
  expect([await adjusted(after(-1)), await adjusted(AT)]).toEqual([true, false])
})

test('turnover that is missing is named, to the fen; none is where nothing is missing', () => {
  const missing = (fen: bigint) => turnoverWhy(1, [], fen).missing?.length
  expect([missing(0n), missing(1n)]).toEqual([0, 1])
})
