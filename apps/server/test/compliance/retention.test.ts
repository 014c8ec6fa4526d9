import { endingClasses } from '@tianping/contract/compliance/facts'
import { rows, run, sql, theRow } from '@tianping/database'
import { addDays, beijingDay } from '@tianping/money/day'
import { describe, expect, test } from 'vitest'
import { RETENTION_SETTING, retentionSchema } from '../../src/areas/compliance/compliance.ts'
import { runRetention } from '../../src/areas/compliance/retention/run.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { desk } from '../console/support.ts'
import { openTestSite } from '../support/site.ts'
import { freshDatabase } from '../../../../tooling/test/database.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
const site = await openTestSite(url)
const { db, clock } = site.services
const today = () => beijingDay(clock.now())
const DAY_MS = 86_400_000
/** Midnight of so many days ago, and a moment before it. */
const ago = (days: number, ms = 0) =>
  new Date(Date.parse(`${today()}T00:00:00+08:00`) - days * DAY_MS - ms)
const left = async (table: 'refusal' | 'message' | 'login_trace' | 'play_stretch', who: bigint) =>
  (
    await theRow(
      owner,
      sql<{
        count: number
      }>`select count(*)::int as count from ${sql.id(table)} where member_id = ${who}`,
    )
  ).count

async function old(memberId: bigint, at: (days: number) => Date) {
  await run(
    owner,
    sql`insert into refusal (member_id, call, reason, request_id, refused_at) values (${memberId}, 'x', 'y', 'r', ${at(30)})`,
  )
  await run(
    owner,
    sql`insert into message (member_id, title, content, created_at) values (${memberId}, 't', 'c', ${at(1_827)})`,
  )
  await run(
    owner,
    sql`insert into login_trace (member_id, address, agent, first_at, last_at) values (${memberId}, '192.0.2.9', 'x', ${at(1_827)}, ${at(1_827)})`,
  )
  await run(
    owner,
    sql`insert into play_stretch (member_id, began_at, last_at) values (${memberId}, ${at(1_828)}, ${at(1_827)})`,
  )
}
const tables = ['refusal', 'message', 'login_trace', 'play_stretch'] as const
const counts = (who: bigint) => Promise.all(tables.map(table => left(table, who)))
const hold = (memberId: bigint) =>
  run(
    owner,
    sql`
    with made as (insert into aml_case (title, weight, opened_by, opened_at, due_at) values ('t', 1, 'x', now(), now()) returning case_id)
    insert into aml_case_member (case_id, member_id, alerted, added_at) select case_id, ${memberId}, true, now() from made`,
  )

describe('the schedule', () => {
  test('ends each class after its days and not before, and says how much it ended', async () => {
    const [over, held, young] = [await site.member(), await site.member(), await site.member()]
    const before = await counts(young.memberId)
    await old(over.memberId, days => ago(days, 1))
    await old(held.memberId, days => ago(days, 1))
    await old(young.memberId, days => ago(days))
    await hold(held.memberId)
    const removed = await runRetention(site.services, today())
    expect(removed).toMatchObject({ refusals: 1, messages: 1, visits: 1 })
    expect(removed['devices']).toBe(1)
    expect(await counts(over.memberId)).toEqual(before)
    const more = before.map(count => count + 1)
    expect(await counts(held.memberId), 'of an open case').toEqual(more)
    expect(await counts(young.memberId), 'of the last day').toEqual(more)
    const auditor = await desk(site, 'auditor')
    const log = (await auditor.call('POST /api/console/retention/list', { class: 'refusals' })).data
    expect(log.data).toMatchObject([{ class: 'refusals', day: today(), removed_rows: 1 }])
    const { data } = await auditor.call('POST /api/console/retention/show')
    expect(data.find(each => each.class === 'money')).toMatchObject({ action: 'keep', days: 0 })
    for (const each of data)
      expect([each.class, each.last_day !== '']).toEqual([
        each.class,
        (endingClasses as readonly string[]).includes(each.class),
      ])
  })

  test('an instance whose clock is ahead of the database deletes nothing', async () => {
    const { memberId } = await site.member()
    const kept = () =>
      rows(owner, sql<{ call: string }>`select call from refusal where member_id = ${memberId}`)
    await run(
      owner,
      sql`
      insert into refusal (member_id, call, reason, request_id, refused_at)
      values (${memberId}, 'ahead', 'y', 'r', ${ago(40)})`,
    )
    await expect(runRetention(site.services, addDays(today(), 3_650))).rejects.toThrow('nothing of')
    expect(await kept()).toEqual([{ call: 'ahead' }])
    await run(owner, sql`delete from refusal where member_id = ${memberId}`)
  })
  test('receipts end after their days, except of an order that waits and of an open case', async () => {
    const [over, waiting, held] = [await site.member(), await site.member(), await site.member()]
    for (const [{ memberId }, state, waits] of [
      [over, 3, ''],
      [waiting, 1, 'person'],
      [held, 3, ''],
    ] as const) {
      await run(
        owner,
        sql`
        insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, created_at, action_key)
        values (${memberId}, ${`D-${memberId}`}, 'card', 100, ${state}, ${waits}, ${ago(400)}, 'k')`,
      )
      await run(
        owner,
        sql`
        insert into deposit_receipt (member_id, deposit_no, bytes, content, key_sealed, uploaded_at)
        values (${memberId}, ${`D-${memberId}`}, 1, 'x', 'x', ${ago(366, 1)})`,
      )
    }
    await hold(held.memberId)
    expect((await runRetention(site.services, today()))['receipts']).toBe(1)
    const kept = await rows(
      owner,
      sql<{ memberId: bigint }>`select member_id from deposit_receipt order by member_id`,
    )
    expect(kept.map(({ memberId }) => memberId)).toEqual([waiting.memberId, held.memberId])
  })

  test('launches end with what was asked for in them, but not while their money is away or a case is open', async () => {
    const [over, held] = [await site.member(), await site.member()]
    const venueId = 31
    await run(
      owner,
      sql`
      insert into venue (venue_id, platname, name, category, ico, rank)
      values (${venueId}, 'LA', '启动', 'concise', '', 31)`,
    )
    for (const [ticket, who, madeAt, homeDueAt] of [
      ['over-over-over-over', over.memberId, ago(366, 1), null],
      ['away-away-away-away', over.memberId, ago(366, 1), ago(1)],
      ['held-held-held-held', held.memberId, ago(366, 1), null],
      ['young-young-young-y', over.memberId, ago(366), null],
    ] as const) {
      await run(
        owner,
        sql`
        insert into launch_ticket (ticket, member_id, venue_id, made_at, expires_at, ended_at, home_due_at)
        values (${ticket}, ${who}, ${venueId}, ${madeAt}, ${ago(365)}, ${ago(365)}, ${homeDueAt})`,
      )
      await run(
        owner,
        sql`
        insert into money_want (member_id, venue_id, ref, ticket, amount_fen, heard_at)
        values (${who}, ${venueId}, ${ticket}, ${ticket}, 100, ${madeAt})`,
      )
    }
    await hold(held.memberId)
    const left = async (table: 'launch_ticket' | 'money_want') =>
      (
        await rows(
          owner,
          sql<{ ticket: string }>`select ticket from ${sql.id(table)} order by ticket`,
        )
      ).map(({ ticket }) => ticket.slice(0, 5))
    expect((await runRetention(site.services, today()))['launches']).toBe(0)
    await run(owner, sql`update launch_ticket set expires_at = ${ago(366, 1)}`)
    expect((await runRetention(site.services, today()))['launches']).toBe(1)
    expect(await left('launch_ticket')).toEqual(['away-', 'held-', 'young'])
    expect(await left('money_want')).toEqual(['away-', 'held-', 'young'])
  })

  test('who paid what became no deposit is forgotten after its days; lines that wait keep it, amounts stay', async () => {
    await run(
      owner,
      sql`
      with file as (
        insert into bank_import (account, layout, file_name, file_hash, lines, fresh, outgoing, imported_by, imported_at)
        values ('6222', 'x', 'x', 'x', 4, 4, 0, 'anna', now()) returning import_id)
      insert into bank_line (import_id, account, reference, booked_at, amount_fen, payer_name, payer_tail, note, state, decided_at)
      select import_id, '6222', l.* from file cross join (values
        ('over', ${ago(2_000)}::timestamptz, 100, '外人甲', '1111', '借款', 'not_ours', ${ago(1_827, 1)}::timestamptz),
        ('back', ${ago(2_000)}, 200, '外人乙', '2222', '', 'returned', ${ago(1_827, 1)}),
        ('young', ${ago(2_000)}, 300, '外人丙', '3333', '', 'not_ours', ${ago(1_827)}),
        ('waits', ${ago(2_000)}, 400, '外人丁', '4444', '', 'open', null)) l`,
    )
    expect((await runRetention(site.services, today()))['payers']).toBe(2)
    expect((await runRetention(site.services, today()))['payers']).toBe(0)
    const kept = await rows(
      owner,
      sql<{ said: string }>`
      select concat_ws(' ', amount_fen, payer_name, payer_tail, note) as said from bank_line order by amount_fen`,
    )
    expect(kept.map(({ said }) => said)).toEqual([
      '100   ',
      '200   ',
      '300 外人丙 3333 ',
      '400 外人丁 4444 ',
    ])
  })

  test('ends more than a batch, and a second run of the day adds to its line', async () => {
    const { memberId } = await site.member()
    await run(
      owner,
      sql`
      insert into refusal (member_id, call, reason, request_id, refused_at)
      select ${memberId}, 'x', 'y', 'r', ${ago(40)} from generate_series(1, 1201)`,
    )
    expect((await runRetention(site.services, today()))['refusals']).toBe(1_201)
    const { removed } = await theRow(
      owner,
      sql<{
        removed: number
      }>`select removed from retention_run where class = 'refusals' and day = ${today()}::date`,
    )
    expect(removed).toBe(1_202)
  })

  test('takes its days from the rule, which keeps what the law asks for', async () => {
    const by = { name: 'owner', at: clock.now() }
    await writeSetting(owner, RETENTION_SETTING, retentionSchema, { refusalDays: 7 }, by)
    const { memberId } = await site.member()
    await run(
      owner,
      sql`insert into refusal (member_id, call, reason, request_id, refused_at) values (${memberId}, 'x', 'y', 'r', ${ago(8)})`,
    )
    await runRetention(site.services, today())
    expect(await left('refusal', memberId)).toBe(0)
    expect(retentionSchema.safeParse({ deviceDays: 30 }).success).toBe(false)
    expect(retentionSchema.safeParse({ complaintDays: 365 }).success).toBe(false)
  })

  test('blots complaints whose time is over, and the database keeps the younger ones itself', async () => {
    const { memberId } = await site.member()
    const complain = async (no: string, days: number) => {
      await run(
        owner,
        sql`
        with made as (
          insert into complaint (complaint_no, member_id, kind, answer_by, waits_for, state, outcome, decided_at, action_key)
          values (${no}, ${memberId}, 'game', now(), '', 2, 'upheld', ${ago(days, 1)}, ${no}) returning complaint_id)
        insert into complaint_message (complaint_id, author, content) select complaint_id, 'member', '我的银行卡被盗用了' from made`,
      )
    }
    await complain('C20200101-AAAAAA', 1_827)
    await complain('C20200101-BBBBBB', 400)
    const texts = async () =>
      (
        await rows(
          owner,
          sql<{ content: string }>`
          select m.content from complaint c join complaint_message m using (complaint_id) where c.member_id = ${memberId} order by c.complaint_no`,
        )
      ).map(({ content }) => content)
    await runRetention(site.services, today())
    expect(await texts()).toEqual(['**', '我的银行卡被盗用了'])
    await complain('C20200101-CCCCCC', 300)
    await run(db, sql`select redact_complaints(now(), 100)`)
    expect(await texts()).toEqual(['**', '**', '我的银行卡被盗用了'])
  })
})

test('a class that fails keeps none after it from its end, and the day is done again', async () => {
  const { memberId } = await site.member()
  const before = await counts(memberId)
  await old(memberId, days => ago(days, 1))
  const ended = async (name: string) =>
    (
      await rows(
        owner,
        sql`select 1 from retention_run where class = ${name} and ended_at is not null`,
      )
    ).length
  await run(
    owner,
    sql`create function no_drop() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$`,
  )
  await run(
    owner,
    sql`create trigger no_drop before delete on login_trace for each row execute function no_drop()`,
  )
  for (let turn = 0; turn < 2; turn++)
    await expect(runRetention(site.services, today())).rejects.toThrow('poisoned')
  await run(owner, sql`drop trigger no_drop on login_trace`)
  expect(await counts(memberId)).toEqual(before.map((count, n) => count + (n === 2 ? 1 : 0)))
  expect([await ended('devices'), await ended('messages'), await ended('tickets')]).toEqual([
    0, 1, 1,
  ])
  expect((await runRetention(site.services, today()))['devices']).toBe(1)
})
