// `npm run drill -- archive`: pgBackRest with the file of deploy/ archives the log of a PostgreSQL,
// takes a backup, and restores the moment between two rows. Needs PostgreSQL 18 and pgbackrest, on
// PATH or in the root file system that DRILL_TOOLS names.
import { appendFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { until } from './support/cluster.ts'
import { Report } from './support/report.ts'
import { deploy } from './support/template.ts'
import { give, launch, newPlace, requireTools, run, type Place } from './support/tools.ts'

const STANZA = 'tianping'
const SHUT_DOWN_MS = 60_000

/** A PostgreSQL in a folder of its own that listens on a socket only, and its pgBackRest. */
class Node {
  readonly #place: Place
  readonly #folder: string
  readonly #values: Record<string, string>

  constructor(place: Place, name: string, cipherPass: string) {
    this.#place = place
    this.#folder = join(place.outside, name)
    for (const each of ['', 'data', 'socket', 'spool', 'log', 'lock'])
      mkdirSync(join(this.#folder, each), { recursive: true, mode: 0o700 })
    this.#values = {
      REPOSITORY: place.inside(join(place.outside, 'repository')),
      CIPHER_PASS: cipherPass,
      DATA_DIR: this.#path('data'),
      SOCKET_DIR: this.#path('socket'),
      SPOOL: this.#path('spool'),
      LOG_PATH: this.#path('log'),
      LOCK_PATH: this.#path('lock'),
    }
    deploy('pgbackrest/pgbackrest.conf', this.#values, join(this.#folder, 'pgbackrest.conf'))
    give(this.#folder)
  }

  #path(name: string): string {
    return this.#place.inside(join(this.#folder, name))
  }

  #program(program: string, ...args: string[]) {
    return run({ program, args, home: this.#path('') })
  }

  archiveCommand(): string {
    return `pgbackrest --config=${this.#path('pgbackrest.conf')} --stanza=${STANZA} archive-push %p`
  }

  backrest(...args: string[]) {
    return this.#program(
      'pgbackrest',
      `--config=${this.#path('pgbackrest.conf')}`,
      `--stanza=${STANZA}`,
      ...args,
    )
  }

  create(): void {
    const args = ['-U', 'postgres', '--auth=trust', '-D', this.#path('data')]
    const { status, said } = this.#program('initdb', ...args)
    if (status !== 0) throw new Error(said)
  }

  set(...lines: string[]): void {
    appendFileSync(join(this.#folder, 'data', 'postgresql.auto.conf'), `${lines.join('\n')}\n`)
  }

  async start(): Promise<pg.Client> {
    this.set("listen_addresses = ''", `unix_socket_directories = '${this.#path('socket')}'`)
    launch({
      program: 'postgres',
      args: ['-D', this.#path('data')],
      log: join(this.#folder, 'postgres.log'),
      home: this.#path(''),
    })
    return until('PostgreSQL', async () => {
      const client = new pg.Client({
        host: join(this.#folder, 'socket'),
        user: 'postgres',
        database: 'postgres',
      })
      client.on('error', () => {})
      try {
        await client.connect()
        return client
      } catch {
        return undefined
      }
    })
  }

  async stop(): Promise<void> {
    this.#program('pg_ctl', '-D', this.#path('data'), '-m', 'immediate', 'stop')
    const running = () => readdirSync(join(this.#folder, 'data')).includes('postmaster.pid')
    await until('the end of PostgreSQL', async () => !running(), SHUT_DOWN_MS)
  }
}

const rowsOf = async (db: pg.Client) =>
  (await db.query<{ name: string }>('select name from row_of_drill order by name')).rows
    .map(({ name }) => name)
    .join(', ')

/** Archives and backs up a database that gets one row before a moment and one after it. */
async function backUp(source: Node, report: Report): Promise<string> {
  source.create()
  source.set(
    'archive_mode = on',
    `archive_command = '${source.archiveCommand()}'`,
    "archive_timeout = '60s'",
  )
  const db = await source.start()
  const steps = [['stanza-create'], ['check'], ['backup', '--type=full']]
  for (const step of steps) {
    const { status, said } = source.backrest(...step)
    report.expect(step.join(' '), '0', `${status} ${status === 0 ? '' : said}`.trim(), status === 0)
  }
  await db.query(
    "create table row_of_drill (name text); insert into row_of_drill values ('before')",
  )
  const { rows } = await db.query<{ at: string }>('select clock_timestamp()::text as at')
  await db.query("insert into row_of_drill values ('later')")
  await db.query('select pg_switch_wal()')
  const { status, said } = source.backrest('check')
  report.expect('the log reaches the repository', '0', `${status} ${said}`.trim(), status === 0)
  await db.end()
  return rows[0]?.at ?? ''
}

async function restore(target: Node, moment: string, report: Report): Promise<void> {
  const { status, said } = target.backrest(
    'restore',
    '--type=time',
    `--target=${moment}`,
    '--target-action=promote',
  )
  if (!report.expect('restore to a moment', '0', `${status} ${said}`.trim(), status === 0)) return
  target.set('archive_mode = off')
  const db = await target.start()
  const rows = await until('the end of recovery', async () => {
    const { rows: state } = await db.query<{ on: boolean }>('select pg_is_in_recovery() as on')
    return state[0]?.on === false && (await rowsOf(db))
  })
  report.expect('rows of the moment', 'before', rows, rows === 'before')
  await db.end()
}

export async function drill(): Promise<boolean> {
  requireTools(['postgres', 'initdb', 'pg_ctl', 'pgbackrest'])
  const report = new Report()
  const place = newPlace()
  const source = new Node(place, 'source', 'a-passphrase-of-the-drill')
  const target = new Node(place, 'target', 'a-passphrase-of-the-drill')
  const stranger = new Node(place, 'stranger', 'another-passphrase')
  mkdirSync(join(place.outside, 'repository'), { mode: 0o700 })
  give(place.outside)
  try {
    const moment = await backUp(source, report)
    const refused = stranger.backrest('restore').status
    report.expect('restore with another passphrase', 'refused', refused, refused !== 0)
    await restore(target, moment, report)
  } finally {
    await Promise.allSettled([source.stop(), target.stop()])
    rmSync(place.outside, { recursive: true, force: true })
  }
  return report.holds
}
