// What tools outside read: views without names, for a role that reads nothing else.
import { join } from 'node:path'
import { rows, run, sql, theRow } from '@tianping/database'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { exportParquet } from '../../src/areas/figures/parquet.ts'
import { seedSite } from '../../src/demo/site.ts'
import { post } from '../../src/ledger/ledger.ts'
import { deposit } from '../ledger/postings.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { duck, testFolder } from './duck.ts'
import { caughtUp, tellBet } from './support.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock('2025-03-20T04:00:00Z')
await seedSite(owner, clock.now())
const site = await openTestSite(url, { clock })
const reader = open({ role: 'tianping_bi' })
const [anna, tester] = [await site.member(), await site.member()]
await run(
  owner,
  sql`
  insert into test_account (member_id, reason, state, asked_by, asked_at, decided_by, decided_at)
  values (${tester.memberId}, 'probe', 2, 'a', now(), 'b', now())`,
)
const at = { effectiveAt: new Date('2025-03-01T12:00:00+08:00') }
await post(site.services.db, { ...deposit(anna.memberId, 12_34n), ...at })
await post(site.services.db, { ...deposit(tester.memberId, 99_00n), ...at })
await tellBet(owner, {
  memberId: anna.memberId,
  betId: 'b',
  game: 'alpha',
  version: 1,
  status: 1,
  stake: 5_00n,
  payout: 1_00n,
  settledAt: '2025-03-01 13:00:00',
})
await caughtUp(site.services.db)

test('the views hold the figures of the reports, without test accounts', async () => {
  const money = await rows(
    reader,
    sql`select member_id, day, deposits, deposit_fen from bi.member_day`,
  )
  expect(money).toEqual([
    { memberId: anna.memberId, day: '2025-03-01', deposits: 1, depositFen: 12_34n },
  ])
  const play = await rows(
    reader,
    sql`select day, venue_id, game_code, bets, stake_fen - payout_fen as ggr_fen from bi.play_day`,
  )
  expect(play).toEqual([
    { day: '2025-03-01', venueId: 1, gameCode: 'alpha', bets: 1, ggrFen: 4_00n },
  ])
  const members = await rows(reader, sql`select member_id, first_deposit_on from bi.member`)
  expect(members).toEqual([{ memberId: anna.memberId, firstDepositOn: '2025-03-01' }])
  const { balance } = await theRow<{ balance: bigint }>(
    reader,
    sql`select sum(credit_fen - debit_fen)::bigint as balance from bi.account_day where account_code = 100`,
  )
  expect(balance).toBe(111_34n)
})

test('the role reads nothing but the views, and writes nothing', async () => {
  for (const attempt of [
    sql`select * from member`,
    sql`select * from ledger.entry`,
    sql`select * from ledger.member_day`,
    sql`select * from operator`,
    sql`select * from site_setting`,
    sql`update bi.member set level = 2`,
    sql`delete from bi.month_line`,
    sql`create table bi.mine (a int)`,
    sql`create table mine (a int)`,
    sql`select ledger.roll_up_days(1)`,
  ])
    await expect(run(reader, attempt)).rejects.toThrow(
      /permission denied|cannot (update|delete from) view/,
    )
})

test('every view says what it is, and none has a name or a contact of a member', async () => {
  const views = await rows<{ name: string; said: string | null }>(
    owner,
    sql`
    select c.relname as name, obj_description(c.oid) as said from pg_class c
    where c.relnamespace = 'bi'::regnamespace and c.relkind = 'v' order by 1`,
  )
  expect(views.map(each => each.name)).toEqual([
    'account_day',
    'liability_day',
    'member',
    'member_day',
    'month_line',
    'play_day',
  ])
  expect(views.filter(each => !each.said)).toEqual([])
  const personal = await rows(
    owner,
    sql`
    select table_name, column_name from information_schema.columns
    where table_schema = 'bi' and column_name ~ 'realname|mobile|email|address|birth|card|password'`,
  )
  expect(personal).toEqual([])
})

test('the files hold what the views hold, whole fen and days, and a view without rows is a file too', async () => {
  const folder = testFolder()
  const written = await exportParquet(reader, folder)
  const read = async (view: string) =>
    parquetReadObjects({ file: await asyncBufferFromFile(join(folder, `${view}.parquet`)) })
  expect(await read('member_day')).toMatchObject([
    { member_id: anna.memberId, day: new Date('2025-03-01'), deposits: 1, deposit_fen: 12_34n },
  ])
  expect(await read('play_day')).toMatchObject([
    { game_code: 'alpha', venue_id: 1, stake_fen: 5_00n, payout_fen: 1_00n },
  ])
  const accounts = await read('account_day')
  const { credit } = await theRow<{ credit: bigint }>(
    owner,
    sql`select sum(credit_fen)::bigint as credit from ledger.account_day`,
  )
  expect(accounts.reduce((sum, each) => sum + (each['credit_fen'] as bigint), 0n)).toBe(credit)
  expect(written.get('account_day')).toBe(accounts.length)
  expect(await read('month_line')).toEqual([])
  expect(written.get('month_line')).toBe(0)
})

test('DuckDB reads the files and comes to the sums of the views', async () => {
  const folder = testFolder()
  await exportParquet(reader, folder)
  const file = (view: string) => `'${join(folder, view)}.parquet'`
  const sums = (table: (view: string) => string) => `
    select (select sum(deposit_fen) from ${table('member_day')})::text as deposits,
      (select sum(stake_fen - payout_fen) from ${table('play_day')})::text as ggr,
      (select sum(credit_fen - debit_fen) from ${table('account_day')} where account_code = 100)::text as wallets,
      (select min(day) from ${table('play_day')})::text as first_day`
  const views = await rows<Record<string, string>>(owner, sql.raw(sums(view => `bi.${view}`)))
  expect(views).toEqual([
    { deposits: '1234', ggr: '400', wallets: '11134', firstDay: '2025-03-01' },
  ])
  expect(await duck(sums(file))).toEqual([
    { deposits: '1234', ggr: '400', wallets: '11134', first_day: '2025-03-01' },
  ])
})
