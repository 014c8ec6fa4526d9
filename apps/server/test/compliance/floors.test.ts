// What the database itself keeps, whatever the server asks for, by the microsecond: `now()` is one
// moment within a transaction.
import { run, sql, theRow, transaction, type Sql, type Tx } from '@tianping/database'
import { beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { openTestSite } from '../support/site.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
const site = await openTestSite(url)
const { memberId } = await site.member()
const VENUE = 31
beforeAll(async () => {
  await run(
    owner,
    sql`insert into venue (venue_id, platname, name, category, ico, rank) values (${VENUE}, 'LA', '启动', 'concise', '', 31)`,
  )
})

/** A moment so many microseconds after now, or after a span before now. */
const moment = (us: number, ago = '0') =>
  sql`now() - ${ago}::interval + ${us}::int * interval '1 microsecond'`
let serial = 0
const number = () => `${(serial += 1)}`
const letter = () => 'ABCDEFGHJKLMNPQRSTUVWXYZ'[(serial += 1)]

const complaint = (tx: Tx, at: Sql) =>
  run(
    tx,
    sql`insert into complaint (complaint_no, member_id, kind, answer_by, waits_for, state, outcome, decided_at, action_key)
      values (${`C20200101-AAAAA${letter()}`}, ${memberId}, 'game', now(), '', 2, 'upheld', ${at}, ${number()})`,
  )
const ticket = (tx: Tx, at: Sql) =>
  run(
    tx,
    sql`insert into ticket (ticket_no, member_id, topic, state, waits_for, created_at, updated_at, closed_at, action_key)
      values (${`T20200101-AAAAA${letter()}`}, ${memberId}, 'deposit', 2, '', ${at}, ${at}, ${at}, ${number()})`,
  )
const launch = (tx: Tx, made: Sql, expires: Sql) =>
  run(
    tx,
    sql`insert into launch_ticket (ticket, member_id, venue_id, made_at, expires_at, ended_at)
      values (${`launch-launch-launch-${number()}`}, ${memberId}, ${VENUE}, ${made}, ${expires}, ${made})`,
  )
const record = (tx: Tx, until: Sql) =>
  run(
    tx,
    sql`insert into legal_record (member_id, sealed, kept_until) values (${memberId}, 'x', ${until})`,
  )

/** How many a function of the database ends, of what was made in the same transaction. */
const ended = (make: (tx: Tx) => Promise<unknown>, call: Sql<{ n: number }>) =>
  transaction(owner, async tx => {
    await make(tx)
    return (await theRow(tx, call)).n
  })

test.each([
  ['complaints that ended a year ago', complaint, '1 year', 'redact_complaints'],
  ['conversations that ended 180 days ago', ticket, '180 days', 'redact_tickets'],
] as const)('%s are kept to the moment', async (_, make, floor, name) => {
  const call = (before: Sql) => sql<{ n: number }>`select ${sql.id(name)}(${before}, 100) as n`
  const asked = call(sql`now()`)
  expect(await ended(tx => make(tx, moment(0, floor)), asked)).toBe(0)
  // That one is a moment older now.
  expect(await ended(async () => {}, asked)).toBe(1)
  expect(await ended(tx => make(tx, moment(-1, floor)), asked)).toBe(1)
  const before = call(sql`now() - interval '2 years'`)
  expect(await ended(tx => make(tx, moment(0, '2 years')), before)).toBe(0)
  expect(await ended(async () => {}, before)).toBe(1)
  expect(await ended(tx => make(tx, moment(-1, '2 years')), before)).toBe(1)
})

test('launches are kept for 90 days, and until they end', async () => {
  const asked = sql<{ n: number }>`select drop_launches(now() + interval '1 day', 100) as n`
  const long = moment(0, '1 year')
  // One that was kept is a moment older when the next is made, and goes with it.
  for (const [made, expires, n] of [
    [moment(0, '90 days'), long, 0],
    [moment(-1, '90 days'), long, 2],
    [moment(0, '89 days'), long, 0],
    [long, moment(0), 0],
    [long, moment(-1), 2],
  ] as const) {
    expect(await ended(tx => launch(tx, made, expires), asked)).toBe(n)
  }
})

test('a sealed record ends with its time, not a moment before', async () => {
  const asked = sql<{ n: number }>`select purge_legal_records() as n`
  expect(await ended(tx => record(tx, moment(1_000_000)), asked)).toBe(0)
  await run(owner, sql`delete from legal_record`)
  expect(await ended(tx => record(tx, moment(0)), asked)).toBe(1)
})
