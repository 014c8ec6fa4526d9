// The back office: what a first visit loads, and how long its longest lists take. Each list has
// CONSOLE_ROWS rows (ten million; what grows slower a tenth of it) in a database of its own making,
// one table after another. What must hold: 200 KiB, and 100 ms for any filtered page. Alone: node
// bench/console.ts; EXPLAIN=1 prints the plan of each list's slowest page, ONLY=a,b takes the lists
// whose names begin so, ONLY=load the first visit alone.
import {
  connect,
  ensureDatabase,
  migrate,
  rows,
  run,
  sql,
  theRow,
  type Db,
  type Sql,
} from '@tianping/database'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { launchPostgres } from '../tooling/postgres.ts'
import { buildApps } from '../tooling/build.ts'
import { inRoot } from '../tooling/root.ts'
import type { Row } from './ledger.ts'
import { lists, memberFill, memberPages, PLAYERS, type Pages } from './support/consoleLists.ts'

const ROWS = Number(process.env['CONSOLE_ROWS'] ?? 10_000_000)
const ONLY = (process.env['ONLY'] ?? '').split(',').filter(Boolean)
const FIRST_LOAD_KIB = 200
const GOAL_MS = 100
const TRIES = 5
/** The longest statement that makes rows or their indexes. */
const FILL_MS = 3_600_000

/**
 * Rows go in bare and unlogged; what indexes them, keys included, is made afterwards, which takes a
 * fraction of the time.
 */
async function fill(db: Db, tables: string[], statements: Sql[]): Promise<void> {
  const kept = await rows(
    db,
    sql<{ name: string; table: string; definition: string; constraint: string | null }>`
    select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table, coalesce(pg_get_constraintdef(c.oid), pg_get_indexdef(i.indexrelid)) as definition, c.conname as constraint
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u') where i.indrelid = any(${tables}::regclass[])`,
  )
  for (const index of kept) {
    await run(
      db,
      index.constraint
        ? sql`alter table ${sql.raw(index.table)} drop constraint ${sql.id(index.constraint)} cascade`
        : sql`drop index ${sql.raw(index.name)}`,
    )
  }
  for (const table of tables) await run(db, sql`alter table ${sql.raw(table)} set unlogged`)
  for (const statement of statements) await run(db, statement)
  for (const index of kept)
    await run(
      db,
      index.constraint
        ? sql`alter table ${sql.raw(index.table)} add constraint ${sql.id(index.constraint)} ${sql.raw(index.definition)}`
        : sql.raw(index.definition),
    )
  for (const table of tables) await run(db, sql`vacuum analyze ${sql.raw(table)}`)
}

/**
 * Every page of a list: the median of a few tries, rows and total together, as its room asks for
 * them. Answers the slowest.
 */
async function slowest(db: Db, pages: Pages): Promise<{ name: string; ms: number }> {
  let worst = { name: '', ms: 0 }
  for (const [name, ask] of Object.entries(pages)) {
    const times: number[] = []
    for (let n = 0; n < TRIES; n++) {
      const begun = performance.now()
      await ask(db)
      times.push(performance.now() - begun)
    }
    const sorted = times.toSorted((a, b) => a - b)
    const ms = sorted[TRIES >> 1]!
    console.log(
      `    ${name.padEnd(36)} ${ms.toFixed(1).padStart(8)} ms, at best ${sorted[0]!.toFixed(1)}${ms > GOAL_MS ? '  over' : ''}`,
    )
    if (process.env['EXPLAIN'] === '1' && ms > GOAL_MS) console.log(await plansOf(db, ask))
    if (ms > worst.ms) worst = { name, ms }
  }
  return worst
}

/** What a page asks of the database, written as the plans of its statements. */
async function plansOf(db: Db, ask: (db: Db) => Promise<unknown>): Promise<string> {
  const asked: Sql[] = []
  const query = (statement: Sql) => {
    asked.push(statement)
    return db.query(statement)
  }
  await ask(
    new Proxy(db, {
      get: (target, key) => (key === 'query' ? query : Reflect.get(target, key)),
    }),
  )
  let text = ''
  for (const statement of asked) {
    const plan = await rows(
      db,
      sql<{
        'QUERY PLAN': string
      }>`explain (analyze, timing off, costs off, buffers off, summary on) ${statement}`,
    )
    text += `${plan.map(line => line['QUERY PLAN']).join('\n')}\n\n`
  }
  return text
}

/**
 * What the browser loads before the first room stands: the page, its scripts and styles,
 * compressed.
 */
async function firstLoad(): Promise<{ firstKiB: number; roomKiB: number; room: string }> {
  await buildApps(() => {})
  const dist = inRoot('apps/console/dist')
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const size = (name: string) =>
    gzipSync(readFileSync(join(dist, name.replace('/console/', '')))).length / 1024
  const named = [...html.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(
    match => match[1]!,
  )
  const rooms = readdirSync(join(dist, 'assets'))
    .filter(name => /Page-[^.]+\.js$/.test(name))
    .map(name => ({ name, kib: size(`assets/${name}`) }))
  const largest = rooms.toSorted((a, b) => b.kib - a.kib)[0]!
  return {
    firstKiB: gzipSync(html).length / 1024 + named.reduce((sum, name) => sum + size(name), 0),
    roomKiB: largest.kib,
    room: largest.name.replace(/-.*/, ''),
  }
}

const asked = (name: string) => ONLY.length === 0 || ONLY.some(each => name.startsWith(each))
const seconds = (since: number) => Math.round((performance.now() - since) / 1_000)
const written = (count: number) => count.toLocaleString('en-US')

/** One list: made, measured, and thrown away for the next to have the room. */
async function measured(maker: Db, db: Db, list: (typeof lists)[number]): Promise<Row> {
  const begun = performance.now()
  const count = Math.round(ROWS * (list.share ?? 1))
  await fill(maker, list.tables, list.fill(count))
  const { bytes } = await theRow(
    maker,
    sql<{
      bytes: bigint
    }>`select sum(pg_total_relation_size(t))::bigint as bytes from unnest(${list.tables}::regclass[]) t`,
  )
  console.log(
    `  ${list.name}: ${written(count)} rows a table, ${(Number(bytes) / 2 ** 30).toFixed(1)} GB, made in ${seconds(begun)} s, load ${loadavg()[0]!.toFixed(1)}`,
  )
  const worst = await slowest(db, list.pages)
  await run(maker, sql`truncate ${sql.raw(list.tables.join(', '))} cascade`)
  return {
    name: `${list.name}, ${written(count)} rows, slowest page (${worst.name})`,
    value: worst.ms,
    unit: 'ms',
    goal: GOAL_MS,
  }
}

async function measureLists(): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'tianping-console-'))
  chmodSync(home, 0o755)
  const postgres = await launchPostgres({
    dataDir: home,
    durable: false,
    settings: {
      shared_buffers: '1GB',
      maintenance_work_mem: '1GB',
      max_wal_size: '16GB',
      work_mem: '16MB',
    },
  })
  try {
    await ensureDatabase(postgres.url('postgres'), 'console')
    await migrate(postgres.url('console'), inRoot('apps/server/migrations'))
    // No triggers and no foreign keys while rows are made; one connection, so that it holds for all
    // of them.
    const maker = connect(postgres.url('console'), {
      maxConnections: 1,
      statementTimeoutMs: FILL_MS,
    })
    await run(maker, sql`set session_replication_role = replica`)
    const db = connect(postgres.url('console'), { role: 'tianping_app', maxConnections: 2 })
    const begun = performance.now()
    const members = asked('members') ? ROWS : Math.min(ROWS, PLAYERS)
    await fill(maker, ['member', 'card', 'turnover_day', 'deposit_order'], memberFill(members))
    await run(
      maker,
      sql`insert into venue (venue_id, platname, name, category, ico, rank) select n, 'V' || n, '场馆' || n, 'concise', '/x.svg', n from generate_series(1, 6) n on conflict do nothing`,
    )
    console.log(`  members: ${written(members)} rows, made in ${seconds(begun)} s`)
    const found: Row[] = []
    if (asked('members')) {
      const worst = await slowest(db, memberPages)
      found.push({
        name: `members, ${written(ROWS)} rows, slowest page (${worst.name})`,
        value: worst.ms,
        unit: 'ms',
        goal: GOAL_MS,
      })
    }
    await run(maker, sql`truncate deposit_order cascade`)
    for (const list of lists.filter(each => asked(each.name)))
      found.push(await measured(maker, db, list))
    await Promise.all([maker.destroy(), db.destroy()])
    return found
  } finally {
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

export async function runConsoleBench(): Promise<Row[]> {
  const found = ONLY.join() === 'load' ? [] : await measureLists()
  if (ONLY.length > 0 && !asked('load')) return found
  const { firstKiB, roomKiB, room } = await firstLoad()
  return [
    ...found,
    { name: 'first load, gzip', value: firstKiB, unit: 'KiB', goal: FIRST_LOAD_KIB },
    { name: `largest room's own script (${room}), gzip`, value: roomKiB, unit: 'KiB' },
  ]
}

if (import.meta.main) console.table(await runConsoleBench())
