// The site that `bench -- calls` and `bench -- load` ask: a demo site and members with a long
// history each.
import { connect, ensureDatabase, migrate, run, sql, theRow, type Db } from '@tianping/database'
import { fork, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tokenHash } from '../../apps/server/src/areas/account/session.ts'
import { createMember } from '../../apps/server/src/areas/account/store/member.sql.ts'
import { createSession } from '../../apps/server/src/areas/account/store/session.sql.ts'
import { hashPassword } from '../../apps/server/src/kernel/passwords.ts'
import { post } from '../../apps/server/src/ledger/ledger.ts'
import { sandboxMerchants, startVenue } from '../../apps/venue/server/index.ts'
import { seedBriefly } from '../../tooling/past.ts'
import { launchPostgres } from '../../tooling/postgres.ts'
import { inRoot } from '../../tooling/root.ts'

export const PASSWORD = 'bench-secret'
/** Rows of each history of a member. */
export const BETS = 10_000
const ORDERS = 1_000
/** Filling the tables takes longer than a call may. */
const FILL_MS = 300_000
const FUNDS_FEN = 100_000_000n

export type Service = { child: ChildProcess; port: number }
export type Member = { memberId: bigint; token: string }
export type CallSite = {
  url: string
  /** The process that PostgreSQL's others are children of. */
  postmaster: number
  members: Member[]
  /** Sessions of members whose accounts calls may change or close. */
  spent: Member[]
  start(script: string, env?: Record<string, string>, nodeOptions?: string[]): Promise<Service>
  stop(): Promise<void>
}

/** Starts a script of this folder as a process of its own, and waits until it listens. */
export function start(
  script: string,
  env: Record<string, string> = {},
  execArgv: string[] = [],
): Promise<Service> {
  const child = fork(inRoot('bench/support', script), [], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    execPath: process.execPath,
    execArgv,
  })
  return new Promise((done, failed) => {
    child.once('exit', code => failed(new Error(`${script} ended with ${code}`)))
    child.on('message', (message: { ready?: boolean; port: number }) => {
      if (message.ready) done({ child, port: message.port })
    })
  })
}

/** What a service answers to a message. */
export function ask<T>({ child }: Service, message: string): Promise<T> {
  return new Promise<T>(done => {
    child.once('message', done)
    child.send(message)
  })
}

async function memberOf(db: Db, name: string, passwordHash: string): Promise<Member> {
  const now = new Date()
  const memberId = await createMember(db, {
    name,
    realname: '压测',
    passwordHash,
    payPasswordHash: passwordHash,
    inviteCode: name.toUpperCase(),
    referrer: '',
    now,
  })
  if (memberId === undefined) throw new Error(`there is a member ${name} already`)
  const token = Buffer.from(name).toString('hex').padStart(64, '0')
  await createSession(db, {
    hash: tokenHash(token),
    memberId,
    passwordHash,
    now,
    expiresAt: new Date(now.getTime() + 86_400_000),
    address: '',
    agent: '',
  })
  await run(
    db,
    sql`update member set transferstatus = false, birthday = '1990-01-01' where member_id = ${memberId}`,
  )
  const { kind } = await post(db, {
    memberId,
    key: 'bench',
    code: 'deposit',
    from: { name: 'depositClearing' },
    to: { name: 'memberCash' },
    amountFen: FUNDS_FEN,
    source: { type: 'bench', id: name },
    actor: { type: 'system', id: 'bench' },
  })
  if (kind !== 'done') throw new Error(`the first money of ${name} ended as ${kind}`)
  return { memberId, token }
}

/** Bets, deposits, withdrawals and transfers of these members, within the last hundred days. */
export async function fillHistories(db: Db, memberIds: bigint[], bets: number, orders = ORDERS) {
  const game = await theRow(
    db,
    sql<{ venueId: number; gameCode: string }>`
    select venue_id, game_code from game order by venue_id, game_code limit 1`,
  )
  const members = sql`unnest(${memberIds}::bigint[]) m`
  const at = (rows: number) =>
    sql`date_trunc('milliseconds', now() - make_interval(secs => n * (100.0 * 86400 / nullif(${rows}::int, 0))))`
  await run(
    db,
    sql`
    insert into bet (member_id, venue_id, bet_id, version, revision, game_code, round_id, selection, stake_fen, valid_fen, payout_fen, net_fen,
      status, fairness, math_version, placed_at, settled_at, first_settled_at)
    select m, ${game.venueId}, 'B' || m || '-' || n, 1, 1, ${game.gameCode}, 'R' || n, '{}', 100, 100, 95, -5, 1, '{}', '1', ${at(bets)}, ${at(bets)}, ${at(bets)}
    from ${members}, generate_series(1, ${bets}::int) n`,
  )
  await run(
    db,
    sql`
    insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, created_at, decided_at, decided_by, action_key)
    select m, 'D' || lpad(m::text, 9, '0') || lpad(n::text, 16, '0'), 'alipay', 10000 + n, 3, '', ${at(orders)}, ${at(orders)}, 'till', 'bulk' || m || '-' || n
    from ${members}, generate_series(1, ${orders}::int) n`,
  )
  await run(
    db,
    sql`
    insert into venue_transfer (member_id, tx_id, request_key, venue_id, direction, amount_fen, moved_fen, state, created_at, resolved_at)
    select m, 'T' || m || '-' || n, 'bulk' || n, ${game.venueId}, case when n % 2 = 0 then 'IN' else 'OUT' end, 100, 100, 1, ${at(orders)}, ${at(orders)}
    from ${members}, generate_series(1, ${orders}::int) n`,
  )
  await run(db, sql`vacuum analyze`)
}

/** Starts PostgreSQL, the venue and a demo site, with `count` members who have histories. */
export async function openCallSite(count: number, bets = BETS): Promise<CallSite> {
  const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tianping-bench-'))
  chmodSync(home, 0o755)
  const postgres = await launchPostgres({ dataDir: join(home, 'pg') })
  const url = postgres.url('tianping')
  const venueUrl = postgres.url('tianping_venue')
  await ensureDatabase(postgres.url('postgres'), 'tianping')
  await migrate(url, inRoot('apps/server/migrations'))
  await seedBriefly({ databaseUrl: url, venueDatabaseUrl: venueUrl, publicUrl: 'http://bench' })
  const limits = {
    merchantPerSecond: 1e6,
    merchantBurst: 1e6,
    visitorPerSecond: 1e6,
    visitorBurst: 1e6,
  }
  const venue = await startVenue({
    databaseUrl: venueUrl,
    merchants: sandboxMerchants(),
    demoOperator: true,
    limits,
    runTables: false,
  })
  const db = connect(url, { maxConnections: 4, statementTimeoutMs: FILL_MS })
  const passwordHash = await hashPassword(PASSWORD)
  const named = async (prefix: string) => {
    const all: Member[] = []
    for (let n = 0; n < count; n++) all.push(await memberOf(db, `${prefix}${n}`, passwordHash))
    return all
  }
  const members = await named('bench')
  const spent = await named('spent')
  await fillHistories(
    db,
    members.map(each => each.memberId),
    bets,
  )
  await db.destroy()
  const services: Service[] = []
  return {
    url,
    postmaster: postgres.pid,
    members,
    spent,
    start: async (script, env = {}, nodeOptions = []) => {
      const site = {
        TIANPING_MODE: 'sandbox',
        DATABASE_URL: url,
        VENUE_URL: venue.url,
        TRUST_PROXY: '1',
      }
      const service = await start(script, { ...site, ...env }, nodeOptions)
      services.push(service)
      return service
    },
    stop: async () => {
      for (const { child } of services) child.kill('SIGKILL')
      await venue.close()
      await postgres.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
