// Sudden death of PostgreSQL, on a durable cluster of this file's own.
import { connect, ensureDatabase, migrate, rows, sql, type Db } from '@tianping/database'
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { launchPostgres, type RunningPostgres } from '../../../../tooling/postgres.ts'
import { PATIENCE } from '../../../../tooling/test/database.ts'
import {
  balances,
  hold,
  post,
  postBatch,
  settle,
  type Outcome,
  type Posting,
} from '../../src/ledger/ledger.ts'
import { chainHeads, differingHeads } from '../../src/ledger/reconcile.ts'
import { assertBooksHold } from '../support/books.ts'
import { deposit, newMember, system, toVenue, withdrawal } from './postings.ts'
import { reconcileCommand } from './reconcileCommand.ts'

const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tianping-crash-'))
chmodSync(home, 0o755)
const dataDir = join(home, 'postgres')
const launch = (dir = dataDir, limits: { maxFileBytes?: number } = {}) =>
  launchPostgres({ dataDir: dir, settings: { shared_buffers: '32MB' }, ...limits })
const open = (postgres: RunningPostgres) =>
  connect(postgres.url('tianping'), { role: 'tianping_app', maxConnections: 10 })

let postgres = await launch()
await ensureDatabase(postgres.url('postgres'), 'tianping')
await migrate(postgres.url('tianping'), join(import.meta.dirname, '../../migrations'))
let db = open(postgres)

afterAll(async () => {
  await db.destroy()
  await postgres.stop()
  rmSync(home, { recursive: true, force: true })
})

async function restart(limits: { maxFileBytes?: number } = {}) {
  await db.destroy()
  postgres = await launch(dataDir, limits)
  db = open(postgres)
}

type Ask = {
  memberId: bigint
  key: string
  /** What `done` adds to the member's cash. */
  cashFen: bigint
  run: (db: Db) => Promise<Outcome>
}

/** One request of any kind; asking again under its key must never do it twice. */
function someAsk(members: bigint[]): Ask[] {
  const memberId = members[Math.floor(Math.random() * members.length)]!
  const amountFen = BigInt(1 + Math.floor(Math.random() * 500))
  const key = randomUUID()
  const one = (posting: Posting, cashFen: bigint): Ask => ({
    memberId,
    key: posting.key,
    cashFen,
    run: each => post(each, posting),
  })
  const kind = Math.floor(Math.random() * 4)
  if (kind === 0) return [one(deposit(memberId, amountFen, { key }), amountFen)]
  if (kind === 1) return [one(toVenue(memberId, 3, amountFen, { key }), -amountFen)]
  if (kind === 2) return [one(withdrawal(memberId, amountFen, { key }), -amountFen)]
  const held = toVenue(memberId, 4, amountFen, { key })
  return [
    { memberId, key, cashFen: 0n, run: each => hold(each, held) },
    {
      memberId,
      key: `${key}:settle`,
      cashFen: -amountFen,
      run: async each =>
        (await settle(each, {
          memberId,
          holdKey: key,
          key: `${key}:settle`,
          actor: system,
        })) as Outcome,
    },
  ]
}

/**
 * Members under load whose server dies now and then; what was acknowledged, and what that makes of
 * everybody's cash.
 */
async function storm() {
  const members = Array.from({ length: 6 }, newMember)
  await postBatch(
    db,
    members.map(member => deposit(member, 1_000_000_000n)),
  )
  const expected = new Map(members.map(member => [member, 1_000_000_000n]))
  const acknowledged = new Map<string, string>()
  const acknowledge = (asked: Ask, found: Outcome) => {
    if (found.kind !== 'done') throw new Error(`${asked.key}: ${found.kind}`)
    acknowledged.set(asked.key, found.transactionId)
    expected.set(asked.memberId, expected.get(asked.memberId)! + asked.cashFen)
  }

  /**
   * Eight clients ask, each until it is not answered; answers what they do not know the outcome of.
   */
  async function rage(
    death: (everybodyIsLost: Promise<unknown>) => Promise<unknown>,
  ): Promise<Ask[]> {
    let dead = false
    const unknown: Ask[] = []
    const clients = Array.from({ length: 8 }, async () => {
      while (!dead) {
        let given = false
        for (const asked of someAsk(members)) {
          // What follows an unknown hold is not asked: it waits until the hold is known.
          const found = given ? undefined : await asked.run(db).catch(() => undefined)
          if (found) acknowledge(asked, found)
          else given = unknown.push(asked) > 0
        }
        if (given) return
      }
    })
    await death(Promise.all(clients))
    dead = true
    await postgres.kill9()
    await Promise.all(clients)
    return unknown
  }

  /**
   * Every unknown key, asked again, counts once; every acknowledged one is there once; every fen is
   * where it belongs.
   */
  async function settled(unknown: Ask[]) {
    for (const asked of unknown) acknowledge(asked, await asked.run(db))
    const found = await rows<{ key: string; id: string }>(
      db,
      sql`
      select idempotency_key as key, transaction_id::text as id from ledger.transaction where member_id = any(${members}) and idempotency_key = any(${[...acknowledged.keys()]})`,
    )
    expect(new Map(found.map(each => [each.key, each.id]))).toEqual(acknowledged)
    for (const member of members)
      expect((await balances(db, member)).cashFen).toBe(expected.get(member))
  }
  return { rage, settled }
}

describe('sudden death', () => {
  test('disk_full_on_wal: a log that cannot grow stops the server; with room again nothing acknowledged is lost and nothing counts twice', async () => {
    const { rage, settled } = await storm()
    const owner = connect(postgres.url('tianping'), { maxConnections: 1, patience: PATIENCE })
    await rows(owner, sql`select pg_switch_wal()`)
    await owner.destroy()
    await db.destroy()
    await postgres.stop()
    await restart({ maxFileBytes: 8 * 1024 * 1024 })
    // Every client: the server must see that one of its own panicked before it is killed, since
    // only the server can free those who wait for what that one held.
    const unknown = await rage(everybodyIsLost => everybodyIsLost)
    expect(unknown.length).toBeGreaterThan(0)
    await restart()
    await settled(unknown)
    await assertBooksHold(db)
  })

  test('kill9_postgres_under_load: fifty times, every acknowledged key is there once and every unknown one, asked again, counts once', async () => {
    const { rage, settled } = await storm()
    let unknowns = 0
    for (let round = 0; round < 50; round += 1) {
      const unknown = await rage(
        () => new Promise(done => setTimeout(done, 20 + Math.random() * 120)),
      )
      await restart()
      unknowns += unknown.length
      await settled(unknown)
    }
    expect(unknowns).toBeGreaterThan(0)
    await assertBooksHold(db)
  }, 600_000)

  test('postgres_restart_unreaped_pid: the launcher starts while the killed server is still being buried', async () => {
    await post(db, deposit(newMember(), 5n))
    process.kill(-postgres.pid, 'SIGKILL')
    await restart()
    await assertBooksHold(db)
  })

  test('postgres_restart_unreaped_pid: and when the number in postmaster.pid has gone to another process', async () => {
    await postgres.kill9()
    writeFileSync(
      join(postgres.dataDir, 'postmaster.pid'),
      `${process.pid}\n${postgres.dataDir}\n${Math.floor(Date.now() / 1000)}\n${postgres.port}\n\n127.0.0.1\n0 0\nready\n`,
    )
    await restart()
    await assertBooksHold(db)
  })
})

describe('npm run reconcile', () => {
  test('reads the cluster in DATA_DIR while it runs, and launches it when it does not', async () => {
    expect(await reconcileCommand({ DATA_DIR: home })).toMatchObject({
      code: 0,
      text: expect.stringContaining('The books hold.'),
    })
    await db.destroy()
    await postgres.stop()
    expect(await reconcileCommand({ DATA_DIR: home })).toMatchObject({
      code: 0,
      text: expect.stringContaining('The books hold.'),
    })
    expect(existsSync(join(postgres.dataDir, 'postmaster.pid'))).toBe(false)
    await restart()
  })
})

describe('backup_restore', () => {
  test('a copy of the stopped cluster has the same books, goes on, and shows what it does not have', async () => {
    const member = newMember()
    await post(db, deposit(member, 100n, { key: 'before' }))
    const headsBefore = await Array.fromAsync(chainHeads(db))
    await db.destroy()
    await postgres.stop()
    const copy = join(home, 'copy')
    expect(spawnSync('cp', ['-a', postgres.dataDir, copy]).status).toBe(0)
    await restart()
    await post(db, deposit(member, 11n, { key: 'after' }))
    const headsAfter = await Array.fromAsync(chainHeads(db))

    const restored = await launch(copy)
    const copied = open(restored)
    await assertBooksHold(copied)
    expect(await differingHeads(copied, headsBefore)).toEqual([])
    expect(await differingHeads(copied, headsAfter)).toMatchObject([
      { memberId: member, found: 'nothing' },
    ])
    expect((await balances(copied, member)).cashFen).toBe(100n)
    expect(await post(copied, deposit(member, 100n, { key: 'before' }))).toMatchObject({
      kind: 'done',
      replayed: true,
    })
    expect(await post(copied, deposit(member, 11n, { key: 'after' }))).toMatchObject({
      kind: 'done',
      replayed: false,
    })
    await assertBooksHold(copied)
    await copied.destroy()
    await restored.stop()
  })
})
