// How fast money moves, as ratios to pgbench's tpcb-like on the same instance in adjacent windows:
// the machine's own speed and whatever else runs on it fall out. Alone: npx node bench/ledger.ts
import {
  connect,
  ensureDatabase,
  migrate,
  row,
  sql,
  type Database,
  type Db,
} from '@tianping/database'
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { batched } from '../apps/server/src/kernel/jobs/batched.ts'
import { post, postBatch, type Outcome, type Posting } from '../apps/server/src/ledger/ledger.ts'
import { launchPostgres, type RunningPostgres } from '../tooling/postgres.ts'
import { inRoot } from '../tooling/root.ts'

/**
 * `ratio` is value to baseline, the median over the rounds. `goal` is the least ratio; for ms, the
 * most milliseconds.
 */
export type Row = {
  name: string
  value: number
  unit: string
  baseline?: number
  ratio?: number
  goal?: number
}

const ROUNDS = 7
const WINDOW_MS = 2_000
const SCALE = 50
const TPCB_CLIENTS = 16
const MEMBERS = 100_000
const VENUES = 3
const SEED_FEN = 1_000_000_000n

type Window = { perSecond: number; p99Ms: number }

const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!

/** `inFlight` callers, each asking again as soon as it is answered, for one window. */
async function load(inFlight: number, ask: (at: number) => Promise<Outcome>): Promise<Window> {
  const latenciesMs: number[] = []
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: inFlight }, async (_, caller) => {
      for (let at = caller; performance.now() - begun < WINDOW_MS; at += inFlight) {
        const asked = performance.now()
        const { kind } = await ask(at)
        if (kind !== 'done') throw new Error(`a posting of the benchmark ended as ${kind}`)
        latenciesMs.push(performance.now() - asked)
      }
    }),
  )
  const seconds = (performance.now() - begun) / 1_000
  const sorted = Float64Array.from(latenciesMs).sort()
  return { perSecond: sorted.length / seconds, p99Ms: sorted[Math.floor(sorted.length * 0.99)]! }
}

let serial = 0
const run = Date.now().toString(36)
function posting(kind: 'transfer' | 'deposit'): Posting {
  const key = `${run}:${serial++}`
  return {
    memberId: BigInt(1 + Math.floor(Math.random() * MEMBERS)),
    key,
    code: kind === 'deposit' ? 'deposit' : 'venue_in',
    from: { name: kind === 'deposit' ? 'depositClearing' : 'memberCash' },
    to:
      kind === 'deposit'
        ? { name: 'memberCash' }
        : { name: 'memberVenue', venueId: 1 + Math.floor(Math.random() * VENUES) },
    amountFen: BigInt(1 + Math.floor(Math.random() * 1_000)),
    source: { type: 'bench', id: key },
    actor: { type: 'system', id: 'bench' },
  }
}

/** pgbench of the PATH or of Debian's packages. */
function findPgbench(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const places = [
    'pgbench',
    ...(existsSync(debian)
      ? readdirSync(debian).map(version => join(debian, version, 'bin/pgbench'))
      : []),
  ]
  return places.find(place => spawnSync(place, ['--version']).status === 0)
}

type Denominator = { name: string; window(): Promise<number> }

async function pgbench(binary: string, postgres: RunningPostgres): Promise<Denominator> {
  const base = ['-h', '127.0.0.1', '-p', String(postgres.port), '-U', 'postgres', 'tpcb']
  const made = spawnSync(binary, ['-i', '-q', '-s', String(SCALE), ...base], { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`pgbench -i failed: ${made.stderr}`)
  return {
    name: `pgbench tpcb-like, prepared, ${TPCB_CLIENTS} clients, scale ${SCALE}`,
    window: () => pgbenchWindow(binary, base),
  }
}

const JOBS = Math.min(2, availableParallelism())
const WINDOW = `-n -M prepared -c ${TPCB_CLIENTS} -j ${JOBS} -T ${WINDOW_MS / 1_000}`.split(' ')

/** Transactions a second of one window. */
function pgbenchWindow(binary: string, given: string[], env: NodeJS.ProcessEnv = {}) {
  return new Promise<number>((done, failed) => {
    const child = spawn(binary, [...WINDOW, ...given], { env: { ...process.env, ...env } })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    child.once('close', () => {
      const tps = /tps = ([\d.]+)/.exec(text)?.[1]
      if (tps) done(Number(tps))
      else failed(new Error(`pgbench printed no figure:\n${text}`))
    })
  })
}

/** The posting of `post`, so that the database's share is seen apart from Node's client. */
const POSTING = `
\\set member random(1, ${MEMBERS})
\\set venue random(1, ${VENUES})
\\set amount random(1, 1000)
select kind from ledger.move('single', :member, gen_random_uuid()::text, 'venue_in', 100::smallint, 0::smallint, 110::smallint, :venue::smallint,
  :amount, 'bench', 'pgbench', 'system', 'bench', null, null);
`

/** The same posting sent by pgbench itself; undefined where the machine has none. */
function postingFromPgbench(postgres: RunningPostgres, home: string, binary: string | undefined) {
  if (binary === undefined) {
    console.log(
      '  no posting from pgbench itself: there is no pgbench here (Debian: postgresql-contrib)',
    )
    return undefined
  }
  const script = join(home, 'posting.sql')
  writeFileSync(script, POSTING)
  const at = ['-h', '127.0.0.1', '-p', String(postgres.port), '-U', 'postgres', 'ledger']
  const env = { PGOPTIONS: '-c role=tianping_app' }
  return () => pgbenchWindow(binary, ['-f', script, ...at], env)
}

/**
 * The same five statements from Node, for machines without pgbench. Its client is slower, so the
 * ratios flatter us.
 */
async function tpcbFromNode(url: string): Promise<Denominator> {
  const pool = new pg.Pool({ connectionString: url, max: TPCB_CLIENTS })
  await pool.query(`
    create table if not exists pgbench_branches (bid int primary key, bbalance int, filler char(88)) with (fillfactor = 100);
    create table if not exists pgbench_tellers (tid int primary key, bid int, tbalance int, filler char(84)) with (fillfactor = 100);
    create table if not exists pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84)) with (fillfactor = 100);
    create table if not exists pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
    insert into pgbench_branches select b, 0 from generate_series(1, ${SCALE}) b;
    insert into pgbench_tellers select t, (t - 1) / 10 + 1, 0 from generate_series(1, ${SCALE * 10}) t;
    insert into pgbench_accounts select a, (a - 1) / 100000 + 1, 0, '' from generate_series(1, ${SCALE * 100_000}) a`)
  await pool.query('vacuum analyze')
  await pool.end()
  const within = (most: number) => 1 + Math.floor(Math.random() * most)
  const transaction = async (client: pg.Client) => {
    const [aid, bid, tid, delta] = [
      within(SCALE * 100_000),
      within(SCALE),
      within(SCALE * 10),
      within(10_001) - 5_001,
    ]
    await client.query('begin')
    await client.query({
      name: 'a',
      text: 'update pgbench_accounts set abalance = abalance + $1 where aid = $2',
      values: [delta, aid],
    })
    await client.query({
      name: 's',
      text: 'select abalance from pgbench_accounts where aid = $1',
      values: [aid],
    })
    await client.query({
      name: 't',
      text: 'update pgbench_tellers set tbalance = tbalance + $1 where tid = $2',
      values: [delta, tid],
    })
    await client.query({
      name: 'b',
      text: 'update pgbench_branches set bbalance = bbalance + $1 where bid = $2',
      values: [delta, bid],
    })
    await client.query({
      name: 'h',
      text: 'insert into pgbench_history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)',
      values: [tid, bid, aid, delta],
    })
    await client.query('commit')
  }
  return {
    name: `tpcb-like from Node (no pgbench here), ${TPCB_CLIENTS} clients, scale ${SCALE}`,
    window: async () => {
      const clients = Array.from(
        { length: TPCB_CLIENTS },
        () => new pg.Client({ connectionString: url }),
      )
      await Promise.all(clients.map(client => client.connect()))
      let count = 0
      const begun = performance.now()
      await Promise.all(
        clients.map(async client => {
          for (; performance.now() - begun < WINDOW_MS; count += 1) await transaction(client)
        }),
      )
      const seconds = (performance.now() - begun) / 1_000
      await Promise.all(clients.map(client => client.end()))
      return count / seconds
    },
  }
}

async function seeded(postgres: RunningPostgres): Promise<void> {
  await ensureDatabase(postgres.url('postgres'), 'ledger')
  await migrate(postgres.url('ledger'), inRoot('apps/server/migrations'))
  const owner = connect(postgres.url('ledger'), { maxConnections: 1, statementTimeoutMs: 600_000 })
  await row(
    owner,
    sql`
    select count(ledger.move('single', m, 'seed', 'deposit', 200::smallint, 0::smallint, 100::smallint, 0::smallint, ${SEED_FEN}, 'bench', 'seed', 'system', 'bench', null, null))
    from generate_series(1, ${MEMBERS}::bigint) m`,
  )
  for (let venueId = 1; venueId <= VENUES; venueId += 1) {
    await row(
      owner,
      sql`
      select count(ledger.move('single', m, 'seed:' || ${venueId}::int, 'venue_in', 100::smallint, 0::smallint, 110::smallint, ${venueId}::smallint, 100, 'bench', 'seed', 'system', 'bench', null, null))
      from generate_series(1, ${MEMBERS}::bigint) m`,
    )
  }
  await row(owner, sql`vacuum analyze`)
  await owner.destroy()
}

type Series =
  | 'tpcb'
  | 'posted'
  | 'single'
  | 'single32'
  | 'deposits'
  | 'batched16'
  | 'batched64'
  | 'batched256'
/** What is measured against what, each pair in two windows side by side. */
const PAIRS = [
  ['posted', 'tpcb'],
  ['single', 'tpcb'],
  ['single32', 'tpcb'],
  ['batched64', 'tpcb'],
  ['batched256', 'tpcb'],
  ['deposits', 'single'],
] as const
type Pair = { name: Series; own: Window; other: Window }
type Round = { pairs: Pair[]; batched16: Window }

function seriesOf(
  denominator: Denominator,
  dbs: { db16: Db; db32: Db },
  fromPgbench: (() => Promise<number>) | undefined,
): Partial<Record<Series, () => Promise<Window>>> {
  const collected = batched({
    write: (batch: Posting[]) => postBatch(dbs.db16, batch),
    ownerOf: each => each.memberId,
    lanes: 2,
    mostPerBatch: 256,
    mostWaiting: 10_000,
  })
  const batches = (inFlight: number) => load(inFlight, () => collected(posting('transfer')))
  return {
    tpcb: async () => ({ perSecond: await denominator.window(), p99Ms: 0 }),
    ...(fromPgbench && {
      posted: async () => ({ perSecond: await fromPgbench(), p99Ms: 0 }),
    }),
    single: () => load(16, () => post(dbs.db16, posting('transfer'))),
    deposits: () => load(16, () => post(dbs.db16, posting('deposit'))),
    single32: () => load(32, () => post(dbs.db32, posting('transfer'))),
    batched16: () => batches(16),
    batched64: () => batches(64),
    batched256: () => batches(256),
  }
}

const windowOf = (series: ReturnType<typeof seriesOf>, name: Series): Promise<Window> => {
  const window = series[name]
  if (!window) throw new Error(`there is no series ${name} here`)
  return window()
}

/** All pairs once, which of the two goes first changing with every round. */
async function measure(series: ReturnType<typeof seriesOf>, turned: boolean): Promise<Round> {
  const pairs: Pair[] = []
  for (const [name, against] of PAIRS.filter(pair => series[pair[0]])) {
    const first = await windowOf(series, turned ? against : name)
    const second = await windowOf(series, turned ? name : against)
    pairs.push(turned ? { name, own: second, other: first } : { name, own: first, other: second })
  }
  return { pairs, batched16: await windowOf(series, 'batched16') }
}

function rowsOf(rounds: Round[], denominator: string): Row[] {
  const all = (name: Series) =>
    rounds.flatMap(each => each.pairs.filter(pair => pair.name === name))
  const ratio = (title: string, name: Series, goal?: number): Row => ({
    name: title,
    value: median(all(name).map(each => each.own.perSecond)),
    unit: '/s',
    baseline: median(all(name).map(each => each.other.perSecond)),
    ratio: median(all(name).map(each => each.own.perSecond / each.other.perSecond)),
    ...(goal === undefined ? {} : { goal }),
  })
  const latency = (title: string, windows: Window[], goal?: number): Row => ({
    name: title,
    value: median(windows.map(each => each.p99Ms)),
    unit: 'ms',
    ...(goal === undefined ? {} : { goal }),
  })
  const tpcb = rounds.flatMap(each =>
    each.pairs.filter(pair => pair.name !== 'deposits').map(pair => pair.other.perSecond),
  )
  return [
    { name: denominator, value: median(tpcb), unit: '/s' },
    ...(all('posted').length > 0
      ? [ratio('one posting per call, from pgbench itself', 'posted', 1.25)]
      : []),
    ratio('one posting per call, 16 connections', 'single', 1),
    ratio('one posting per call, 32 connections', 'single32'),
    latency(
      'p99, one per call, 32 connections',
      all('single32').map(each => each.own),
    ),
    ratio('batched, 64 in flight', 'batched64', 2.5),
    ratio('batched, 256 in flight', 'batched256', 4),
    latency(
      'p99, batched, 16 in flight',
      rounds.map(each => each.batched16),
      10,
    ),
    latency(
      'p99, batched, 256 in flight',
      all('batched256').map(each => each.own),
      50,
    ),
    ratio('deposits against uniform transfers', 'deposits', 0.9),
  ]
}

/**
 * Runs all windows of ROUNDS rounds on a durable cluster of its own (some three minutes) and
 * answers the medians.
 */
export async function runLedgerBench(): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'tianping-bench-'))
  chmodSync(home, 0o755)
  const postgres = await launchPostgres({
    dataDir: join(home, 'postgres'),
    settings: { shared_buffers: '1GB', max_wal_size: '4GB' },
  })
  const opened: Database[] = []
  try {
    await ensureDatabase(postgres.url('postgres'), 'tpcb')
    const binary = findPgbench()
    const denominator = binary
      ? await pgbench(binary, postgres)
      : await tpcbFromNode(postgres.url('tpcb'))
    await seeded(postgres)
    const open = (maxConnections: number, role?: string) => {
      const db = connect(postgres.url('ledger'), { maxConnections, ...(role ? { role } : {}) })
      opened.push(db)
      return db
    }
    const dbs = { db16: open(16, 'tianping_app'), db32: open(32, 'tianping_app') }
    const series = seriesOf(denominator, dbs, postingFromPgbench(postgres, home, binary))
    const rounds: Round[] = []
    for (let at = 0; at < ROUNDS; at += 1) rounds.push(await measure(series, at % 2 === 1))
    return rowsOf(rounds, denominator.name)
  } finally {
    await Promise.all(opened.map(db => db.destroy()))
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

/** Times have a most, ratios a least. */
export function goalText({ goal, unit }: Pick<Row, 'goal' | 'unit'>): string {
  if (goal === undefined) return ''
  return unit === 'ms' ? `<= ${goal}` : `>= ${goal}`
}

if (import.meta.main) {
  console.table(
    (await runLedgerBench()).map(({ name, value, unit, baseline, ratio, goal }) => ({
      name,
      value: value.toFixed(value < 100 ? 1 : 0),
      unit,
      baseline: baseline?.toFixed(0) ?? '',
      ratio: ratio?.toFixed(2) ?? '',
      goal: goalText({ goal, unit }),
    })),
  )
}
