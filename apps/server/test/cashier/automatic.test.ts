// Approvals without a person: each check alone keeps a withdrawal for one, and nothing is decided
// twice (docs/payments.md).
import { run, sql, theRow, transaction, type Db } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import { afterAll, expect, test } from 'vitest'
import { payoutSchema, PAYOUT_SETTING } from '../../src/areas/cashier/sending/setting.ts'
import { runPayouts } from '../../src/areas/cashier/sending/send.ts'
import { waitForApprovals } from '../../src/areas/cashier/store/approvedSum.sql.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { desk } from '../console/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { untilSomeoneWaits } from '../support/locks.ts'
import { bankCard, bind, give, openCashier } from './support.ts'

const { site, owner, clock } = await openCashier()
const anna = await desk(site, 'finance')
afterAll(() => assertBooksHold(owner))

const OPEN = {
  approveUpToFen: 2_000_00,
  memberPerDay: 100,
  siteDayFen: 1_000_000_00,
  memberDays: 0,
  cardDays: 0,
  paidBefore: 0,
  minTier: 0,
}
const rule = (change: object = {}) => {
  const value = payoutSchema.parse({ ...OPEN, ...change })
  const by = { name: 'test', at: clock.now() }
  return writeSetting(owner, PAYOUT_SETTING, payoutSchema, value, by)
}
await rule()

let cards = 0
/** A member who has asked for 1,400 yuan and waits. */
async function asking() {
  const { token, memberId } = await site.member()
  await give(site, memberId, 9_000_00n)
  const card = bankCard(`62220200112${String(++cards).padStart(5, '0')}`)
  const bank = await bind(site, token, card)
  const body = { amount: 1_400, bank, password: '888888' }
  const { data, message } = await site.call<{ out_trade_no: string }>('POST /api/withdraw', body, {
    token,
  })
  expect(message).not.toBe('')
  return { memberId, no: data.out_trade_no }
}
const turn = () => runPayouts(site.services)
const failedOf = async (no: string) =>
  (
    await theRow(
      owner,
      sql<{ failed: string[] | null }>`
      select (select failed from payout_check where withdrawal_no = ${no}) as failed`,
    )
  ).failed
const stateOf = async (no: string) =>
  (
    await theRow(
      owner,
      sql<{ state: number }>`select state from withdrawal_order where withdrawal_no = ${no}`,
    )
  ).state

type Doubt = [check: string, make: (db: Db, memberId: bigint) => Promise<unknown>]
const doubts: Doubt[] = [
  ['hold', (db, id) => run(db, sql`update card set locked = true where member_id = ${id}`)],
  ['holder', (db, id) => run(db, sql`update card set bank_owner = '别人' where member_id = ${id}`)],
  [
    'screening',
    (db, id) =>
      run(
        db,
        sql`
        with told as (
          insert into screening_entry (list, ref, hash, kind, data, has_wallets)
          values ('pep', ${String(id)}, sha256(${String(id)}::bytea), 'person', '{}', false)
          returning entry_id)
        insert into screening_hit (member_id, entry_id, list, score, parts, subject, raised_at, seen_at)
        select ${id}, entry_id, 'pep', 90, '{}', '', now(), now() from told`,
      ),
  ],
  [
    'case',
    (db, id) =>
      run(
        db,
        sql`
        with made as (
          insert into aml_case (title, weight, opened_by, opened_at, due_at) values ('t', 1, 'x', now(), now()) returning case_id)
        insert into aml_case_member (case_id, member_id, alerted, added_at) select case_id, ${id}, true, now() from made`,
      ),
  ],
  [
    'adjusted',
    (db, id) =>
      run(
        db,
        sql`
        insert into adjustment (adjustment_id, member_id, amount_fen, reason, proposed_by, proposed_at)
        values (${`AD-${id}`}, ${id}, 100, '补偿', 'x', ${new Date(clock.now().getTime() - 7 * DAY_MS + 1)})`,
      ),
  ],
]

test.each(doubts)('%s alone keeps a withdrawal for a person', async (check, make) => {
  const [doubted, plain] = [await asking(), await asking()]
  await make(owner, doubted.memberId)
  expect(await turn()).toBe(1)
  expect(await failedOf(doubted.no)).toEqual([check])
  expect(await stateOf(doubted.no)).toBe(1)
  expect(await failedOf(plain.no)).toEqual([])
  expect(await stateOf(plain.no)).toBe(2)
})

test('a tier that the member has not keeps it for a person', async () => {
  await rule({ minTier: 1 })
  const { no } = await asking()
  await turn()
  expect(await failedOf(no)).toEqual(['tier'])
  await rule()
})

test('an adjustment of exactly seven days before keeps nothing back', async () => {
  const { memberId, no } = await asking()
  const weekAgo = new Date(clock.now().getTime() - 7 * DAY_MS)
  await run(
    owner,
    sql`
    insert into adjustment (adjustment_id, member_id, amount_fen, reason, proposed_by, proposed_at)
    values ('AD-WEEK', ${memberId}, 100, '补偿', 'x', ${weekAgo})`,
  )
  await turn()
  expect(await failedOf(no)).toEqual([])
})

test('with the amount 0 nothing is looked at; what was looked at tells how many it approved', async () => {
  await rule({ approveUpToFen: 0 })
  const first = await asking()
  expect(await turn()).toBe(0)
  expect(await failedOf(first.no)).toBeNull()
  await rule()
  const second = await asking()
  const heard: string[] = []
  const stop = site.services.bus.subscribe(({ keys }) => heard.push(...keys))
  expect(await turn()).toBe(2)
  stop()
  expect(heard).toEqual(
    expect.arrayContaining([first.memberId.toString(), second.memberId.toString()]),
  )
  expect(await turn()).toBe(0)
})

test('one that a colleague holds is left alone until the claim ends', async () => {
  const { no } = await asking()
  const claimed = await anna.call('POST /api/console/withdrawals/claim', { out_trade_no: no })
  expect(claimed.code).toBe(200)
  expect(await turn()).toBe(0)
  expect([await failedOf(no), await stateOf(no)]).toEqual([null, 1])
  clock.advance(600_000)
  expect(await turn()).toBe(1)
  expect(await stateOf(no)).toBe(2)
})

test('it waits for an approval that is under way, whose amount it would miss', async () => {
  const { no } = await asking()
  const after = await transaction(owner, async tx => {
    await waitForApprovals(tx)
    const turned = turn()
    await untilSomeoneWaits(owner)
    expect(await failedOf(no)).toBeNull()
    return { turned }
  })
  expect(await after.turned).toBe(1)
  expect(await failedOf(no)).toEqual([])
})
