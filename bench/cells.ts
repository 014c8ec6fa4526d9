// What it costs to spread the members of one brand over N databases of one cluster: a simulation of
// the design in docs/cells.md, not of code that runs. Alone: npx node bench/cells.ts
import {
  connect,
  ensureDatabase,
  migrate,
  rows,
  run,
  sql,
  theRow,
  type Database,
} from '@tianping/database'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { post } from '../apps/server/src/ledger/ledger.ts'
import { launchPostgres, type RunningPostgres } from '../tooling/postgres.ts'
import { inRoot } from '../tooling/root.ts'
import type { Row } from './ledger.ts'
import { msOf, postgresMs } from './support/cpu.ts'

const CELLS = [1, 4, 16, 64]
const ROUNDS = 3
const WINDOW_MS = 1_500
const IN_FLIGHT = 16
/** Members of a cell; the first digits of a number name the cell. */
const RANGE = 1_000_000_000n
const MEMBERS = 2_000n
/** Connections to all cells together, as one site has them; at least one to each. */
const CONNECTIONS = 16
const FAN_OUTS = 60
const LOOKUPS = 2_000

const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

/** The cell of a member, by number alone: no lookup on the way of money. */
const cellOf = (memberId: bigint): number => Number(memberId / RANGE)

let serial = 0
function anyMember(cells: number): bigint {
  const cell = BigInt(Math.floor(Math.random() * cells))
  return cell * RANGE + 1n + BigInt(Math.floor(Math.random() * Number(MEMBERS)))
}

async function postOne(pools: Database[], memberId: bigint): Promise<void> {
  const db = pools[cellOf(memberId)]
  if (!db) throw new Error(`no cell for ${memberId}`)
  const key = `cells:${serial++}`
  const { kind } = await post(db, {
    memberId,
    key,
    code: 'deposit',
    from: { name: 'depositClearing' },
    to: { name: 'memberCash' },
    amountFen: 100n,
    source: {
      type: 'bench',
      id: key,
    },
    actor: {
      type: 'system',
      id: 'bench',
    },
  })
  if (kind !== 'done') throw new Error(`a posting of the benchmark ended as ${kind}`)
}

type Window = { perSecond: number; medianMs: number; serverMs: number; databaseMs: number }

const serverCpuMs = () => msOf(process.cpuUsage())

async function load(pools: Database[], cells: number, postmaster: number): Promise<Window> {
  const before = { server: serverCpuMs(), database: postgresMs(postmaster) }
  const tookMs: number[] = []
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      while (performance.now() - begun < WINDOW_MS) {
        const asked = performance.now()
        await postOne(pools, anyMember(cells))
        tookMs.push(performance.now() - asked)
      }
    }),
  )
  const seconds = (performance.now() - begun) / 1_000
  return {
    perSecond: tookMs.length / seconds,
    medianMs: median(tookMs),
    serverMs: (serverCpuMs() - before.server) / tookMs.length,
    databaseMs: (postgresMs(postmaster) - before.database) / tookMs.length,
  }
}

/** What a page over all members asks of every cell at once, and waits for. */
async function fanOut(pools: Database[]): Promise<number> {
  const tookMs: number[] = []
  for (let n = 0; n < FAN_OUTS; n++) {
    const asked = performance.now()
    const sums = await Promise.all(
      pools.map(db =>
        theRow(
          db,
          sql<{ fen: bigint }>`
          select coalesce(sum(posted_balance), 0)::bigint as fen from ledger.account where account_code = 100`,
        ),
      ),
    )
    if (sums.length !== pools.length) throw new Error('a cell did not answer')
    tookMs.push(performance.now() - asked)
  }
  return median(tookMs)
}

/** A name is looked up once, at the log-in: one statement over an index of every name. */
async function lookup(directory: Database, cells: number): Promise<number> {
  const tookMs: number[] = []
  for (let n = 0; n < LOOKUPS; n++) {
    const asked = performance.now()
    const [found] = await rows(
      directory,
      sql<{ cell: number }>`select cell from name_of_member where name = ${`m${anyMember(cells)}`}`,
    )
    if (!found) throw new Error('a name is in no cell')
    tookMs.push(performance.now() - asked)
  }
  return median(tookMs)
}

/** As many cells as the largest round needs: copies of one migrated database. */
async function prepared(postgres: RunningPostgres, most: number): Promise<Database> {
  const admin = postgres.url('postgres')
  await ensureDatabase(admin, 'cell')
  await migrate(postgres.url('cell'), inRoot('apps/server/migrations'))
  for (let cell = 0; cell < most; cell++) await ensureDatabase(admin, `cell_${cell}`, 'cell')
  await ensureDatabase(admin, 'names')
  const directory = connect(postgres.url('names'), { maxConnections: 2 })
  await run(directory, sql`create table name_of_member (name text primary key, cell int not null)`)
  await run(
    directory,
    sql`
    insert into name_of_member (name, cell)
    select 'm' || cell * ${RANGE}::bigint + n, cell
    from generate_series(0, ${most}::int - 1) cell cross join generate_series(1, ${MEMBERS}::int) n`,
  )
  return directory
}

type Measured = { cells: number; windows: Window[]; fanOutMs: number; lookupMs: number }

async function measure(postgres: RunningPostgres, directory: Database, cells: number) {
  const pools = Array.from({ length: cells }, (_, cell) =>
    connect(postgres.url(`cell_${cell}`), {
      maxConnections: Math.max(1, CONNECTIONS / cells),
    }),
  )
  try {
    // Connections and plans first: a cell that nobody has asked yet is slower once.
    for (let cell = 0; cell < cells; cell++)
      for (let n = 0; n < 20; n++) await postOne(pools, BigInt(cell) * RANGE + 1n + BigInt(n))
    const windows: Window[] = []
    for (let round = 0; round < ROUNDS; round++)
      windows.push(await load(pools, cells, postgres.pid))
    return {
      cells,
      windows,
      fanOutMs: await fanOut(pools),
      lookupMs: await lookup(directory, cells),
    }
  } finally {
    await Promise.all(pools.map(each => each.destroy()))
  }
}

function rowsOf(all: Measured[]): Row[] {
  const perSecond = ({ windows }: Measured) => median(windows.map(each => each.perSecond))
  const first = all[0]
  if (!first) return []
  return all.flatMap(each => {
    const { cells, windows, fanOutMs, lookupMs } = each
    const [value, baseline] = [perSecond(each), perSecond(first)]
    const of = `${cells} ${cells === 1 ? 'cell' : 'cells'}`
    return [
      {
        name: `${of}: postings, ${IN_FLIGHT} callers`,
        value,
        unit: '/s',
        baseline,
        ratio: value / baseline,
      },
      {
        name: `${of}: processor time of one posting, PostgreSQL`,
        value: median(windows.map(w => w.databaseMs)),
        unit: 'ms',
      },
      {
        name: `${of}: processor time of one posting, server`,
        value: median(windows.map(w => w.serverMs)),
        unit: 'ms',
      },
      {
        name: `${of}: one posting, median`,
        value: median(windows.map(w => w.medianMs)),
        unit: 'ms',
      },
      { name: `${of}: a sum over every cell`, value: fanOutMs, unit: 'ms' },
      { name: `${of}: the cell of a name`, value: lookupMs, unit: 'ms' },
    ]
  })
}

/** The same load on 1 to 64 databases of one cluster, so that only the spreading differs. */
export async function runCellsBench(): Promise<Row[]> {
  const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tianping-cells-'))
  chmodSync(home, 0o755)
  const postgres = await launchPostgres({
    dataDir: join(home, 'pg'),
    durable: false,
    maxConnections: 300,
  })
  try {
    const directory = await prepared(postgres, Math.max(...CELLS))
    const all: Measured[] = []
    for (const cells of CELLS) all.push(await measure(postgres, directory, cells))
    await directory.destroy()
    return rowsOf(all)
  } finally {
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

if (import.meta.main) console.table(await runCellsBench())
