// The polled balance and the log-in against Fastify's empty handler, in adjacent windows of one
// run. Alone: npx node bench/http.ts
import { connect, ensureDatabase, migrate, run, sql } from '@tianping/database'
import { fork, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMember } from '../apps/server/src/areas/account/store/member.sql.ts'
import { hashPassword } from '../apps/server/src/kernel/passwords.ts'
import { tokenHash } from '../apps/server/src/areas/account/session.ts'
import { createSession } from '../apps/server/src/areas/account/store/session.sql.ts'
import { launchPostgres } from '../tooling/postgres.ts'
import { inRoot } from '../tooling/root.ts'
import type { Row } from './ledger.ts'
import { load, request, type Load } from './support/load.ts'

const ROUNDS = 5
/**
 * Rounds before it counts: the compiler of the server's Node goes on improving the code for some
 * hundred thousand calls.
 */
const WARM_UP = 3
const WINDOW_MS = 2_500
const CONNECTIONS = 32
const MEMBERS = 500

const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!

type Service = { child: ChildProcess; port: number }
function start(script: string, env: Record<string, string> = {}): Promise<Service> {
  const child = fork(inRoot('bench/support', script), [], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    execPath: process.execPath,
  })
  return new Promise((done, failed) => {
    child.once('exit', code => failed(new Error(`${script} ended with ${code}`)))
    child.on('message', (message: { ready?: boolean; port: number }) => {
      if (message.ready) done({ child, port: message.port })
    })
  })
}

export async function runHttpBench(): Promise<Row[]> {
  const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tianping-bench-'))
  chmodSync(home, 0o755)
  const postgres = await launchPostgres({ dataDir: join(home, 'pg') })
  const services: Service[] = []
  try {
    await ensureDatabase(postgres.url('postgres'), 'tianping')
    await migrate(postgres.url('tianping'), inRoot('apps/server/migrations'))
    const tokens = await members(postgres.url('tianping'))
    const env = {
      TIANPING_MODE: 'sandbox',
      DATABASE_URL: postgres.url('tianping'),
      TRUST_PROXY: '1',
    }
    const [empty, cached, direct, bare] = await Promise.all([
      start('empty.ts'),
      start('site.ts', env),
      start('site.ts', { ...env, CASH: 'off' }),
      start('site.ts', { ...env, AROUND: 'off' }),
    ])
    services.push(empty, cached, direct, bare)
    const nothing = request({ path: '/empty' })
    const balances = tokens.map(token =>
      request({ path: '/api/balance', headers: { authorization: `Bearer ${token}` } }),
    )
    const balance = (n: number) => balances[n % balances.length]!
    const rounds: Record<Name, Window>[] = []
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      const result = {
        empty: await measure(empty, () => nothing),
        cached: await measure(cached, balance),
        direct: await measure(direct, balance),
        bare: await measure(bare, balance),
      }
      if (round >= WARM_UP) rounds.push(result)
    }
    const of = (name: Name, figure: keyof Window) =>
      median(rounds.map(round => round[name][figure]))
    const ratio = (name: Name, figure: keyof Window) =>
      median(rounds.map(round => round[name][figure] / round.empty[figure]))
    const calls = (name: Name, title: string, goal: number): Row => ({
      name: title,
      value: of(name, 'perSecond'),
      unit: 'calls/s',
      baseline: of('empty', 'perSecond'),
      ratio: ratio(name, 'perSecond'),
      goal,
    })
    return [
      {
        name: 'empty Fastify handler, 32 connections',
        value: of('empty', 'perSecond'),
        unit: 'calls/s',
      },
      calls('cached', 'POST /api/balance with session, from memory', 0.8),
      calls('direct', 'POST /api/balance, from the database each time', 0.22),
      // Whatever the generator and the machine's other work do to the rates, this says what a call
      // costs the server.
      {
        name: 'processor time of an empty call / of a balance from memory',
        value: of('empty', 'cpuUs'),
        unit: 'us',
        baseline: of('cached', 'cpuUs'),
        ratio: 1 / ratio('cached', 'cpuUs'),
        goal: 0.8,
      },
      {
        name: 'processor time of a balance that its log lines can name / without that context',
        value: of('cached', 'cpuUs'),
        unit: 'us',
        baseline: of('bare', 'cpuUs'),
        ratio: median(rounds.map(({ cached: off, bare: none }) => none.cpuUs / off.cpuUs)),
      },
      ...(await logIns(cached).then(() => logIns(cached))),
    ]
  } finally {
    for (const { child } of services) child.kill('SIGKILL')
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

type Name = 'empty' | 'cached' | 'direct' | 'bare'
type Window = { perSecond: number; cpuUs: number }

/** One window of load on a service: its rate, and the processor time one call took it. */
async function measure(service: Service, next: (n: number) => string): Promise<Window> {
  const before = await cpuUs(service)
  const { perSecond, answers }: Load = await load(service.port, {
    connections: CONNECTIONS,
    ms: WINDOW_MS,
    awake: true,
    next,
  })
  return { perSecond, cpuUs: ((await cpuUs(service)) - before) / answers }
}

async function cpuUs({ child }: Service): Promise<number> {
  child.send('cpu')
  const { cpu } = await new Promise<{ cpu: NodeJS.CpuUsage }>(done => child.once('message', done))
  return cpu.user + cpu.system
}

async function logIns(service: Service): Promise<Row[]> {
  service.child.send('begin')
  const log = await load(service.port, {
    connections: 32,
    ms: 5_000,
    // On a busy machine some wait too long and hear 503, which is no log-in.
    anyAnswer: true,
    next: n =>
      request({
        path: '/api/login',
        headers: { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` },
        body: JSON.stringify({
          name: `bench${n % MEMBERS}`.slice(0, 11),
          password: 'bench-secret',
          code: 'x',
        }),
      }),
  })
  const { eventLoopP99Ms } = await new Promise<{ eventLoopP99Ms: number }>(done => {
    service.child.once('message', done)
    service.child.send('end')
  })
  const perSecond = (log.perSecond * (log.codes.get(200) ?? 0)) / log.answers
  return [
    {
      name: 'log-ins, argon2id 19 MiB t=2',
      value: perSecond,
      unit: 'log-ins/s',
      baseline: 150,
      ratio: perSecond / 150,
      goal: 1,
    },
    { name: 'event loop p99 meanwhile', value: eventLoopP99Ms, unit: 'ms', goal: 15 },
  ]
}

/**
 * Members with a session each; one hash for all, since hashing five hundred would be what is
 * measured.
 */
async function members(url: string): Promise<string[]> {
  const db = connect(url, { maxConnections: 4 })
  const passwordHash = await hashPassword('bench-secret')
  const now = new Date()
  const tokens: string[] = []
  for (let n = 0; n < MEMBERS; n++) {
    const memberId = await createMember(db, {
      name: `bench${n}`,
      realname: '压测',
      passwordHash,
      payPasswordHash: passwordHash,
      inviteCode: `BENCH${n}`,
      referrer: '',
      now,
    })
    const token = n.toString(16).padStart(64, '0')
    await createSession(db, {
      hash: tokenHash(token),
      memberId: memberId!,
      passwordHash,
      now,
      expiresAt: new Date(now.getTime() + 86_400_000),
      address: '',
      agent: '',
    })
    tokens.push(token)
  }
  // Tables that are known to be empty would be read whole by plans that are kept.
  await run(db, sql`vacuum analyze member, member_directory, session`)
  await db.destroy()
  return tokens
}

if (import.meta.main) console.table(await runHttpBench())
