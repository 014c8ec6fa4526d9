// The lists of the back office that can grow, each with rows enough and the pages its room asks
// for. A fill makes only what its table and its pages need; moments lie over 400 days, to the
// millisecond as the server writes them.
import { sql, type Db, type Sql } from '@tianping/database'
import {
  listDeposits,
  listWithdrawals,
  decidedSince,
  waitingDeposits,
  waitingWithdrawals,
} from '../../apps/server/src/areas/cashier/store/review.sql.ts'
import { memberSessions, memberRows } from '../../apps/server/src/areas/risk/store/figures.sql.ts'
import { adjustmentRows } from '../../apps/server/src/areas/books/store/adjustments.sql.ts'
import { agentRows, statementRows } from '../../apps/server/src/areas/agent/store/agents.sql.ts'
import { applicationRows } from '../../apps/server/src/areas/activity/store/applications.sql.ts'
import { auditRows } from '../../apps/server/src/kernel/operator/audit.sql.ts'
import { contactDigests } from '../../apps/server/src/kernel/sealedContact.ts'
import { betRows } from '../../apps/server/src/areas/books/store/bets.sql.ts'
import { callbackRows } from '../../apps/server/src/areas/cashier/store/callbacks.sql.ts'
import { caseRows } from '../../apps/server/src/areas/books/store/cases.sql.ts'
import { entryRows } from '../../apps/server/src/areas/journal/store/entries.sql.ts'
import {
  applicationRowsOf,
  deviceRows,
  drawRows,
  invitedRows,
  ledgerRows,
  noteRows,
  placeRows,
  promotionTotals,
  rebateRows,
  rootRows,
} from '../../apps/server/src/areas/member/store/memberParts.sql.ts'
import { sendingRows } from '../../apps/server/src/areas/message/store/messages.sql.ts'
import { payoutRows } from '../../apps/server/src/areas/cashier/store/payouts.sql.ts'
import { flagRows } from '../../apps/server/src/areas/risk/store/risk.sql.ts'
import { narrowedOf } from '../../apps/server/src/kernel/operator/listed.sql.ts'
import { ownIds, pagingOf } from '../../apps/server/src/kernel/operator/pages.sql.ts'
import { findMembers } from '../../apps/server/src/console/desk/search.sql.ts'
import { transferRows } from '../../apps/server/src/areas/venues/store/venues.sql.ts'
import { messages } from '../../apps/server/src/areas/message/store/message.sql.ts'
import { betTotals } from '../../apps/server/src/areas/venues/store/bet.sql.ts'

export type Pages = Record<string, (db: Db) => Promise<unknown>>
export type List = {
  name: string
  tables: string[]
  /** How many there are for ten million of the largest; one for one where it is not said. */
  share?: number
  fill: (rows: number) => Sql[]
  pages: Pages
}

/** A day in the middle of what is made. */
const DAY = '2026-06-15'
/** All who joined on this day also played on it. */
const FULL_DAY = '2026-11-12'
/** A moment at which members last logged in. */
const LOGGED_IN = '2026-11-17T12:00:00.000000Z'
export const END = '2026-11-20T00:00:00Z'
const now = new Date(END)
/** Members that rows belong to; more may be registered. */
export const PLAYERS = 1_000_000
/** Who has a fortieth of all rows where a list is one member's. */
const LONGEST = 100_500n
/** Any other. */
const OTHER = 100_777n
const page = { limit: 10, offset: 0 }
/** The nine-hundredth page, which is as far as a count goes. */
const late = { limit: 10, offset: 8_990 }

type Part = Sql
const at = (rows: number): Part =>
  sql`date_trunc('milliseconds', ${END}::timestamptz - make_interval(secs => n * (400.0 * 86400 / ${rows})))`
const memberOf = (rows: number): Part =>
  sql`100001 + (n::bigint * 7919) % ${Math.min(PLAYERS, rows)}::int`
/** One in forty is the longest member's. */
const uneven = (rows: number): Part =>
  sql`case when n % 40 = 0 then ${LONGEST} else ${memberOf(rows)} end`
const all = (rows: number): Part => sql`generate_series(1, ${rows}::int) n`
const named = <Filter extends object>(
  base: Filter,
  pages: Record<string, Partial<Filter>>,
  ask: (db: Db, filter: Filter) => Promise<unknown>,
): Pages =>
  Object.fromEntries(
    Object.entries(pages).map(([name, filter]) => [
      name,
      (db: Db) => ask(db, { ...base, ...filter }),
    ]),
  )

/** Filters of a list by key, as its call would be parsed. */
type Asked = {
  state?: number
  day?: string
  from?: string
  to?: string
  least?: string
  sort?: string
  limit: number
  offset: number
}
const narrowed = ({ day = '', from = '', to = '', least = '', sort = '', ...f }: Asked) => ({
  ...f,
  ...narrowedOf({ day, from, to, least }),
  states: f.state === undefined ? [] : [f.state],
  paging: pagingOf({ page: f.offset / f.limit + 1, per: f.limit, cursor: '', sort }, [
    'amount',
    'stake',
    'net',
  ]),
})

/** Filters of a list whose rows are told apart by a number; `fens`: orders by a number alone. */
const numbered = <F extends Asked>({ day = '', ...f }: F, fens: readonly string[]) => ({
  ...f,
  ...narrowedOf({ day, from: '', to: '' }),
  states: f.state ? [f.state] : [],
  paging: pagingOf(
    { page: f.offset / f.limit + 1, per: f.limit, cursor: '', sort: '' },
    fens,
    true,
  ),
})
/** What the statement of a member is asked for. */
const ledgerOf = (memberId: bigint, filter: Partial<Asked & { code: string; q: string }>) => ({
  memberId,
  code: '',
  q: '',
  ...numbered({ ...page, ...filter }, ownIds),
})
/** State 0 is every state. */
const every = <F extends Asked>({ state, ...f }: F): Omit<F, 'state'> & Asked =>
  state ? { ...f, state } : f
const order: Asked & { method: string; q: string } = { method: '', q: '', ...page }
const orderState = sql`case when n % 1000 = 0 then 1 when n % 10 = 0 then 3 else 2 end`

const deposits: List = {
  name: 'deposits',
  tables: ['deposit_order'],
  fill: rows => [
    sql`
      insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, credited_fen, created_at, decided_at, decided_by, action_key)
      select ${memberOf(rows)}, 'D261120' || lpad(n::text, 20, '0'), (array['alipay','usdt','wechat','card','zh_wxgue','zh_ylsm'])[1 + n % 6], 10000 + n % 90000, s, case when s = 1 then 'person' else '' end,
        case when s = 2 then 10000 end, ${at(rows)}, case when s <> 1 then ${at(rows)} + interval '10 minutes' end, case when s = 1 then '' else 'finance' end, 'b' || n
      from ${all(rows)}, lateral (select ${orderState} as s) x`,
    sql`insert into order_directory (order_no, kind, member_id) select deposit_no, 'deposit', member_id from deposit_order where action_key = 'b7'`,
  ],
  pages: {
    ...named(
      order,
      {
        all: {},
        waiting: { state: 1 },
        'refused, one method': { state: 3, method: 'usdt' },
        'approved on a day': { state: 2, day: DAY },
        'of a day': { day: DAY },
        'of a member': { q: 'bench1234' },
        'by the beginning of names': { q: 'bench12' },
        'by number': { q: `D261120${'7'.padStart(20, '0')}` },
        'approved, page 900': { state: 2, ...late },
        'refused, page 900': { state: 3, ...late },
        'waiting, page 900': { state: 1, ...late },
        'by amount': { sort: '-amount' },
        'approved by amount, page 900': { state: 2, sort: 'amount', ...late },
        'from an amount on': { least: '999.90' },
        'approved from an amount on': { state: 2, least: '999.90' },
        'of a month by decision': { from: '2026-05-01', to: '2026-05-31', sort: '-decided_at' },
      },
      (db, f) => listDeposits(db, { ...f, ...narrowed(f) }),
    ),
    'counter and the day so far': db =>
      Promise.all([
        waitingDeposits(db),
        decidedSince(db, new Date(now.getTime() - 12 * 3_600_000)),
      ]),
  },
}

const bets: List = {
  name: 'bets',
  tables: ['bet'],
  fill: rows => [
    sql`
    insert into bet (member_id, venue_id, bet_id, version, revision, game_code, round_id, selection, stake_fen, valid_fen, payout_fen, net_fen, status, fairness, math_version, placed_at, settled_at, first_settled_at)
    select ${memberOf(rows)}, 1 + n % 6, 'b' || n, n, 1, 'slot', 'r' || n / 3, '{}', 1000 + n % 9000, 1000, 900, n % 5000 - 3000, case when n % 500 = 0 then 0 when n % 300 = 0 then 2 else 1 end, '{}', 'x', ${at(rows)}, ${at(rows)}, ${at(rows)}
    from ${all(rows)}`,
  ],
  pages: {
    ...named(
      { memberId: 0n, venueId: 0, q: '', ...page } as Asked & {
        memberId: bigint
        venueId: number
        q: string
      },
      {
        all: {},
        'of a day': { day: DAY },
        'of a venue': { venueId: 3 },
        void: { state: 0 },
        'by stake': { sort: '-stake' },
        'of a venue by net': { venueId: 3, sort: 'net' },
        'unsettled at a venue': { state: 2, venueId: 4 },
        'of a member': { q: 'bench1234' },
        'by number': { q: 'b4711' },
        'of a round': { q: 'r4711' },
        'one member’s page': { memberId: LONGEST },
        'settled on a day at a venue': { state: 1, day: DAY, venueId: 2 },
        'page 900': late,
        'unsettled, page 900': { state: 2, ...late },
        'settled on a day, page 900': { state: 1, day: DAY, ...late },
      },
      (db, f) => betRows(db, { gameCode: '', ...f, ...narrowed(f) }),
    ),
    'a member’s totals': db => betTotals(db, LONGEST),
  },
}

const entries: List = {
  name: 'ledger entries',
  tables: ['ledger.transaction', 'ledger.entry'],
  fill: rows => [
    sql`
      insert into ledger.transaction (member_id, transaction_id, idempotency_key, request_hash, code, phase, amount, source_type, source_id, actor_type, actor_id, effective_at, created_at)
      select ${uneven(rows)}, uuidv7(${at(rows)} - clock_timestamp()), 'k' || n, sha256('x'),
        case when n / 40 % 1000 = 0 then 'adjustment' else (array['deposit','game_result','venue_in','venue_out','game_result','venue_in','rebate','game_result','venue_out','venue_in'])[1 + n / 40 % 10] end, 'single', 100,
        'test', 's' || n, 'system', 'bench', ${at(rows)}, ${at(rows)}
      from ${all(rows)}`,
    sql`
      insert into ledger.entry (member_id, transaction_id, line_no, account_code, venue_id, layer, amount, balance_after, account_version, hash)
      select member_id, transaction_id, 1, 100, 0, 'posted', 100, 100, substr(source_id, 2)::bigint, sha256('x') from ledger.transaction`,
  ],
  pages: {
    ...Object.fromEntries(
      Object.entries({
        'the longest statement': {},
        'one kind': { code: 'deposit' },
        'a frequent kind': { code: 'venue_in' },
        'a rare kind': { code: 'adjustment' },
        'a day of it': { day: DAY },
        'a kind on a day': { code: 'game_result', day: DAY },
        'one source': { q: 's4000' },
        'page 900': late,
        'one kind, page 900': { code: 'deposit', ...late },
        'a frequent kind, page 120': { code: 'venue_in', ...page, offset: 1_190 },
      }).map(([name, filter]) => [name, (db: Db) => ledgerRows(db, ledgerOf(LONGEST, filter))]),
    ),
    'any other member': db => ledgerRows(db, ledgerOf(OTHER, {})),
    'entries of an order': db => entryRows(db, LONGEST, 's4000'),
  },
}

const audit: List = {
  name: 'audit log',
  tables: ['audit_log'],
  fill: rows => [
    sql`
    insert into audit_log (audit_id, at, operator_id, operator, role, action, subject, address, before, after, note, hash)
    select n, ${END}::timestamptz - make_interval(secs => (${rows} - n) * (400.0 * 86400 / ${rows})), n % 20, 'op' || n % 20, 'finance', (array['deposit.approve','deposit.claim','withdrawal.approve','console.login'])[1 + n % 4],
      'deposit:D' || n, '10.0.0.' || n % 250, '{"state":1}', '{"state":2}', case when n % 100000 = 0 then '到账金额不符' else '' end, sha256('x')
    from ${all(rows)}`,
  ],
  pages: named(
    { operator: '', action: '', subject: '', from: '', to: '', text: '', ...page },
    {
      all: {},
      'by an operator': { operator: 'op7' },
      'one action': { action: 'console.login' },
      'on one thing': { subject: 'deposit:D4711' },
      'of a day': { from: DAY, to: DAY },
      'an operator’s day': { operator: 'op7', from: DAY, to: DAY },
      'a text in the newest': { text: '金额不符' },
      'a text of a day': { text: '金额不符', from: DAY, to: DAY },
      'page 900': late,
    },
    (db, f) =>
      auditRows(db, {
        ...f,
        paging: numbered({ limit: f.limit, offset: f.offset }, ownIds).paging,
      }),
  ),
}

const withdrawals: List = {
  name: 'withdrawals and payouts',
  tables: ['withdrawal_order', 'payout_attempt'],
  fill: rows => [
    sql`
      insert into withdrawal_order (member_id, withdrawal_no, card_id, kind, method, amount_fen, state, created_at, decided_at, decided_by, action_key)
      select m, 'W261120' || lpad(n::text, 20, '0'), m, 1, (array['银行卡','支付宝','USDT-TRC20'])[1 + n % 3], 10000 + n % 90000, s, ${at(rows)}, case when s <> 1 then ${at(rows)} + interval '20 minutes' end,
        case when s = 1 then '' else 'finance' end, 'b' || n
      from ${all(rows)}, lateral (select ${memberOf(rows)} as m, ${orderState} as s) x`,
    sql`
      insert into payout_attempt (member_id, withdrawal_no, attempt_no, provider, state, reference, created_at, settled_at, settled_by)
      select ${memberOf(rows)}, 'W261120' || lpad(n::text, 20, '0'), 1, 'manual', s, case when s = 'paid' then 'R' || n else '' end, ${at(rows)}, case when s <> 'open' then ${at(rows)} end, case when s <> 'open' then 'finance' else '' end
      from ${all(rows)}, lateral (select case when n % 2000 = 0 then 'open' when n % 200 = 0 then 'failed' else 'paid' end as s) x`,
  ],
  pages: {
    ...named(
      order,
      {
        all: {},
        waiting: { state: 1 },
        'approved, one method': { state: 2, method: '支付宝' },
        'refused on a day': { state: 3, day: DAY },
        'approved on a day': { state: 2, day: DAY },
        'of a member': { q: 'bench1234' },
        'by the beginning of names': { q: 'bench12' },
        'approved, page 900': { state: 2, ...late },
        'waiting, page 900': { state: 1, ...late },
        'by amount': { sort: '-amount' },
      },
      (db, f) => listWithdrawals(db, { ...f, ...narrowed(f) }),
    ),
    ...named(
      { payout: [] as ('open' | 'paid' | 'failed')[], q: '', ...page },
      {
        'payouts: all': {},
        'payouts: open': { payout: ['open'] },
        'payouts: failed': { payout: ['failed'] },
        'payouts: of a member': { q: 'bench1234' },
        'payouts: paid, page 900': { payout: ['paid'], ...late },
      },
      (db, f) => payoutRows(db, { ...f, ...narrowed(f), states: f.payout }, now),
    ),
    counter: db => waitingWithdrawals(db),
  },
}

const transfers: List = {
  name: 'transfers',
  tables: ['venue_transfer'],
  fill: rows => [
    sql`
    insert into venue_transfer (member_id, tx_id, request_key, venue_id, direction, amount_fen, moved_fen, state, reason, created_at, resolved_at)
    select ${memberOf(rows)}, 'T' || lpad(n::text, 25, '0'), 'k' || n, 1 + n % 6, case when n % 2 = 0 then 'IN' else 'OUT' end, 10000, case when s = 1 then 10000 end, s, '', ${at(rows)}, case when s <> 2 then ${at(rows)} end
    from ${all(rows)}, lateral (select case when n % 49999 = 0 then 2 when n % 50 = 0 then 0 else 1 end as s) x`,
  ],
  pages: named(
    { venueId: 0, q: '', ...page } as Asked & { venueId: number; q: string },
    {
      all: {},
      'in flight': { state: 2 },
      failed: { state: 0 },
      'of a venue': { venueId: 3 },
      'failed at a venue': { state: 0, venueId: 3 },
      'of a day': { day: DAY },
      'of a venue on a day': { venueId: 2, day: DAY },
      'failed on a day': { state: 0, day: DAY },
      'of a member': { q: 'bench1234' },
      'by the beginning of names': { q: 'bench12' },
      'by number': { q: `T${'4711'.padStart(25, '0')}` },
      'page 900': late,
      'failed, page 900': { state: 0, ...late },
    },
    (db, f) => transferRows(db, { ...f, ...narrowed(f) }),
  ),
}

const callbacks: List = {
  name: 'callbacks',
  tables: ['provider_callback'],
  fill: rows => [
    sql`
    insert into provider_callback (callback_id, provider, received_at, address, signature, body, verdict, deposit_no)
    overriding system value select n, 'sandbox', ${at(rows)}, '198.51.' || n % 200 || '.' || n % 50, 'x', '{}', case when n % 5000 = 0 then 'bad_signature' when n % 100 = 0 then 'repeated' else 'credited' end, 'D261120' || lpad(n::text, 20, '0')
    from ${all(rows)}`,
  ],
  pages: named(
    { verdict: '', day: '', q: '', ...page },
    {
      all: {},
      'one verdict': { verdict: 'repeated' },
      'a rare verdict': { verdict: 'bad_signature' },
      'of a day': { day: DAY },
      'one verdict on a day': { verdict: 'credited', day: DAY },
      'of an order': { q: `D261120${'4711'.padStart(20, '0')}` },
      'from an address': { q: '198.51.7.7' },
      'page 900': late,
    },
    (db, f) => callbackRows(db, { ...f, ...numbered(f, []) }),
  ),
}

const applications: List = {
  name: 'activity applications',
  tables: ['activity_application'],
  fill: rows => [
    sql`insert into activity_type (type_id, name) overriding system value values (1, '活动') on conflict do nothing`,
    sql`insert into activity (activity_id, type_id, title, banner, content) overriding system value select a, 1, '活动' || a, '/x.webp', 'x' from generate_series(1, 40) a on conflict do nothing`,
    sql`
      insert into activity_application (member_id, application_id, activity_id, rule_version, state, bonus_fen, turnover_times, facts, applied_at, decided_by, decided_at, action_key)
      select ${memberOf(rows)}, 'P261120' || lpad(n::text, 20, '0'), 1 + (n + n / ${PLAYERS}::int) % 40, 1, s, 1000, 5, '[]', ${at(rows)}, case when s = 1 then '' else 'risk' end, case when s <> 1 then ${at(rows)} end, 'b' || n
      from ${all(rows)}, lateral (select ${orderState} as s) x`,
  ],
  pages: {
    ...named(
      { state: 0, activityId: 0, q: '', ...page },
      {
        all: {},
        waiting: { state: 1 },
        refused: { state: 3 },
        'of one activity': { activityId: 7 },
        'waiting for one activity': { state: 1, activityId: 7 },
        'refused of one activity': { state: 3, activityId: 7 },
        'of a member': { q: 'bench1234' },
        'by the beginning of names': { q: 'bench12' },
        'by number': { q: `P261120${'4711'.padStart(20, '0')}` },
        'page 900': late,
        'waiting, page 900': { state: 1, ...late },
      },
      (db, f) => applicationRows(db, { ...f, ...narrowed(every(f)) }, now),
    ),
    'on a member’s page': db => applicationRowsOf(db, LONGEST),
  },
}

const flags: List = {
  name: 'risk flags',
  tables: ['risk_flag'],
  fill: rows => [
    sql`
    insert into risk_flag (flag_id, member_id, kind, subject, rule_version, inputs, weight, raised_at, seen_at, state, decided_by, decided_at)
    overriding system value select n, ${memberOf(rows)}, (array['shared_address','shared_device','shared_card','bonus_abuse','opposite_sides','rapid_in_out','large_win'])[1 + n % 7], 's' || n, 1, '{"members":2}', (array[40,55,80,60,90,70,50])[1 + n % 7],
      ${at(rows)}, ${at(rows)}, s, case when s = 1 then '' else 'risk' end, case when s <> 1 then ${at(rows)} end
    from ${all(rows)}, lateral (select case when n % 500 = 0 then 1 when n % 10 = 0 then 2 else 3 end as s) x`,
  ],
  pages: named(
    { state: 0, kind: '', q: '', ...page },
    {
      all: {},
      waiting: { state: 1 },
      'waiting, one kind': { state: 1, kind: 'large_win' },
      confirmed: { state: 2 },
      'one kind': { kind: 'shared_card' },
      'dismissed, one kind': { state: 3, kind: 'shared_card' },
      'of a member': { q: 'bench1234' },
      'by the beginning of names': { q: 'bench12' },
      'page 900': late,
      'waiting, page 900': { state: 1, ...late },
    },
    (db, f) => flagRows(db, { ...f, ...numbered(f, f.state === 1 ? ownIds : []) }, now),
  ),
}

const cases: List = {
  name: 'differences',
  tables: ['reconciliation_case'],
  share: 0.1,
  fill: rows => [
    sql`
    insert into reconciliation_case (case_id, check_name, severity, member_id, subject, expected, found, first_run, first_seen_at, last_run, last_seen_at, state, resolved_by, resolved_at, resolution)
    overriding system value select n, 'provider-payments', case when n % 50 = 0 then 'mismatch' else 'attention' end, ${memberOf(rows)}, 'D' || n, '1', '2', gen_random_uuid(), ${at(rows)}, gen_random_uuid(), ${at(rows)}, s,
      case when s = 1 then '' else 'finance' end, case when s <> 1 then ${at(rows)} end, '' from ${all(rows)}, lateral (select case when n % 1000 = 0 then 1 else 2 end as s) x`,
  ],
  pages: named(
    { state: 0, severity: '', q: '', ...page },
    {
      all: {},
      open: { state: 1 },
      resolved: { state: 2 },
      'resolved mismatches': { state: 2, severity: 'mismatch' },
      'one severity': { severity: 'mismatch' },
      'of a member': { q: 'bench1234' },
      'by number': { q: '4711' },
      'by subject': { q: 'D4711' },
      'page 900': late,
    },
    (db, f) => caseRows(db, numbered(f, ownIds), now),
  ),
}

const adjustments: List = {
  name: 'adjustments',
  tables: ['adjustment'],
  share: 0.1,
  fill: rows => [
    sql`
    insert into adjustment (adjustment_id, member_id, amount_fen, reason, proposed_by, proposed_at, state, decided_by, decided_at)
    select 'A261120' || lpad(n::text, 20, '0'), ${memberOf(rows)}, 1000, 'x', 'risk', ${at(rows)}, s, case when s = 1 then '' else 'finance' end, case when s <> 1 then ${at(rows)} end from ${all(rows)}, lateral (select ${orderState} as s) x`,
  ],
  pages: named(
    { state: 0, q: '', ...page },
    {
      all: {},
      waiting: { state: 1 },
      refused: { state: 3 },
      'of a member': { q: 'bench1234' },
      'by number': { q: `A261120${'4711'.padStart(20, '0')}` },
      'page 900': late,
      'approved, page 900': { state: 2, ...late },
    },
    (db, f) => adjustmentRows(db, { ...f, ...narrowed(every(f)) }, now),
  ),
}

const agents: List = {
  name: 'agents and statements',
  tables: ['agent_application', 'agent_statement'],
  share: 0.1,
  fill: rows => [
    sql`
      insert into agent_application (member_id, application_id, mobile, apply_info, state, applied_at, decided_by, decided_at, action_key)
      select 100000 + n, 'G' || lpad(n::text, 20, '0'), '', 'x', s, ${at(rows)}, case when s = 1 then '' else 'risk' end, case when s <> 1 then ${at(rows)} end, 'b' from ${all(rows)}, lateral (select ${orderState} as s) x`,
    sql`
      insert into agent_statement (agent_id, month, from_day, until_day, rule_version, rule, members, active, base_fen, carried_in_fen, commissionable_fen, hundredths, commission_fen, carried_out_fen, state, made_at, decided_by, decided_at)
      select 100001 + n / 12, '2026-' || lpad((1 + n % 12)::text, 2, '0'), '2026-01-01', '2026-02-01', 1, '{}', 1, 1, 1, 0, 1, 10, case when s = 0 then 0 else 100 end, 0, s, ${at(rows)}, '', case when s in (2, 3) then ${at(rows)} end
      from ${all(rows)}, lateral (select case when n % 1000 = 0 then 1 when n % 10 = 0 then 3 when n % 3 = 0 then 0 else 2 end as s) x`,
  ],
  pages: {
    ...named(
      { state: 0, q: '', ...page },
      {
        all: {},
        waiting: { state: 1 },
        refused: { state: 3 },
        'of a member': { q: 'bench1234' },
        'page 900': late,
      },
      (db, f) => agentRows(db, { ...f, ...narrowed(every(f)) }, now),
    ),
    ...named(
      { state: 9, q: '', month: '', ...page },
      {
        'statements: all': {},
        'statements: waiting': { state: 1 },
        'statements: paid of a month': { state: 2, month: '2026-06' },
        'statements: of a month': { month: '2026-06' },
        'statements: nothing to pay': { state: 0 },
        'statements: of an agent': { q: 'bench1234' },
        'statements: page 900': late,
      },
      (db, f) =>
        statementRows(
          db,
          {
            ...numbered(f, f.state === 1 ? ['commission'] : ['', 'commission']),
            states: f.state === 9 ? [] : [f.state],
            queue: f.state === 1,
          },
          now,
        ),
    ),
  },
}

const sessions: List = {
  name: 'sessions, devices and places',
  tables: ['session', 'login_trace', 'device_trace'],
  fill: rows => [
    sql`
      insert into session (token_hash, member_id, created_at, last_seen_at, expires_at, address, agent, device)
      select sha256(n::text::bytea), ${uneven(rows)}, ${at(rows)}, ${at(rows)}, ${END}::timestamptz + interval '5 days', '10.' || n % 250 || '.1.1', 'Mozilla/5.0 (iPhone)', md5((n / 2)::text) from ${all(rows)}`,
    sql`
      insert into login_trace (member_id, address, agent, first_at, last_at)
      select ${memberOf(rows)}, '10.' || n / 250 % 250 || '.' || n % 250 || '.' || n / 62500 % 250, 'Mozilla/5.0 (iPhone)', ${at(rows)}, ${at(rows)} from ${all(rows)}`,
    sql`
      insert into device_trace (member_id, device, address, agent, first_at, last_at)
      select ${memberOf(rows)}, md5((n / 2)::text), '10.' || n % 250 || '.1.1', 'Mozilla/5.0 (iPhone)', ${at(rows)}, ${at(rows)} from ${all(rows)}`,
  ],
  pages: {
    'the longest list of sessions': db => memberSessions(db, LONGEST, now, 20),
    'any other’s sessions': db => memberSessions(db, OTHER, now, 20),
    'a member’s devices': db => deviceRows(db, { memberId: OTHER, ...numbered(page, []) }),
    'a member’s places': db => placeRows(db, { memberId: OTHER, ...numbered(page, []) }),
  },
}

const letterLists: List = {
  name: 'letters',
  tables: ['message', 'sending'],
  fill: rows => [
    sql`insert into message (member_id, title, content, created_at, read_at) select ${uneven(rows)}, '存款到账', '<p>x</p>', ${at(rows)}, case when n % 3 > 0 then ${at(rows)} end from ${all(rows)}`,
    sql`
      insert into sending (sending_id, audience, title, content, message_id, sent_by, sent_at)
      overriding system value select n, 'all', '通知', '<p>x</p>', n, 'support', ${at(rows)} from generate_series(1, ${Math.round(rows / 10)}::int) n`,
  ],
  pages: {
    'sent by staff': db => sendingRows(db, numbered(page, ownIds)),
    'sent by staff, page 900': db => sendingRows(db, numbered(late, ownIds)),
    'any member’s inbox': db =>
      messages(db, { memberId: OTHER, now: new Date(), unasked: true }, page),
  },
}

const promotions: List = {
  name: 'rebates, red packets and notes',
  tables: ['rebate', 'redpacket_draw', 'member_note'],
  fill: rows => [
    sql`
      insert into rebate (member_id, day, venue_id, line_no, category, valid_fen, vip, percent, levels_version, amount_fen, state, claim_no, created_at, updated_at)
      select ${memberOf(rows)}, ${DAY}::date - n / ${Math.min(PLAYERS, rows)}::int, 1 + n % 6, 1, 'concise', 1000, 1, 0.5, 1, 5, 1, gen_random_uuid(), ${at(rows)}, ${at(rows)} from ${all(rows)}`,
    sql`
      insert into redpacket_draw (member_id, draw_id, day, nonce, client_seed, amount_fen, draw_min_fen, draw_max_fen, rule_version, counted_fen, last_deposit_at, earned, turnover_times, claimed_at, action_key)
      select ${memberOf(rows)}, 'p' || n, '2026-11-19', n, '', 100, 100, 200, 1, 1, ${at(rows)}, n + 1, 1, ${at(rows)}, 'k' || n from ${all(rows)}`,
    sql`insert into member_note (member_id, note_id, content, written_by, written_at) overriding system value select ${uneven(rows)}, n, 'x', 'support', ${at(rows)} from ${all(rows)}`,
  ],
  pages: {
    'rebates on a member’s page': db => rebateRows(db, OTHER),
    'red packets on a member’s page': db => drawRows(db, OTHER),
    'what promotions paid a member': db => promotionTotals(db, OTHER),
    'the longest list of notes': db =>
      noteRows(db, { memberId: LONGEST, ...numbered(page, ownIds) }),
    'the longest list of notes, page 900': db =>
      noteRows(db, { memberId: LONGEST, ...numbered(late, ownIds) }),
  },
}

export const lists: List[] = [
  entries,
  transfers,
  deposits,
  bets,
  withdrawals,
  applications,
  audit,
  flags,
  callbacks,
  sessions,
  letterLists,
  promotions,
  cases,
  adjustments,
  agents,
]

/** What the contacts of the benchmark's members are looked up by. */
const KEYS = ['bench'] as const
const PHONE = '13800004711'
const NO_DIGESTS = {
  account: [Buffer.alloc(32)],
  mobile: [Buffer.alloc(32)],
  email: [Buffer.alloc(32)],
}

/** Members stand through all of the lists; a tenth of them was invited, by a thousandth. */
export const memberFill = (rows: number): Sql[] => [
  sql`
    insert into member (member_id, name, realname, mobile, mobile_digest, mobile_tail, password_hash, pay_password_hash, invite_code, referrer_id, isagent, state, vip, created_at, last_login_at, last_login_address)
    overriding system value select 100000 + n, 'bench' || n, '会员', '\\x00' || sha256(n::text::bytea), sha256(n::text::bytea), right('138' || lpad(n::text, 8, '0'), 4), 'x', 'x', 'I' || n, case when n % 10 = 0 then 100001 + n / 1000 end, n % 5000 = 0, case when n % 2000 = 0 then 'locked' else 'active' end, 1 + n % 10,
      ${END}::timestamptz - make_interval(secs => ${rows} - n), ${END}::timestamptz - make_interval(secs => (${rows} - n) / 2), '10.1.' || n % 250 || '.' || n / 250 % 250 from ${all(rows)}`,
  sql`
    update member set mobile_digest = ${contactDigests(KEYS, 'sms', PHONE)[0]} where member_id = 104711`,
  sql`
    insert into card (member_id, card_id, kind, bank, bank_owner, phone, number_sealed, number_tail, number_digest, bound_at, action_key)
    overriding system value select 100000 + n, 100000 + n, 1, '沙盒商业银行', '会员', '', 'x', lpad((n % 10000)::text, 4, '0'), sha256(n::text::bytea), now(), 'b' from generate_series(1, ${Math.min(PLAYERS, rows)}::int) n`,
  sql`
    insert into turnover_day (member_id, day, venue_id, category, bets, stake_fen, valid_fen, payout_fen, rebate_due)
    select 100000 + n, ${DAY}::date - n % 20, 1, 'concise', 1, 1, 1, 1, false from generate_series(1, ${Math.round(rows / 5)}::int) n`,
  sql`
    insert into turnover_day (member_id, day, venue_id, category, bets, stake_fen, valid_fen, payout_fen, rebate_due)
    select member_id, ${FULL_DAY}::date, 1, 'concise', 1, 1, 1, 1, false from member
    where created_at >= ${`${FULL_DAY} 00:00:00+08`}::timestamptz and created_at < ${`${FULL_DAY} 00:00:00+08`}::timestamptz + interval '1 day'`,
  // A hundredth of them deposited on the day that is asked for.
  sql`
    insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, credited_fen, created_at, decided_at, decided_by, action_key)
    select 100000 + (n::bigint * 7919) % ${rows}::int, 'D260615' || lpad(n::text, 20, '0'), 'usdt', 10000, 2, '', 10000, ${`${DAY} 12:00:00+08`}::timestamptz, ${`${DAY} 12:00:00+08`}::timestamptz + make_interval(secs => n % 30000), 'finance', 'd' || n
    from generate_series(1, ${Math.round(rows / 100)}::int) n`,
]

const member = { q: '', state: '', day: '', played: '', sort: '', after: '', ...page }
/** The cursor of a row in the middle of an order. */
const middle = (sort: string, value: string) =>
  Buffer.from(JSON.stringify([sort, false, value, '400000'])).toString('base64url')
/** Members as the room asks for them. */
const members = (db: Db, { day, sort, after, ...f }: typeof member) =>
  memberRows(db, {
    ...f,
    keys: KEYS,
    tag: 0n,
    ...narrowedOf({ day, from: '', to: '' }),
    paging: pagingOf(
      {
        page: f.offset / f.limit + 1,
        per: f.limit,
        cursor: after === '' ? '' : middle(sort, after),
        sort: sort === '' && day !== '' ? '-joined_at' : sort,
      },
      [...ownIds, 'vip'],
      true,
    ),
  })
export const memberPages: Pages = {
  ...named(
    member,
    {
      all: {},
      locked: { state: 'locked' },
      'joined on a day': { day: '2026-11-10' },
      'played on a day': { played: DAY },
      'by the beginning of names': { q: 'bench12' },
      'by phone': { q: PHONE },
      'page 900': late,
      'played on a day, page 900': { played: DAY, ...late },
      'played on a day, locked': { played: DAY, state: 'locked' },
      'played on a day, by names': { played: DAY, q: 'bench12' },
      'played on a day, not locked, page 900': { played: DAY, state: 'active', ...late },
      'played on a day, joined on another': { played: DAY, day: '2026-11-10' },
      'played on the day they joined, all of them': { played: FULL_DAY, day: FULL_DAY },
      'by level': { sort: '-vip' },
      'by level, in the middle': { sort: '-vip', after: '5' },
      'by level, page 900': { sort: 'vip', ...late },
      'by level, not locked': { sort: 'vip', state: 'active' },
      'by level, locked': { sort: '-vip', state: 'locked' },
      'by log-in': { sort: '-last_login_at' },
      'by log-in, in the middle': { sort: '-last_login_at', after: LOGGED_IN },
      'by log-in, page 900': { sort: 'last_login_at', ...late },
      'by log-in, locked': { sort: 'last_login_at', state: 'locked' },
      'page 900 of these': { played: FULL_DAY, day: FULL_DAY, ...late },
    },
    members,
  ),
  'search of everything': db =>
    findMembers(db, {
      kind: 'tail',
      text: '4711',
      number: '4711',
      id: 4711n,
      digests: NO_DIGESTS,
    }),
  'search by address': db =>
    findMembers(db, {
      kind: 'address',
      text: '10.1.7.9',
      number: '10.1.7.9',
      id: 0n,
      digests: NO_DIGESTS,
    }),
  'whom a member invited': db => invitedRows(db, { memberId: 100_007n, ...numbered(page, []) }),
  'where trees begin': db => rootRows(db, page),
  'where trees begin, page 90': db => rootRows(db, { ...page, offset: 890 }),
}
