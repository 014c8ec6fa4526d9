// Facts by Beijing day: in the order of commits, exact under corrections, recomputable.
import { rows, run, sql, theRow, transaction } from '@tianping/database'
import { afterAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { checkFacts } from '../../src/areas/figures/figures.ts'
import { hold, post, settle, type Posting } from '../../src/ledger/ledger.ts'
import { assertBooksHold } from '../support/books.ts'
import { cash, deposit, newMember, system, toVenue, withdrawal } from '../ledger/postings.ts'
import { caughtUp, differencesOf, rollUpOnce, tellBet } from './support.ts'

const { open } = await freshDatabase('server')
const db = open({ role: 'tianping_app' })
const owner = open()
const spare = open({ role: 'tianping_app' })
await run(
  owner,
  sql`
  insert into venue (venue_id, platname, name, category, ico, rank)
  values (1, 'one', '甲', 'realbet', '/a', 0)`,
)
afterAll(() => assertBooksHold(db))

const at = (time: string) => ({ effectiveAt: new Date(`${time}+08:00`) })
const paid = (memberId: bigint, amountFen: bigint): Posting => ({
  ...withdrawal(memberId, amountFen),
  from: { name: 'withdrawalPayable' },
  to: { name: 'payoutBank' },
})
const daysOf = (memberId: bigint) =>
  rows(
    owner,
    sql<{
      day: string
      deposits: number
      depositFen: bigint
      withdrawals: number
      withdrawalFen: bigint
      rebateFen: bigint
    }>`
    select day, deposits, deposit_fen, withdrawals, withdrawal_fen, rebate_fen
    from ledger.member_day where member_id = ${memberId} order by day`,
  )
const playOf = (memberId: bigint) =>
  rows(
    owner,
    sql<{
      day: string
      gameCode: string
      bets: number
      stakeFen: bigint
      validFen: bigint
      payoutFen: bigint
    }>`
    select day, game_code, bets, stake_fen, valid_fen, payout_fen
    from play_day where member_id = ${memberId} order by day, game_code`,
  )

test('money counts on the Beijing day of its own time, and a withdrawal when it is paid', async () => {
  const member = newMember()
  await post(db, { ...deposit(member, 1_000n), ...at('2026-03-01 23:59:59') })
  await post(db, { ...deposit(member, 500n), ...at('2026-03-02 00:00:00') })
  await hold(db, { ...withdrawal(member, 300n, { key: 'w' }), ...at('2026-03-02 10:00:00') })
  await settle(db, {
    memberId: member,
    holdKey: 'w',
    key: 'w:s',
    actor: system,
    ...at('2026-03-03 10:00:00'),
  })
  await caughtUp(db)
  expect(
    (await daysOf(member)).map(each => [
      each.day,
      each.deposits,
      each.depositFen,
      each.withdrawalFen,
    ]),
  ).toEqual([
    ['2026-03-01', 1, 1_000n, 0n],
    ['2026-03-02', 1, 500n, 0n],
  ])
  await post(db, { ...paid(member, 300n), ...at('2026-03-05 09:00:00') })
  const rebate = { code: 'rebate', ...at('2026-03-05 10:00:00') } as const
  const expense = { name: 'rebateExpense' } as const
  await post(db, { ...deposit(member, 70n), ...rebate, from: expense })
  await post(db, { ...deposit(member, 20n), ...rebate, from: cash, to: expense })
  await caughtUp(db)
  expect((await daysOf(member)).at(-1)).toEqual({
    day: '2026-03-05',
    deposits: 0,
    depositFen: 0n,
    withdrawals: 1,
    withdrawalFen: 300n,
    rebateFen: 50n,
  })
  expect(
    await rows(
      owner,
      sql`
      select day, debit_fen, credit_fen from ledger.account_day
      where account_code = 210 and day between '2026-03-01' and '2026-03-05' order by day`,
    ),
  ).toEqual([
    { day: '2026-03-03', debitFen: 0n, creditFen: 300n },
    { day: '2026-03-05', debitFen: 300n, creditFen: 0n },
  ])
  expect(await differencesOf(checkFacts, db)).toEqual([])
})

test('the first two deposits are those by time, in whatever order they come', async () => {
  const member = newMember()
  const firsts = () =>
    theRow(
      owner,
      sql<{ first: Date; second: Date | null }>`
      select first_deposit_at as first, second_deposit_at as second
      from ledger.member_first where member_id = ${member}`,
    )
  await post(db, { ...deposit(member, 1n), ...at('2026-05-03 12:00:00') })
  await caughtUp(db)
  expect(await firsts()).toMatchObject({ second: null })
  await post(db, { ...deposit(member, 1n), ...at('2026-05-01 12:00:00') })
  await caughtUp(db)
  await post(db, { ...deposit(member, 1n), ...at('2026-05-04 12:00:00') })
  await post(db, { ...deposit(member, 1n), ...at('2026-05-02 12:00:00') })
  await caughtUp(db)
  expect(await firsts()).toEqual({
    first: at('2026-05-01 12:00:00').effectiveAt,
    second: at('2026-05-02 12:00:00').effectiveAt,
  })
})

test('a bet counts on the day it first settled, and every correction changes that day', async () => {
  const memberId = newMember()
  const bet = { memberId, betId: 'b1', game: 'alpha', settledAt: '2026-04-01 23:00:00' }
  await tellBet(owner, { ...bet, version: 1, status: 2, stake: 100n, payout: 0n })
  await caughtUp(db)
  expect(await playOf(memberId)).toEqual([])
  await tellBet(owner, { ...bet, version: 2, status: 1, stake: 100n, payout: 40n })
  await tellBet(owner, { ...bet, betId: 'b2', version: 1, status: 1, stake: 50n, payout: 0n })
  await caughtUp(db)
  await tellBet(owner, { ...bet, version: 3, status: 1, stake: 100n, payout: 250n })
  await caughtUp(db)
  expect(await playOf(memberId)).toEqual([
    {
      day: '2026-04-01',
      gameCode: 'alpha',
      bets: 2,
      stakeFen: 150n,
      validFen: 150n,
      payoutFen: 250n,
    },
  ])
  await tellBet(owner, { ...bet, version: 4, status: 0, stake: 100n, payout: 0n })
  await caughtUp(db)
  expect(await playOf(memberId)).toEqual([
    { day: '2026-04-01', gameCode: 'alpha', bets: 1, stakeFen: 50n, validFen: 50n, payoutFen: 0n },
  ])
  expect(await differencesOf(checkFacts, db)).toEqual([])
})

test('a correction of one thing alone counts: the stake, what was valid, the bet itself', async () => {
  const memberId = newMember()
  const bet = { memberId, betId: 'c1', game: 'beta', settledAt: '2026-04-02 12:00:00', status: 1 }
  const shown = async () => {
    await caughtUp(db)
    const [day] = await playOf(memberId)
    return day && [day.bets, day.stakeFen, day.validFen, day.payoutFen]
  }
  const told = (version: number, more: Partial<Parameters<typeof tellBet>[1]>) =>
    tellBet(owner, { ...bet, version, stake: 100n, valid: 60n, payout: 40n, ...more })
  await told(1, {})
  expect(await shown()).toEqual([1, 100n, 60n, 40n])
  await told(2, { stake: 130n })
  expect(await shown()).toEqual([1, 130n, 60n, 40n])
  await told(3, { stake: 130n, valid: 70n })
  expect(await shown()).toEqual([1, 130n, 70n, 40n])
  await told(4, { stake: 0n, valid: 0n, payout: 0n })
  expect(await shown()).toEqual([1, 0n, 0n, 0n])
  await told(5, { stake: 0n, valid: 0n, payout: 0n, status: 0 })
  expect(await shown()).toEqual([0, 0n, 0n, 0n])
  expect(await differencesOf(checkFacts, db)).toEqual([])
})

test('what commits late is passed over until it does, and counts once', async () => {
  const [early, late] = [newMember(), newMember()]
  await transaction(spare, async tx => {
    await post(tx, { ...deposit(late, 9n), ...at('2026-06-01 12:00:00') })
    await post(db, { ...deposit(early, 5n), ...at('2026-06-01 12:00:00') })
    await rollUpOnce(db)
    expect(await daysOf(late)).toEqual([])
    // Its number is above that of the one still running.
    expect(await daysOf(early)).toEqual([])
  })
  await caughtUp(db)
  await caughtUp(db)
  expect((await daysOf(late)).map(each => each.depositFen)).toEqual([9n])
  expect((await daysOf(early)).map(each => each.depositFen)).toEqual([5n])
})

test('a portion takes a whole transaction, however many postings it made', async () => {
  const members = Array.from({ length: 7 }, newMember)
  await transaction(db, async tx => {
    for (const memberId of members)
      await post(tx, { ...deposit(memberId, 3n), ...at('2026-06-02 12:00:00') })
  })
  await post(db, { ...toVenue(members[0]!, 1, 3n), ...at('2026-06-02 13:00:00') })
  await caughtUp(db, 2)
  const { fen } = await theRow<{ fen: bigint }>(
    owner,
    sql`select sum(deposit_fen)::bigint as fen from ledger.member_day where day = '2026-06-02'`,
  )
  expect(fen).toBe(21n)
})

test('the comparison names a day that somebody changed', async () => {
  const memberId = newMember()
  await post(db, { ...deposit(memberId, 8n), ...at('2026-06-03 12:00:00') })
  const bet = { memberId, betId: 'x', game: 'beta', settledAt: '2026-06-03 12:00:00' }
  await tellBet(owner, { ...bet, version: 1, status: 1, stake: 4n, payout: 0n })
  await caughtUp(db)
  const broken = (statement: ReturnType<typeof sql>) =>
    transaction(owner, async tx => {
      await run(tx, statement)
      const found = await differencesOf(checkFacts, tx)
      await run(tx, sql`rollback and chain`)
      return found
    })
  expect(
    await broken(sql`
      update ledger.account_day set credit_fen = credit_fen + 1
      where day = '2026-06-03' and account_code = 100`),
  ).toEqual(['account-days 2026-06-03 100 deposit: expected 0 8 1, found 0 9 1'])
  expect(
    await broken(sql`update ledger.member_day set deposit_fen = 9 where member_id = ${memberId}`),
  ).toEqual(['member-days 2026-06-03: expected 1 8 0 0 0 0, found 1 9 0 0 0 0'])
  expect(await broken(sql`delete from play_day where member_id = ${memberId}`)).toEqual([
    'play-days 2026-06-03 1 beta: expected 0 0 0 0, found -1 -4 -4 0',
  ])
  // What the kept sums miss when nothing keeps them.
  expect(
    await broken(
      sql`update ledger.house_day set deposit_fen = deposit_fen + 1 where day = '2026-06-03'`,
    ),
  ).toEqual(['house-days 2026-06-03: expected 0 0 0 0 0 0 0, found 0 1 0 0 0 0 0'])
  expect(await broken(sql`update play_game_day set bets = 3 where day = '2026-06-03'`)).toEqual([
    'game-days 2026-06-03 1 beta: expected 0 0 0 0, found 2 0 0 0',
  ])
  expect(await broken(sql`delete from active_day where day = '2026-06-03'`)).toEqual([
    'active-days 2026-06-03: expected true, found false',
  ])
  expect(await differencesOf(checkFacts, db)).toEqual([])
})

test('a member is active on a day while a bet or a deposit counts on it', async () => {
  const memberId = newMember()
  const active = async () =>
    (
      await rows<{ day: string }>(
        owner,
        sql`select day::text as day from active_day where member_id = ${memberId} order by 1`,
      )
    ).map(each => each.day)
  const bet = { memberId, betId: 'q', game: 'beta', stake: 4n, payout: 0n }
  await tellBet(owner, { ...bet, version: 1, status: 1, settledAt: '2026-06-05 12:00:00' })
  await post(db, { ...deposit(memberId, 8n), ...at('2026-06-06 12:00:00') })
  await caughtUp(db)
  expect(await active()).toEqual(['2026-06-05', '2026-06-06'])
  await tellBet(owner, { ...bet, version: 2, status: 0, settledAt: '2026-06-05 12:00:00' })
  await caughtUp(db)
  expect(await active()).toEqual(['2026-06-06'])
  expect(await differencesOf(checkFacts, db)).toEqual([])
})
