import type { ConsoleCallName } from '@tianping/contract/console'
import { everyStatement } from '@tianping/contract/agent/facts'
import { columnLabels } from '@tianping/contract/columns'
import { listSorts, type SortedList } from '@tianping/contract/sorts'
import { rows, run, sql, transaction, type Sql } from '@tianping/database'
import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { openCashier } from '../cashier/support.ts'
import { laterLists, type Filled } from './lists/fills.ts'
import { consoleCall, desk } from './support.ts'

const { site, owner, clock } = await openCashier()
const admin = await desk(site, 'admin')
const { memberId } = await site.member({ name: 'everylist' })
const COUNT = 47

/** Three of one moment each, so that numbers tell them apart. */
const at = sql`${clock.now()}::timestamptz - make_interval(hours => n / 3)`
const all = sql`generate_series(1, ${COUNT}) n`
const letters = sql`translate(lpad(n::text, 6, '0'), '01', 'AB')`
const decided = sql`case when n % 2 = 0 then ${at} end`
const who = sql`case when n % 2 = 0 then 'x' else '' end`
const state = sql`case when n % 2 = 0 then 2 else 1 end`
/** Of queues that hold one open row a member. */
const other = sql`${memberId} + n`
const fills: Record<string, Sql> = {
  adjustments: sql`insert into adjustment (adjustment_id, member_id, amount_fen, reason, proposed_by, proposed_at, state, decided_by, decided_at)
    select 'A' || lpad(n::text, 24, '0'), ${memberId}, 100 * n, 'x', 'risk', ${at}, ${state}, ${who}, ${decided} from ${all}`,
  applications: sql`insert into activity_application (member_id, application_id, activity_id, rule_version, state, bonus_fen, turnover_times, facts, applied_at, decided_by, decided_at, action_key)
    select ${memberId}, 'P' || lpad(n::text, 24, '0'), (select min(activity_id) from activity) , 1, 2, 100, 1, '[]', ${at}, 'x', ${at}, 'k' || n from ${all}`,
  agents: sql`insert into agent_application (member_id, application_id, mobile, apply_info, state, applied_at, decided_by, decided_at, action_key)
    select ${memberId}, 'G' || lpad(n::text, 24, '0'), '', 'x', 3, ${at}, 'x', ${at}, 'k' || n from ${all}`,
  refunds: sql`insert into deposit_refund (member_id, refund_no, deposit_no, provider, reference, reason, amount_fen, created_at)
    select ${memberId}, 'R' || lpad(n::text, 24, '0'), 'D1', 'x', 'r' || n, 'rejected', 100 * n, ${at} from ${all}`,
  disputes: sql`insert into payment_dispute (dispute_no, provider, reference, member_id, deposit_no, amount_fen, opened_at, due_at)
    select 'C' || lpad(n::text, 24, '0'), 'x', 'r' || n, ${memberId}, 'D1', 100, ${at}, case when n % 4 > 0 then ${at} + interval '3 days' end from ${all}`,
  risk: sql`insert into risk_flag (member_id, kind, subject, rule_version, inputs, weight, raised_at, seen_at, state)
    select ${memberId}, 'shared_address', 's' || n, 1, '{"members": 2, "address": "203.0.113.7"}', 10 + n % 4, ${at}, ${at}, 1 from ${all}`,
  callbacks: sql`insert into provider_callback (provider, received_at, address, verdict, deposit_no, body, signature)
    select 'x', ${at}, '', 'credited', 'D' || n, '{}', '' from ${all}`,
  messages: sql`insert into sending (audience, title, content, member_ids, sent_by, sent_at)
    select 'some', 't', 'c', array[${memberId}]::bigint[], 'x', ${at} from ${all}`,
  complaints: sql`insert into complaint (complaint_no, member_id, kind, created_at, answer_by, action_key)
    select 'C20261123-' || ${letters}, ${memberId}, 'other', ${at}, ${at}, 'k' || n from ${all}`,
  tickets: sql`insert into ticket (ticket_no, member_id, topic, created_at, updated_at, waits_for, waits_since, action_key)
    select 'T20261123-' || ${letters}, ${memberId}, 'other', ${at}, ${at}, case when n % 3 = 0 then 'member' else 'staff' end, case when n % 3 > 0 then ${at} end, 'k' || n from ${all}`,
  deliveries: sql`insert into delivery (member_id, channel, kind, contact, created_at, expires_at)
    select ${memberId}, 'mail', 'device', 'x', ${at}, null from ${all}`,
  security: sql`insert into security_event (kind, subject, address, minute, times, first_at, last_at)
    select 'login_failed', 'member:' || n, '', date_trunc('minute', ${at}), 1, ${at}, ${at} from ${all}`,
  'free-rounds/list': sql`insert into free_round_grant (member_id, grant_no, venue_id, games, stake_fen, rounds, turnover_times, ends_at, source, source_id, proposed_at, state, next_at)
    select ${memberId}, 'G' || lpad(n::text, 24, '0'), 1, array['x'], 100, 3, 1, ${at} + interval '1 day', 'vip', n::text, ${at}, case when n % 2 = 0 then 6 else 1 end, ${at} from ${all}`,
  'jackpots/wins': sql`with pool as (insert into jackpot_pool (venue_id, ref) values (1, 'x') returning jackpot_no, venue_id)
    insert into jackpot_bet (member_id, venue_id, bet_id, jackpot_no, cycle, share_fen, won_fen, at, told_at)
    select ${memberId}, p.venue_id, 'B' || n, p.jackpot_no, n, 1, 100, ${at}, ${at} from pool p, ${all}`,
  verifications: sql`insert into verification_case (member_id, tier, whole, state, submitted_at, decided_at, decided_by)
    select ${other}, 1, true, ${state}, ${at}, ${decided}, ${who} from ${all}`,
  screening: sql`with entry as (insert into screening_entry (list, ref, hash, kind, data, has_wallets)
    select 'other', n::text, sha256(n::text::bytea), 'person', '{"ref": "x", "kind": "person", "names": ["甲"], "births": [], "countries": [], "numbers": [], "wallets": []}', false from ${all} returning entry_id, ref::int as n)
    insert into screening_hit (member_id, entry_id, list, score, parts, subject, raised_at, seen_at, state, decided_by, decided_at)
    select ${other}, entry_id, 'other', 60 + n % 4, '[]', '', ${at}, ${at}, ${state}, ${who}, ${decided} from entry`,
  harm: sql`insert into harm_case (member_id, kind, level, score, reasons, rule_version, opened_at, due_at, state, outcome, decided_by, decided_at)
    select ${other}, 'care', 1, 10, '[]', 1, ${at}, ${at} + interval '3 days', ${state}, case when n % 2 = 0 then 'eased' else '' end, ${who}, ${decided} from ${all}`,
  cases: sql`insert into reconciliation_case (check_name, severity, member_id, subject, first_run, first_seen_at, last_run, last_seen_at, state, resolved_by, resolved_at)
    select 'wallets', case when n % 3 = 0 then 'mismatch' else 'attention' end, ${memberId}, 's' || n, gen_random_uuid(), ${at}, gen_random_uuid(), ${at}, ${state}, ${who}, ${decided} from ${all}`,
  aml: sql`with made as (insert into aml_case (title, weight, opened_by, opened_at, due_at)
    select 'x', 10, 'x', ${at}, ${at} + interval '3 days' from ${all} returning case_id, opened_at)
    insert into aml_case_member (case_id, member_id, alerted, added_at, open) select case_id, ${memberId}, true, opened_at, false from made`,
  'data-requests': sql`insert into data_request (member_id, kind, asked_at, state, decided_by, decided_at)
    select ${other}, 'explain', ${at}, ${state}, ${who}, ${decided} from ${all}`,
  'security/alerts': sql`insert into security_alert (kind, subject, times, threshold, minutes, rule_version, raised_at)
    select 'login_failed', 'member:' || n, 9, 5, 10, 1, ${at} from ${all}`,
  'bank-lines': sql`insert into bank_line (import_id, account, reference, booked_at, amount_fen, payer_name, payer_tail, note)
    select 1, '6222', 'r' || n, ${at}, 100 + n % 4, '甲', '', '' from ${all}`,
  statements: sql`insert into agent_statement (agent_id, month, from_day, until_day, rule_version, rule, members, active,
      base_fen, carried_in_fen, commissionable_fen, hundredths, commission_fen, carried_out_fen,
      state, made_at, decided_by, decided_at)
    select ${memberId} + n % 5, '2026-' || lpad((1 + n / 5)::text, 2, '0'), '2026-01-01', '2026-02-01', 1, '{}', 1, 1,
      1, 0, 1, 10, 100 * (1 + n % 4), 0, ${state}, ${at}, ${who}, ${decided} from ${all}`,
  'agent-plans': sql`insert into agent_plan (agent_id, name, terms, from_month, state, proposed_by, proposed_at, decided_by, decided_at)
    select ${other}, 'p' || n, '{}', '2027-01', ${state}, 'y', ${at}, ${who}, ${decided} from ${all}`,
  channels: sql`insert into promo_channel (code, agent_id, name, created_at)
    select 'LAAAA' || lpad(translate(n::text, '01', 'AB'), 5, 'C'), case when n % 2 = 0 then ${memberId}::bigint end, 'c' || n, ${at} from ${all}`,
  'payout-batches': sql`insert into payout_batch (batch_no, layout, layout_name, lines, amount_fen, built_by, built_at)
    select 'PB261126' || ${letters}, '{}', '甲', 1, 100 + n % 4, 'x', ${at} from ${all}`,
  'journey-members': sql`with made as (insert into journey (series_id, name, trigger, days, title, content, bonus_fen, turnover_times, per_day, month_fen,
      starts_at, ends_at, proposed_by, proposed_at, next_at)
    values (1, 'x', 'registered', 1, 't', 'c', 0, 1, 10, 0, '2026-01-01', '2026-12-31', 'x', '2026-01-01', '2026-01-01') returning journey_id, series_id)
    insert into journey_member (series_id, member_id, occasion, journey_id, refused, bonus_fen, at)
    select series_id, ${other}, ${at}, journey_id, '', 0, ${at} from made, ${all}`,
  suppressions: sql`with phones as (update member set mobile = ('139' || member_id)::bytea where member_id > ${memberId})
    insert into harm_stop (member_id, since) select ${other}, ${at} from ${all}`,
  'members/pay-requests': sql`insert into pay_password_request (member_id, kind, asked_by, asked_at, reason, state, decided_by, decided_at)
    select ${other}, 'pay', 'asker', ${at}, 'x', ${state}, ${who}, ${decided} from ${all}`,
  media: sql`with made as (insert into media_picture (pixels_hash, name, alt, width, height, added_by, added_at)
    select sha256(n::text::bytea), 'p' || n, '图片' || n, 640, 320, 'x', ${at} from ${all} returning media_id)
    insert into media_file (media_id, size, name, width, height, webp)
    select media_id, size, md5(media_id || size), 320, 240, '' from made, unnest(array['banner', 'card', 'popup', 'thumb']) size`,
  audit: sql`select audit_append(${clock.now()}, null, 'x', 'system', 'member.note', 'member:1', '', '{}', '{}', 'n' || n) from ${all}`,
}

const later: Partial<Record<SortedList, Filled>> = laterLists({ memberId, at, all })

beforeAll(async () => {
  await run(
    owner,
    sql`
    insert into member (member_id, name, realname, mobile, mobile_digest, mobile_tail, password_hash, pay_password_hash, invite_code, created_at)
    overriding system value select ${other}, 'other' || n, '', '', sha256(n::text::bytea), '0000', 'x', 'x', 'O' || n, now() from ${all}`,
  )
  await run(owner, sql`insert into activity_type (name) values ('活动')`)
  await run(
    owner,
    sql`insert into venue (venue_id, platname, name, category, ico, rank) values (1, 'one', '甲', 'realbet', '/a', 0)`,
  )
  await run(
    owner,
    sql`insert into activity (type_id, title, banner, content) select max(type_id), '活动', '/x.webp', 'x' from activity_type`,
  )
  await run(
    owner,
    sql`
    insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, created_at, action_key)
    values (${memberId}, 'D1', 'alipay', 100, 1, 'provider', now(), 'everylist')`,
  )
  const added = Object.values(later).map(each => each.fill)
  for (const fill of [...Object.values(fills), ...added])
    await transaction(owner, async tx => {
      // What the rows belong to is not what is tried here.
      await run(tx, sql`set local session_replication_role = replica`)
      await rows(tx, fill)
    })
})

type Page = { data: object[]; next: string; prev: string; total: number }
const page = async (name: ConsoleCallName, body: object): Promise<Page> => {
  const answer = (await consoleCall(site, name, body, { cookie: admin.cookie })).json()
  expect(answer, JSON.stringify([name, body])).toMatchObject({ code: 200 })
  return answer.data
}
const calls = [
  ...Object.keys(fills).map(
    list =>
      `POST /api/console/${/\/(list|wins)$/.test(list) ? list : `${list}/list`}` as SortedList,
  ),
  ...(Object.keys(later) as SortedList[]),
]

test.each(calls)('%s shows each row once by its cursors, in every order and state', async name => {
  const sorts = ['', ...listSorts[name].flatMap(column => [column, `-${column}`])]
  for (const filter of [{}, ...narrowerOf(name)])
    for (const sort of sorts) {
      const seen: string[] = []
      const lengths: number[] = []
      let last: Page | undefined
      for (let cursor = '', number = 1; ; number++) {
        last = await page(name, {
          ...shapeOf(name),
          ...filter,
          sort,
          cursor,
          per: 20,
          page: number,
        })
        seen.push(...last.data.map(row => JSON.stringify(row)))
        lengths.push(last.data.length)
        cursor = last.next
        if (cursor === '') break
      }
      const context = JSON.stringify([name, filter, sort])
      expect(new Set(seen).size, context).toBe(seen.length)
      expect(seen.length, context).toBe(last.total)
      if (seen.length <= 20) continue
      // Back from the last page by its key, and the second page by its number.
      const before = seen.length - (lengths.at(-1) ?? 0)
      const back = await page(name, {
        ...shapeOf(name),
        ...filter,
        sort,
        cursor: last.prev,
        per: 20,
        page: 2,
      })
      expect(
        back.data.map(row => JSON.stringify(row)),
        context,
      ).toEqual(seen.slice(before - 20, before))
      const second = await page(name, { ...shapeOf(name), ...filter, sort, per: 20, page: 2 })
      expect(
        second.data.map(row => JSON.stringify(row)),
        context,
      ).toEqual(seen.slice(20, 40))
    }
})

const narrowerOf = (name: SortedList): object[] => {
  const known = later[name]
  if (known) return known.narrower ?? []
  if (/aml|alerts|bank-lines/.test(name)) return [{ state: 'open' }]
  if (/batches/.test(name)) return [{ state: 'built' }]
  return 'state' in shapeOf(name) ? [{ state: 1 }] : []
}

/** Rows of a call of other filters: those with states can be narrowed by them. */
function shapeOf(name: SortedList): object {
  const known = later[name]
  if (known) return known.body ?? {}
  if (/aml|alerts|bank-lines|batches/.test(name)) return { state: '' }
  if (/statements/.test(name)) return { state: everyStatement }
  if (/callbacks|messages|audit|security|jackpots|suppressions|media|channels/.test(name)) return {}
  if (/journey-members/.test(name)) return { id: 1 }
  return { state: 0 }
}

/** A contact that nobody may write to has no day. */
const dated = calls.filter(name => !/suppressions/.test(name) && !later[name]?.undated)

test.each(dated)('%s is narrowed by days, and refuses what it does not know', async name => {
  const none = await page(name, { ...shapeOf(name), from: '2000-01-01', to: '2000-01-02' })
  expect(none.data).toEqual([])
  const some = await page(name, { ...shapeOf(name), from: '2026-01-01' })
  expect(some.data.length).toBeGreaterThan(0)
  for (const wrong of [{ colour: 'red' }, { from: '2026-02-02', to: '2026-02-01' }])
    if (name !== 'POST /api/console/audit/list' || 'colour' in wrong)
      expect(
        (
          await consoleCall(site, name, { ...shapeOf(name), ...wrong }, { cookie: admin.cookie })
        ).json(),
        JSON.stringify([name, wrong]),
      ).toMatchObject({ code: 400 })
})

test.each(Object.keys(later) as SortedList[])('%s leaves as a file of its rows', async list => {
  const body = shapeOf(list)
  const { data: shown, total } = await page(list, { ...body, per: 20 })
  const columns = Object.keys(shown[0] ?? {}).filter(each => Object.hasOwn(columnLabels, each))
  const { data } = await admin.call('POST /api/console/exports/begin', {
    list,
    filters: body as Record<string, string | number>,
    columns,
  })
  const { cookie } = admin
  const file = await site.app.inject({
    url: `/api/console/export/${data.ticket}`,
    headers: { cookie },
  })
  const rest = list === 'POST /api/console/exports/list' ? 1 : 0
  expect(file.body.trim().split('\r\n').length).toBe(1 + total + rest)
})

test('a cursor shows no code and no more of the mark of a device than the list', async () => {
  const all = async (name: SortedList) => {
    const { next } = await page(name, { ...shapeOf(name), per: 20 })
    return Buffer.from(next, 'base64url').toString()
  }
  expect(await all('POST /api/console/giveaway-codes/list')).toMatch(
    /^\["",false,"0","[0-9a-f]{32}"/,
  )
  const cursor = await all('POST /api/console/members/devices')
  for (let n = 1; n <= COUNT; n++)
    expect(cursor).not.toContain(createHash('md5').update(String(n)).digest('hex'))
})

/** Lists whose rows a test of their own fills, in apps/server/test. */
const ELSEWHERE: SortedList[] = [
  // console/lists.test.ts
  'POST /api/console/deposits/list',
  'POST /api/console/withdrawals/list',
  'POST /api/console/payouts/list',
  'POST /api/console/transfers/list',
  'POST /api/console/bets/list',
  'POST /api/console/members/list',
  // console/tags.test.ts
  'POST /api/console/watch/list',
  // promotions/contentHistory.test.ts
  'POST /api/console/content-versions/list',
  'POST /api/console/activity-versions/list',
  // promotions/campaigns.test.ts
  'POST /api/console/campaign-members/list',
  // promotions/givenLists.test.ts
  'POST /api/console/giveaway-given/list',
  // screening/changes.test.ts
  'POST /api/console/screening/versions/show',
]

test('every list that is read by key is filled here or in a test of its own', () => {
  expect([...calls, ...ELSEWHERE].toSorted()).toEqual(Object.keys(listSorts).toSorted())
})
