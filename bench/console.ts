// The back office: what a first visit loads, and how long its longest lists take. Each list has CONSOLE_ROWS rows (ten million)
// in a database of its own making, one table after another. What must hold: 400 KiB, and 100 ms for any filtered page.
// Alone: node bench/console.ts; with EXPLAIN=1 it prints the plan of each list's slowest page.
import { connect, ensureDatabase, migrate, rows, run, sql, type Db } from '@tianping/database'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { listDeposits, listWithdrawals } from '../apps/server/src/cashier/review.sql.ts'
import { auditRows } from '../apps/server/src/console/audit.sql.ts'
import { betRows } from '../apps/server/src/console/bets.sql.ts'
import { memberRows } from '../apps/server/src/console/figures.sql.ts'
import { ledgerRows } from '../apps/server/src/console/memberParts.sql.ts'
import { findMembers } from '../apps/server/src/console/search.sql.ts'
import { launchPostgres } from '../tooling/postgres.ts'
import { buildApps } from '../tooling/build.ts'
import { inRoot } from '../tooling/root.ts'
import type { Row } from './ledger.ts'

const ROWS = Number(process.env['CONSOLE_ROWS'] ?? 10_000_000)
const MEMBERS = Math.max(1_000, Math.round(ROWS / 10))
const FIRST_LOAD_KIB = 400
const GOAL_MS = 100
const TRIES = 5
/** A day in the middle of what is made, and a moment of its own. */
const DAY = '2026-06-15'
const END = '2026-11-20T00:00:00Z'
const page = { limit: 10, offset: 0 }

type List = { name: string; table: string; fill: () => ReturnType<typeof sql>; pages: Record<string, (db: Db) => Promise<unknown>> }

/** Moments over 400 days, to the millisecond as the server writes them. */
const at = sql`date_trunc('milliseconds', ${END}::timestamptz - make_interval(secs => n * (400.0 * 86400 / ${ROWS})))`
const memberOf = sql`100001 + (n::bigint * 7919) % ${MEMBERS}::int`

const order = { state: 0, method: '', q: '', day: '', ...page }
const lists: List[] = [
  {
    name: 'deposits', table: 'deposit_order',
    fill: () => sql`
      insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, credited_fen, created_at, decided_at, decided_by, action_key)
      select ${memberOf}, 'D261120' || lpad(n::text, 20, '0'), (array['alipay','usdt','wechat','card','zh_wxgue','zh_ylsm'])[1 + n % 6], 10000 + n % 90000, s, case when s = 1 then 'person' else '' end,
        case when s = 2 then 10000 end, ${at}, case when s <> 1 then ${at} + interval '10 minutes' end, case when s = 1 then '' else 'finance' end, 'b' || n
      from generate_series(1, ${ROWS}::int) n, lateral (select case when n % 1000 = 0 then 1 when n % 10 = 0 then 3 else 2 end as s) x`,
    pages: {
      'all': db => listDeposits(db, order),
      'waiting': db => listDeposits(db, { ...order, state: 1 }),
      'refused, one method': db => listDeposits(db, { ...order, state: 3, method: 'usdt' }),
      'approved on a day': db => listDeposits(db, { ...order, state: 2, day: DAY }),
      'of a day': db => listDeposits(db, { ...order, day: DAY }),
      'of a member': db => listDeposits(db, { ...order, q: 'bench1234' }),
      'by the beginning of names': db => listDeposits(db, { ...order, q: 'bench12' }),
      'by number': db => listDeposits(db, { ...order, q: `D261120${'7'.padStart(20, '0')}` }),
      'page 900': db => listDeposits(db, { ...order, state: 2, offset: 8_990 }),
    },
  },
  {
    name: 'bets', table: 'bet',
    fill: () => sql`
      insert into bet (member_id, venue_id, bet_id, version, revision, game_code, round_id, selection, stake_fen, valid_fen, payout_fen, net_fen, status, fairness, math_version, placed_at, settled_at, first_settled_at)
      select ${memberOf}, 1 + n % 6, 'b' || n, n, 1, 'slot', 'r' || n / 3, '{}', 1000, 1000, 900, -100, case when n % 500 = 0 then 0 when n % 300 = 0 then 2 else 1 end, '{}', 'x', ${at}, ${at}, ${at}
      from generate_series(1, ${ROWS}::int) n`,
    pages: Object.fromEntries(Object.entries({
      'all': {}, 'of a day': { day: DAY }, 'of a venue': { venueId: 3 }, 'void': { status: 0 }, 'unsettled at a venue': { status: 2, venueId: 4 }, 'of a member': { q: 'bench1234' }, 'by number': { q: 'b4711' }, 'of a round': { q: 'r4711' },
      'one member’s page': { memberId: 100_500n },
    }).map(([name, filter]) => [name, (db: Db) => betRows(db, { memberId: 0n, venueId: 0, status: 9, day: '', q: '', ...page, ...filter })])),
  },
  {
    name: 'ledger entries', table: 'ledger.entry',
    // One member with a fortieth of all rows: the longest statement anybody has.
    fill: () => sql`
      with t as (
        insert into ledger.transaction (member_id, transaction_id, idempotency_key, request_hash, code, phase, amount, source_type, source_id, actor_type, actor_id, effective_at, created_at)
        select case when n % 40 = 0 then 100500 else ${memberOf} end, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'k' || n, sha256('x'), (array['deposit','game_result','venue_in','rebate'])[1 + n % 4], 'single', 100,
          'test', 's' || n, 'system', 'bench', ${at}, ${at}
        from generate_series(1, ${ROWS}::int) n returning member_id, transaction_id, source_id)
      insert into ledger.entry (member_id, transaction_id, line_no, account_code, venue_id, layer, amount, balance_after, account_version, hash)
      select member_id, transaction_id, 1, 100, 0, 'posted', 100, 100, substr(source_id, 2)::bigint, sha256('x') from t`,
    pages: {
      'the longest statement': db => ledgerRows(db, 100_500n, { code: '', day: '', q: '', ...page }),
      'one kind': db => ledgerRows(db, 100_500n, { code: 'deposit', day: '', q: '', ...page }),
      'any other': db => ledgerRows(db, 100_777n, { code: '', day: '', q: '', ...page }),
    },
  },
  {
    name: 'audit log', table: 'audit_log',
    fill: () => sql`
      insert into audit_log (audit_id, at, operator_id, operator, role, action, subject, address, before, after, note, hash)
      select n, ${END}::timestamptz - make_interval(secs => (${ROWS} - n) * (400.0 * 86400 / ${ROWS})), n % 20, 'op' || n % 20, 'finance', (array['deposit.approve','deposit.claim','withdrawal.approve','console.login'])[1 + n % 4],
        'deposit:D' || n, '10.0.0.' || n % 250, '{"state":1}', '{"state":2}', case when n % 100000 = 0 then '到账金额不符' else '' end, sha256('x')
      from generate_series(1, ${ROWS}::int) n`,
    pages: Object.fromEntries(Object.entries({
      'all': {}, 'by an operator': { operator: 'op7' }, 'one action': { action: 'console.login' }, 'on one thing': { subject: 'deposit:D4711' }, 'of a day': { from: DAY, to: DAY }, 'an operator’s day': { operator: 'op7', from: DAY, to: DAY },
      'a text in the newest': { text: '金额不符' }, 'a text of a day': { text: '金额不符', from: DAY, to: DAY },
    }).map(([name, filter]) => [name, (db: Db) => auditRows(db, { operator: '', action: '', subject: '', from: '', to: '', text: '', ...page, ...filter })])),
  },
  {
    name: 'withdrawals', table: 'withdrawal_order',
    fill: () => sql`
      insert into withdrawal_order (member_id, withdrawal_no, card_id, kind, method, amount_fen, state, created_at, decided_at, decided_by, action_key)
      select m, 'W261120' || lpad(n::text, 20, '0'), m, 1, (array['银行卡','支付宝','USDT-TRC20'])[1 + n % 3], 10000 + n % 90000, s, ${at}, case when s <> 1 then ${at} + interval '20 minutes' end,
        case when s = 1 then '' else 'finance' end, 'b' || n
      from generate_series(1, ${ROWS}::int) n, lateral (select ${memberOf} as m, case when n % 1000 = 0 then 1 when n % 10 = 0 then 3 else 2 end as s) x`,
    pages: {
      'all': db => listWithdrawals(db, order),
      'waiting': db => listWithdrawals(db, { ...order, state: 1 }),
      'approved, one method': db => listWithdrawals(db, { ...order, state: 2, method: '支付宝' }),
      'refused on a day': db => listWithdrawals(db, { ...order, state: 3, day: DAY }),
      'of a member': db => listWithdrawals(db, { ...order, q: 'bench1234' }),
    },
  },
]

/** Rows go in bare; what indexes them, keys included, is made afterwards, which takes a fraction of the time. */
async function fill(db: Db, list: List): Promise<void> {
  const tables = list.table === 'ledger.entry' ? ['ledger.transaction', 'ledger.entry'] : [list.table]
  const kept = await rows(db, sql<{ name: string; table: string; definition: string; constraint: string | null }>`
    select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table, coalesce(pg_get_constraintdef(c.oid), pg_get_indexdef(i.indexrelid)) as definition, c.conname as constraint
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u') where i.indrelid = any(${tables}::regclass[])`)
  for (const index of kept) {
    await run(db, index.constraint ? sql`alter table ${sql.raw(index.table)} drop constraint ${sql.ref(index.constraint)} cascade` : sql`drop index ${sql.raw(index.name)}`)
  }
  await run(db, list.fill())
  for (const index of kept) await run(db, index.constraint ? sql`alter table ${sql.raw(index.table)} add constraint ${sql.ref(index.constraint)} ${sql.raw(index.definition)}` : sql.raw(index.definition))
  for (const table of tables) await run(db, sql`vacuum analyze ${sql.raw(table)}`)
}

async function makeMembers(db: Db) {
  await run(db, sql`
    insert into member (member_id, name, realname, mobile, password_hash, pay_password_hash, invite_code, created_at, last_login_address)
    overriding system value select 100000 + n, 'bench' || n, '会员', '138' || lpad(n::text, 8, '0'), 'x', 'x', 'I' || n, now() - make_interval(secs => n), '10.1.' || n % 250 || '.' || n / 250 % 250 from generate_series(1, ${MEMBERS}::int) n`)
  await run(db, sql`
    insert into card (member_id, card_id, kind, bank, bank_owner, phone, number_sealed, number_tail, number_digest, bound_at, action_key)
    overriding system value select 100000 + n, 100000 + n, 1, '沙盒商业银行', '会员', '', 'x', lpad((n % 10000)::text, 4, '0'), sha256(n::text::bytea), now(), 'b' from generate_series(1, ${MEMBERS}::int) n`)
  await run(db, sql`insert into venue (venue_id, platname, name, category, ico, rank) select n, 'V' || n, '场馆' || n, 'concise', '/x.svg', n from generate_series(1, 6) n on conflict do nothing`)
  await run(db, sql`vacuum analyze`)
}

const memberPages: List['pages'] = {
  'all': db => memberRows(db, { q: '', state: '', day: '', played: '', ...page }),
  'locked': db => memberRows(db, { q: '', state: 'locked', day: '', played: '', ...page }),
  'by the beginning of names': db => memberRows(db, { q: 'bench12', state: '', day: '', played: '', ...page }),
  'by phone': db => memberRows(db, { q: '13800004711', state: '', day: '', played: '', ...page }),
  'search of everything': db => findMembers(db, { text: '4711', id: 4711n, tail: '4711', digest: Buffer.alloc(32), address: '' }),
  'search by address': db => findMembers(db, { text: '10.1.7.9', id: 0n, tail: '', digest: Buffer.alloc(32), address: '10.1.7.9' }),
}

/** The slowest page of a list: the median of a few tries, rows and total together, as its room asks for them. */
async function slowest(db: Db, pages: List['pages']): Promise<{ name: string; ms: number }> {
  let worst = { name: '', ms: 0 }
  for (const [name, ask] of Object.entries(pages)) {
    const times: number[] = []
    for (let n = 0; n < TRIES; n++) {
      const begun = performance.now()
      await ask(db)
      times.push(performance.now() - begun)
    }
    const ms = times.toSorted((a, b) => a - b)[TRIES >> 1]!
    console.log(`    ${name.padEnd(28)} ${ms.toFixed(1)} ms`)
    if (ms > worst.ms) worst = { name, ms }
  }
  return worst
}

type Asked = { sql: string; parameters: readonly unknown[] }

/** What a page asks of the database, written as the plans of its statements. */
async function plansOf(db: Db, ask: (db: Db) => Promise<unknown>): Promise<string> {
  const asked: Asked[] = []
  const executor = db.getExecutor()
  const listening = new Proxy(executor, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      if (key !== 'executeQuery') return typeof value === 'function' ? (value as (...all: unknown[]) => unknown).bind(target) : value
      return (query: Parameters<typeof executor.executeQuery>[0]) => { asked.push(query); return target.executeQuery(query) }
    },
  })
  await ask(new Proxy(db, { get: (target, key) => (key === 'getExecutor' ? () => listening : Reflect.get(target, key)) }))
  let text = ''
  for (const query of asked) {
    const explained = await executor.executeQuery({ ...(query as Parameters<typeof executor.executeQuery>[0]), sql: `explain (analyze, timing off, costs off, buffers off, summary on) ${query.sql}` })
    text += `${explained.rows.map(row => Object.values(row as object)[0] as string).join('\n')}\n\n`
  }
  return text
}

/** What the browser loads before the first room stands: the page, its scripts and styles, compressed. */
async function firstLoad(): Promise<{ firstKiB: number; roomKiB: number; room: string }> {
  await buildApps(() => {})
  const dist = inRoot('apps/console/dist')
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const size = (name: string) => gzipSync(readFileSync(join(dist, name.replace('/console/', '')))).length / 1024
  const named = [...html.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(match => match[1]!)
  const rooms = readdirSync(join(dist, 'assets')).filter(name => /Page-[^.]+\.js$/.test(name)).map(name => ({ name, kib: size(`assets/${name}`) }))
  const largest = rooms.toSorted((a, b) => b.kib - a.kib)[0]!
  return { firstKiB: gzipSync(html).length / 1024 + named.reduce((sum, name) => sum + size(name), 0), roomKiB: largest.kib, room: largest.name.replace(/-.*/, '') }
}

export async function runConsoleBench(): Promise<Row[]> {
  const found: Row[] = []
  const home = mkdtempSync(join(tmpdir(), 'tianping-console-'))
  chmodSync(home, 0o755)
  const postgres = await launchPostgres({ dataDir: home, durable: false, settings: { shared_buffers: '1GB', maintenance_work_mem: '1GB', max_wal_size: '16GB', work_mem: '16MB' } })
  try {
    await ensureDatabase(postgres.url('postgres'), 'console')
    await migrate(postgres.url('console'), inRoot('apps/server/migrations'))
    // No triggers and no foreign keys while rows are made; one connection, so that it holds for all of them.
    const maker = connect(postgres.url('console'), { maxConnections: 1, statementTimeoutMs: 0 })
    await run(maker, sql`set session_replication_role = replica`)
    const db = connect(postgres.url('console'), { role: 'tianping_app', maxConnections: 2 })
    await makeMembers(maker)
    console.log(`  members (${MEMBERS.toLocaleString('en-US')})`)
    const ofMembers = await slowest(db, memberPages)
    found.push({ name: `members, ${MEMBERS.toLocaleString('en-US')} rows, slowest page (${ofMembers.name})`, value: ofMembers.ms, unit: 'ms', goal: GOAL_MS })
    for (const list of lists) {
      const begun = performance.now()
      await fill(maker, list)
      console.log(`  ${list.name}, made in ${Math.round((performance.now() - begun) / 1000)} s`)
      const worst = await slowest(db, list.pages)
      found.push({ name: `${list.name}, ${ROWS.toLocaleString('en-US')} rows, slowest page (${worst.name})`, value: worst.ms, unit: 'ms', goal: GOAL_MS })
      if (process.env['EXPLAIN'] === '1') console.log(await plansOf(db, list.pages[worst.name]!))
      await run(maker, sql`truncate ${sql.raw(list.table === 'ledger.entry' ? 'ledger.entry, ledger.transaction' : list.table)} cascade`)
    }
    await Promise.all([maker.destroy(), db.destroy()])
  } finally {
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
  const { firstKiB, roomKiB, room } = await firstLoad()
  found.push({ name: 'first load, gzip', value: firstKiB, unit: 'KiB', goal: FIRST_LOAD_KIB }, { name: `largest room's own script (${room}), gzip`, value: roomKiB, unit: 'KiB' })
  return found
}

if (import.meta.main) console.table(await runConsoleBench())
