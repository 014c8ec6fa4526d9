// What a replica takes from the primary: the primary's processor time per call of a mix of
// histories, without and with DATABASE_READ_URL. Alone: npm run bench -- replica
import { connect, ensureDatabase, migrate, run, sql } from '@tianping/database'
import { fork, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tokenHash } from '../apps/server/src/areas/account/session.ts'
import { createMember } from '../apps/server/src/areas/account/store/member.sql.ts'
import { createSession } from '../apps/server/src/areas/account/store/session.sql.ts'
import { launchPostgres, type RunningPostgres } from '../tooling/postgres.ts'
import { inRoot } from '../tooling/root.ts'
import { launchStandby } from '../tooling/test/standby.ts'
import type { Row } from './ledger.ts'
import { load, request } from './support/load.ts'

const MEMBERS = 100
const ORDERS = 200_000
const CONNECTIONS = 8
const WARM_UP_MS = 2_000
const WINDOW_MS = 6_000
/** The kernel counts processor time in hundredths of a second. */
const TICK_MS = 10

async function fill(url: string): Promise<string[]> {
  const db = connect(url, { maxConnections: 1 })
  const now = new Date()
  const tokens: string[] = []
  const ids: bigint[] = []
  for (let n = 0; n < MEMBERS; n++) {
    const memberId = await createMember(db, {
      name: `replica${n}`,
      realname: '测试员',
      passwordHash: 'x',
      payPasswordHash: 'x',
      inviteCode: `REPLICA${n}`,
      referrer: '',
      now,
    })
    if (memberId === undefined) throw new Error('A member could not be made.')
    const token = n.toString(16).padStart(64, '0')
    const expiresAt = new Date(now.getTime() + 86_400_000)
    await createSession(db, {
      hash: tokenHash(token),
      memberId,
      passwordHash: 'x',
      now,
      expiresAt,
      address: '',
      agent: '',
    })
    tokens.push(token)
    ids.push(memberId)
  }
  await run(
    db,
    sql`
    insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, created_at, decided_at, decided_by, action_key)
    select (${ids}::bigint[])[1 + n % ${MEMBERS}::int], 'D261120' || lpad(n::text, 20, '0'), 'alipay', 10000 + n, 3, '',
      ${now}::timestamptz - make_interval(secs => n), ${now}, 'till', 'bulk' || n
    from generate_series(1, ${ORDERS}::int) n`,
  )
  await run(db, sql`analyze`)
  await db.destroy()
  return tokens
}

/** Processor time of a PostgreSQL with all its processes, ended ones included, in ms. */
function cpuMs({ pid }: RunningPostgres): number {
  const statOf = (process: string) => {
    try {
      return readFileSync(`/proc/${process}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    } catch {
      return []
    }
  }
  const ticks = (stat: string[], from: number, to: number) =>
    stat.slice(from, to).reduce((sum, each) => sum + Number(each), 0)
  const children = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(statOf)
    .filter(stat => stat[1] === String(pid))
  const alive = children.reduce((sum, stat) => sum + ticks(stat, 11, 13), 0)
  return (alive + ticks(statOf(String(pid)), 11, 15)) * TICK_MS
}

function start(env: Record<string, string>): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(inRoot('bench/support/site.ts'), [], {
    env: { PATH: process.env['PATH'] ?? '', TIANPING_MODE: 'sandbox', TRUST_PROXY: '1', ...env },
    execPath: process.execPath,
  })
  return new Promise((done, failed) => {
    child.once('exit', code => failed(new Error(`the server ended with ${code}`)))
    child.once('message', ({ port }: { port: number }) => done({ child, port }))
  })
}

export async function runReplicaBench(): Promise<Row[]> {
  const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tianping-bench-'))
  chmodSync(home, 0o755)
  const primary = await launchPostgres({ dataDir: join(home, 'primary') })
  const running = [primary]
  const children: ChildProcess[] = []
  try {
    await ensureDatabase(primary.url('postgres'), 'tianping')
    const url = primary.url('tianping')
    await migrate(url, inRoot('apps/server/migrations'))
    const tokens = await fill(url)
    const standby = await launchStandby(primary, join(home, 'standby'))
    running.push(standby)
    const asked = tokens.flatMap(token =>
      ['{"type":1,"date":4}', '{"type":1,"date":4,"page":40}', '{"type":2}'].map(body =>
        request({
          path: '/api/gettransrecord',
          headers: { authorization: `Bearer ${token}` },
          body,
        }),
      ),
    )
    const next = (n: number) => asked[n % asked.length] ?? ''
    /** Processor time of the primary per call, in microseconds. */
    const measure = async (env: Record<string, string>) => {
      const { child, port } = await start({ DATABASE_URL: url, ...env })
      children.push(child)
      await load(port, { connections: CONNECTIONS, ms: WARM_UP_MS, next })
      const before = cpuMs(primary)
      const { answers, perSecond } = await load(port, {
        connections: CONNECTIONS,
        ms: WINDOW_MS,
        next,
      })
      return { us: ((cpuMs(primary) - before) * 1_000) / answers, perSecond }
    }
    const alone = await measure({})
    const beside = await measure({ DATABASE_READ_URL: standby.url('tianping') })
    return [
      {
        name: 'processor time of the primary per history, with a replica',
        value: beside.us,
        unit: 'us',
        baseline: alone.us,
        ratio: beside.us / alone.us,
      },
      {
        name: 'histories, with a replica on the same machine',
        value: beside.perSecond,
        unit: 'calls/s',
        baseline: alone.perSecond,
        ratio: beside.perSecond / alone.perSecond,
      },
    ]
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await Promise.all(running.map(each => each.stop()))
    rmSync(home, { recursive: true, force: true })
  }
}
