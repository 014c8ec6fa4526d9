// What was owed at the end of each day: the past from ledger and rows, the rest as it was counted.
import { run, rows, sql, theRow } from '@tianping/database'
import { addDays } from '@tianping/money/day'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { checkFacts, keepLiability } from '../../src/areas/figures/figures.ts'
import { seedSite } from '../../src/demo/site.ts'
import { post } from '../../src/ledger/ledger.ts'
import { openRequirement } from '../../src/ledger/wagering.ts'
import { desk } from '../console/support.ts'
import { deposit, toVenue } from '../ledger/postings.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { anActivity, anApplication, caughtUp, differencesOf, tellBet } from './support.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
const reader = open({ role: 'tianping_bi' })
const clock = new TestClock('2026-03-01T04:00:00Z')
await seedSite(owner, clock.now())
const site = await openTestSite(url, { clock })
const other = await openTestSite(url, { clock })
const { db } = site.services
const anna = await site.member()

const moment = (time: string) => new Date(`2026-${time}+08:00`)
/** What a server of the release before had done until 5 March. */
const at = (time: string) => ({ effectiveAt: moment(time) })
await post(db, { ...deposit(anna.memberId, 100_00n), ...at('03-01 23:59:59') })
await post(db, { ...deposit(anna.memberId, 7_00n), ...at('03-02 00:00:00') })
await post(db, { ...toVenue(anna.memberId, 1, 40_00n), ...at('03-03 12:00:00') })

const rebate = (lineNo: number, fen: bigint, made: string, claimed: string | null) =>
  run(
    owner,
    sql`
    insert into rebate (member_id, day, venue_id, line_no, category, valid_fen, vip, percent, levels_version,
      amount_fen, state, claim_no, created_at, updated_at)
    values (${anna.memberId}, '2026-03-01', 1, ${lineNo}, 'slot', 0, 1, 1, 1, ${fen}, ${claimed ? 1 : 0},
      ${claimed ? '00000000-0000-4000-8000-000000000001' : null}::uuid,
      ${moment(made)}, ${moment(claimed ?? made)})`,
  )
await rebate(1, 3_00n, '03-02 01:00:00', '03-04 09:00:00')
await rebate(2, 50n, '03-03 23:59:59', null)
const activityId = await anActivity(owner)
const apply = (id: string, bonusFen: bigint, applied: string, decided: string | null) =>
  anApplication(owner, {
    activityId,
    memberId: anna.memberId,
    id,
    state: decided ? 3 : 1,
    bonusFen,
    appliedAt: moment(applied),
    decidedAt: decided ? moment(decided) : null,
  })
await apply('a1', 8_00n, '03-02 10:00:00', '03-03 00:00:00')
const bet = (betId: string, version: number, status: 0 | 1 | 2, time: string) =>
  tellBet(owner, {
    memberId: anna.memberId,
    betId,
    game: 'alpha',
    version,
    status,
    stake: 5_00n,
    payout: 0n,
    settledAt: `2026-${time}`,
  })
await bet('b1', 1, 2, '03-02 10:00:00')
await openRequirement(db, {
  memberId: anna.memberId,
  sourceType: 'deposit',
  sourceId: 'd1',
  requiredFen: 100_00n,
  openedAt: moment('03-02 10:00:00'),
})
await caughtUp(db)
const finance = () => desk(site, 'finance')
let operator = await finance()
/** A session of the back office does not last as long as the steps of this test. */
const goTo = async (time: string) => {
  clock.advance(moment(time).getTime() - clock.now().getTime())
  operator = await finance()
}
await goTo('03-05 15:00:00')

const keep = () => keepLiability(site.services)
const history = async (span = {}) =>
  (await operator.call('POST /api/console/figures/liability/days', { from: '', to: '', ...span }))
    .data
const dayOf = async (day: string) => {
  const found = (await history()).days.find(each => each.day === day)
  if (!found) throw new Error(`no day ${day}`)
  return found
}
const kept = () =>
  rows(owner, sql`select day, item, amount_fen, as_of from liability_day order by day, item`)

test('before the first turn balances are those of the ledger, and all else is unknown', async () => {
  const { kept_from, days } = await history()
  expect(kept_from).toBe('')
  const unknown = { open_stakes: null, commissions: null, wagering: null, total: null }
  expect(days.map(({ day, wallets, venues, payable }) => [day, wallets, venues, payable])).toEqual([
    ['2026-03-01', 100, 0, 0],
    ['2026-03-02', 107, 0, 0],
    ['2026-03-03', 67, 40, 0],
    ['2026-03-04', 67, 40, 0],
    ['2026-03-05', 67, 40, 0],
  ])
  for (const day of days.slice(0, -1)) expect(day).toMatchObject({ ...unknown, rebates: null })
  expect(days.at(-1)).toMatchObject({ open_stakes: 5, wagering: 100, total: 67 + 40 + 5 + 0.5 })
})

test('the first turn tells the past of rebates and bonuses, and nothing that cannot be known', async () => {
  await keep()
  const { kept_from, days } = await history()
  expect(kept_from).toBe('2026-03-05')
  expect(days.slice(0, -1).map(({ rebates, bonuses }) => [rebates, bonuses])).toEqual([
    [0, 0],
    [3, 8],
    // Decided at the first moment of the third day; the second rebate came in its last second.
    [3.5, 0],
    [0.5, 0],
  ])
  for (const day of days.slice(0, -1))
    expect(day).toMatchObject({ open_stakes: null, commissions: null, total: null, counted_at: '' })
})

test('what is told of the past is what the entries say', async () => {
  for (const { day, wallets, venues } of (await history()).days) {
    const until = new Date(`${addDays(day, 1)}T00:00:00+08:00`)
    const told = await theRow(
      owner,
      sql<{ wallets: number; venues: number }>`
      select (coalesce(sum(e.amount) filter (where e.account_code = 100), 0) / 100.0)::float8 as wallets,
        (coalesce(sum(e.amount) filter (where e.account_code = 110), 0) / 100.0)::float8 as venues
      from ledger.transaction t join ledger.entry e on e.member_id = t.member_id and e.transaction_id = t.transaction_id
      where e.layer = 'posted' and t.effective_at < ${until}`,
    )
    expect({ wallets, venues }).toEqual(told)
  }
})

test('a day is counted once, at the first turn of the next, whatever runs at once or again', async () => {
  await goTo('03-05 23:59:59')
  await keep()
  expect((await dayOf('2026-03-05')).day).toBe('2026-03-05')
  await goTo('03-06 00:00:04')
  await Promise.all([keep(), keepLiability(other.services)])
  const first = await kept()
  await bet('b1', 2, 1, '03-06 00:00:05')
  await goTo('03-06 00:00:09')
  await Promise.all([keep(), keepLiability(other.services)])
  expect(await kept()).toEqual(first)
  const day = await dayOf('2026-03-05')
  expect(day).toMatchObject({ open_stakes: 5, commissions: 0, wagering: 100 })
  expect(day.counted_at).toBe('2026-03-06 00:00:04')
  // What is told by its rows waits until all of the day is committed.
  expect(day).toMatchObject({ rebates: null, total: null })
  await goTo('03-06 00:10:00')
  await keep()
  expect(await dayOf('2026-03-05')).toMatchObject({ rebates: 0.5, total: 67 + 40 + 5 + 0.5 })
})

test('a late turn carries its moment, and rebates and bonuses nothing of the new day', async () => {
  await bet('b2', 1, 2, '03-06 20:00:00')
  await apply('a2', 9_00n, '03-06 21:00:00', null)
  await goTo('03-07 09:30:00')
  await run(
    owner,
    sql`
    update activity_application set state = 3, decided_at = ${moment('03-07 08:00:00')} where application_id = 'a2'`,
  )
  await apply('a3', 1_00n, '03-07 07:00:00', null)
  await keep()
  expect(await dayOf('2026-03-06')).toMatchObject({
    open_stakes: 5,
    bonuses: 9,
    counted_at: '2026-03-07 09:30:00',
  })
})

test('a day at whose end nothing ran is unknown, and never carries the figure of another', async () => {
  await goTo('03-10 00:00:30')
  await keep()
  await goTo('03-10 00:10:00')
  await keep()
  const { days } = await history()
  const known = days.map(({ day, open_stakes, bonuses, total }) => [
    day.slice(5),
    open_stakes,
    bonuses,
    total,
  ])
  expect(known.slice(-4)).toEqual([
    ['03-07', null, 1, null],
    ['03-08', null, 1, null],
    ['03-09', 5, 1, 113.5],
    ['03-10', 5, 1, 113.5],
  ])
  await expect(
    run(
      owner,
      sql`insert into liability_day values ('2026-03-07', 'wagering', 1, ${moment('03-09 00:00:00')})`,
    ),
  ).rejects.toThrow(/liability_day/)
})

test('a restart goes on where it was, and what was kept cannot be changed', async () => {
  const before = await kept()
  await keepLiability(other.services)
  expect(await kept()).toEqual(before)
  for (const attempt of [
    sql`update liability_day set amount_fen = 0`,
    sql`delete from liability_day`,
    sql`update liability_start set began_on = '2026-01-01'`,
  ])
    await expect(run(db, attempt)).rejects.toThrow(/permission denied/)
})

test('reconciliation recomputes rebates and bonuses of the kept days, and names one that differs', async () => {
  expect(await differencesOf(checkFacts, db)).toEqual([])
  await run(
    owner,
    sql`update liability_day set amount_fen = 1 where day = '2026-03-02' and item = 'rebates'`,
  )
  expect(await differencesOf(checkFacts, db)).toEqual([
    'liability-days 2026-03-02 rebates: expected 300, found 1',
  ])
  await run(
    owner,
    sql`update liability_day set amount_fen = 300 where day = '2026-03-02' and item = 'rebates'`,
  )
})

test('a span has its days alone, and its file the columns of the table', async () => {
  const asked = { from: '2026-03-04', to: '2026-03-06' }
  const { days } = await history(asked)
  expect(days.map(({ day, wallets }) => [day, wallets])).toEqual([
    ['2026-03-04', 67],
    ['2026-03-05', 67],
    ['2026-03-06', 67],
  ])
  const { data } = await operator.call('POST /api/console/exports/begin', {
    list: 'POST /api/console/figures/liability/days',
    filters: asked,
    columns: Object.keys(days[0]!),
    format: 'csv',
  })
  const { cookie } = operator
  const path = `/api/console/export/${data.ticket}`
  const file = await site.app.inject({ url: path, headers: { cookie } })
  expect(file.body.replace('\ufeff', '').trim().split('\r\n')).toEqual([
    '日期,会员中心钱包,会员场馆余额,已审核待付款取款,未结算投注,待领取返水,待审核活动奖金,待审核代理佣金,合计,未完成流水要求,统计时点',
    '2026-03-06,67,40,0,5,0.5,9,0,121.5,100,2026-03-07 09:30:00',
    '2026-03-05,67,40,0,5,0.5,0,0,112.5,100,2026-03-06 00:00:04',
    '2026-03-04,67,40,0,,0.5,0,,,,',
  ])
})

test('who may not read figures reads no history', async () => {
  const support = await desk(site, 'support')
  const asked = await support.call('POST /api/console/figures/liability/days', { from: '', to: '' })
  expect(asked.code).toBe(403)
})

test('tools outside read the same days, and none that nobody can know', async () => {
  const told = await rows(
    reader,
    sql<{ day: string; item: string; fen: bigint }>`
    select day, item, amount_fen as fen from bi.liability_day where day in ('2026-03-03', '2026-03-06') order by day, item`,
  )
  expect(told.map(({ day, item, fen }) => [day.slice(5), item, fen])).toEqual([
    ['03-03', 'bonuses', 0n],
    ['03-03', 'payable', 0n],
    ['03-03', 'rebates', 3_50n],
    ['03-03', 'venues', 40_00n],
    ['03-03', 'wallets', 67_00n],
    ['03-06', 'bonuses', 9_00n],
    ['03-06', 'commissions', 0n],
    ['03-06', 'open_stakes', 5_00n],
    ['03-06', 'payable', 0n],
    ['03-06', 'rebates', 50n],
    ['03-06', 'venues', 40_00n],
    ['03-06', 'wagering', 100_00n],
    ['03-06', 'wallets', 67_00n],
  ])
})
