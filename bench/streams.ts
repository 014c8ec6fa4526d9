// Live streams of members on one process: what one costs, and how long a letter takes from its
// commit to the member. The letters are written by another process, as another instance writes
// them. Alone: npx node bench/streams.ts
import { connect, ensureDatabase, migrate, rows, run, sql, transaction } from '@tianping/database'
import { fork, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { notify } from '../apps/server/src/areas/message/message.ts'
import { createMember } from '../apps/server/src/areas/account/store/member.sql.ts'
import { tokenHash } from '../apps/server/src/areas/account/session.ts'
import { Bus } from '../apps/server/src/kernel/live/bus.ts'
import { hashPassword } from '../apps/server/src/kernel/passwords.ts'
import { launchPostgres } from '../tooling/postgres.ts'
import { inRoot } from '../tooling/root.ts'
import type { Row } from './ledger.ts'

const STREAMS = Number(process.env['STREAMS'] ?? 10_000)
const CLIENTS = 2
const LETTERS_A_SECOND = 100
const SECONDS = 20
const MAKERS = 8

type Memory = { rss: number; heap: number }
type Report = { arrived: [title: string, atNs: string][]; open: number; bytes: number }

const heard = <T>(child: ChildProcess) =>
  new Promise<T>(done => child.once('message', message => done(message as T)))
const asked = <T>(child: ChildProcess, question: unknown) => {
  const answer = heard<T>(child)
  child.send(question as string)
  return answer
}

async function start(script: string, env: Record<string, string> = {}) {
  const child = fork(inRoot('bench/support', script), [], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    execPath: process.execPath,
    execArgv: ['--expose-gc'],
  })
  return { child, port: (await heard<{ port: number }>(child)).port }
}

/** A member per stream, each with a session; answers tokens and numbers. */
async function members(url: string) {
  const db = connect(url, { maxConnections: MAKERS })
  const passwordHash = await hashPassword('bench-secret')
  const now = new Date()
  const made: { token: string; memberId: bigint }[] = []
  let next = 0
  const work = async () => {
    for (let n = next++; n < STREAMS; n = next++) {
      const memberId = await createMember(db, {
        name: `bench${n}`,
        realname: '压测',
        passwordHash,
        payPasswordHash: passwordHash,
        inviteCode: `BENCH${n}`,
        referrer: '',
        now,
      })
      made.push({ token: n.toString(16).padStart(64, '0'), memberId: memberId! })
    }
  }
  await Promise.all(Array.from({ length: MAKERS }, work))
  await run(
    db,
    sql`
    insert into session (token_hash, member_id, created_at, last_seen_at, expires_at, address, agent)
    select decode(h, 'hex'), m, ${now}, ${now}, ${new Date(now.getTime() + 86_400_000)}, '', ''
    from unnest(${made.map(({ token }) => tokenHash(token))}::text[], ${made.map(({ memberId }) => memberId)}::bigint[]) s (h, m)`,
  )
  await rows(db, sql`analyze`)
  await db.destroy()
  return made
}

/** Writes letters at a steady pace, one member after the other; answers when each was committed. */
async function write(url: string, to: bigint[]): Promise<Map<string, bigint>> {
  const db = connect(url, { maxConnections: 4 })
  const bus = new Bus(db, url)
  db.onChanged = keys => bus.publish('member', keys)
  const committed = new Map<string, bigint>()
  const began = performance.now()
  const writing: Promise<void>[] = []
  for (let n = 0; n < LETTERS_A_SECOND * SECONDS; n++) {
    const due = began + (n * 1_000) / LETTERS_A_SECOND
    await new Promise(done => setTimeout(done, Math.max(0, due - performance.now())))
    const title = `letter ${n}`
    const memberId = to[(n * 7919) % to.length]!
    writing.push(
      transaction(db, tx => notify(tx, memberId, title, '内容', new Date())).then(
        () => void committed.set(title, process.hrtime.bigint()),
      ),
    )
  }
  await Promise.all(writing)
  await bus.close()
  await db.destroy()
  return committed
}

const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export async function runStreamsBench(): Promise<Row[]> {
  const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tianping-bench-'))
  chmodSync(home, 0o755)
  const postgres = await launchPostgres({ dataDir: join(home, 'pg') })
  const children: ChildProcess[] = []
  try {
    await ensureDatabase(postgres.url('postgres'), 'tianping')
    const url = postgres.url('tianping')
    await migrate(url, inRoot('apps/server/migrations'))
    const made = await members(url)
    const env = { TIANPING_MODE: 'sandbox', DATABASE_URL: url, TRUST_PROXY: '1' }
    const site = await start('site.ts', env)
    children.push(site.child)
    const clients = await Promise.all(
      Array.from({ length: CLIENTS }, async () => (await start('streams.ts')).child),
    )
    children.push(...clients)
    // A few first, so that code and pools are there before the memory is looked at.
    const share = (n: number) => made.filter((_, each) => each >= 100 && each % CLIENTS === n)
    const tokensOf = (some: typeof made) => some.map(({ token }) => token)
    await asked(clients[0]!, { port: site.port, tokens: tokensOf(made.slice(0, 100)) })
    const before = await asked<Memory>(site.child, 'memory')
    const began = performance.now()
    await Promise.all(
      clients.map((child, n) => asked(child, { port: site.port, tokens: tokensOf(share(n)) })),
    )
    const seconds = (performance.now() - began) / 1_000
    const after = await asked<Memory>(site.child, 'memory')
    const committed = await write(
      url,
      made.map(({ memberId }) => memberId),
    )
    await new Promise(done => setTimeout(done, 2_000))
    const reports = await Promise.all(clients.map(child => asked<Report>(child, 'report')))
    const tookMs = reports
      .flatMap(({ arrived }) => arrived)
      .map(([title, ns]) => Number(BigInt(ns) - (committed.get(title) ?? 0n)) / 1e6)
      .toSorted((a, b) => a - b)
    const perStream = (after.rss - before.rss) / (made.length - 100) / 1024
    return [
      {
        name: 'streams open on one process at the end',
        value: reports.reduce((sum, { open }) => sum + open, 0),
        unit: 'streams',
        goal: STREAMS,
      },
      { name: 'opened', value: (made.length - 100) / seconds, unit: 'streams/s' },
      { name: 'memory of one stream (resident)', value: perStream, unit: 'KiB', goal: 25 },
      {
        name: 'of it on the heap',
        value: (after.heap - before.heap) / (made.length - 100) / 1024,
        unit: 'KiB',
      },
      { name: `letters arrived, of ${committed.size}`, value: tookMs.length, unit: 'letters' },
      { name: 'from the commit to the member, p50', value: at(tookMs, 0.5), unit: 'ms' },
      {
        name: 'from the commit to the member, p99',
        value: at(tookMs, 0.99),
        unit: 'ms',
        goal: 100,
      },
    ]
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
}
