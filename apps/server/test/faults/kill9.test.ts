// Killing the server or PostgreSQL with SIGKILL in the middle of any money step, at random points,
// and starting again, loses nothing and doubles nothing.
import {
  connect,
  ensureDatabase,
  migrate,
  row,
  rows,
  run,
  sql,
  theRow,
  type Database,
} from '@tianping/database'
import { SANDBOX_MERCHANT, venueBaseUrl, venueClient } from '@tianping/venue-protocol'
import { randomBytes } from 'node:crypto'
import type { ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort, launchPostgres, type RunningPostgres } from '../../../../tooling/postgres.ts'
import { inRoot } from '../../../../tooling/root.ts'
import { askUntilAnswered, chanceOf, untilAnswered } from '../../../../tooling/runs/soak.ts'
import { endService, launchService } from '../../../../tooling/stack.ts'
import { PATIENCE } from '../../../../tooling/test/database.ts'
import { seedCashier } from '../../src/areas/cashier/demo.ts'
import { signedHeaders } from '../../src/areas/cashier/sandbox/provider.ts'
import { seedSite } from '../../src/demo/site.ts'
import { balances } from '../../src/ledger/ledger.ts'
import { sandboxSecrets } from '../../src/kernel/environment.ts'
import { assertBooksHold } from '../support/books.ts'

/** Each takes two seconds of processor time to start again; a round of a soak kills 200 times. */
const KILLS = Number(process.env['SOAK_KILLS'] ?? 25)
const MEMBERS = 12
/**
 * A call that is killed again and again is answered once the killing has ended, at the latest after
 * this long.
 */
const PATIENCE_MS = 300_000
let killingEndedAt: number | null = null
const patient = () => killingEndedAt === null || Date.now() < killingEndedAt + PATIENCE_MS
const VENUES = ['FG', 'PP', 'AE'] as const
const VENUE_IDS = { FG: 6, PP: 7, AE: 8 } as const

const { upTo } = chanceOf(20_261_120)

const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tianping-kill-'))
chmodSync(home, 0o755)
const started: ChildProcess[] = []
let postgres: RunningPostgres
let server: ChildProcess
let url = ''
let db: Database

afterAll(async () => {
  await Promise.all(started.map(endService))
  await db?.destroy()
  await postgres?.stop()
  rmSync(home, { recursive: true, force: true })
})

const isOver = () => !patient()
const runAction = (name: string, body: object, token: string, key: string) =>
  askUntilAnswered(`${url}${name}`, body, {
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
    isOver,
  })

async function callBack(depositNo: string, reference: string, amountFen: bigint): Promise<void> {
  const body = Buffer.from(
    JSON.stringify({
      deposit_no: depositNo,
      reference,
      outcome: 'paid',
      amount_fen: amountFen.toString(),
      paid_at: new Date().toISOString(),
    }),
  )
  const look = async () => {
    const { status } = await fetch(`${url}/api/callback/sandbox`, {
      method: 'POST',
      headers: signedHeaders(sandboxSecrets.provider, body, new Date()),
      body,
      signal: AbortSignal.timeout(15_000),
    })
    return status === 200 ? status : null
  }
  await untilAnswered('the callback', look, isOver)
}

const newKey = () => `k-${randomBytes(12).toString('hex')}`
type Player = { token: string; memberId: bigint; depositedFen: bigint }

/** Money that enters; it is remembered, since no other does. */
async function deposit(player: Player): Promise<void> {
  const fen = BigInt(10_000 + upTo(5_000))
  const made = await runAction(
    '/api/recharge',
    { paytype: 'wxpay', amount: (Number(fen) / 100).toFixed(2) },
    player.token,
    newKey(),
  )
  if (made.code !== 200) return
  const depositNo = made.data!['deposit_no'] as string
  const reference = `R${randomBytes(8).toString('hex')}`
  await callBack(depositNo, reference, fen)
  if (upTo(2)) await callBack(depositNo, reference, fen)
  player.depositedFen += fen
}

/** One random money step of one member. */
async function step(player: Player): Promise<void> {
  const { token } = player
  const venue = VENUES[upTo(VENUES.length)]!
  const amount = ((upTo(5_000) + 1) / 100).toFixed(2)
  switch (upTo(5)) {
    case 0:
      return deposit(player)
    case 1:
    case 2:
      return void (await runAction(
        '/api/transfer',
        { sourcetype: 'userbalance', targettype: venue, amount },
        token,
        newKey(),
      ))
    case 3:
      return void (await runAction(
        '/api/transfer',
        { sourcetype: venue, targettype: 'userbalance', amount },
        token,
        newKey(),
      ))
    default:
      return void (await runAction('/api/transall', {}, token, newKey()))
  }
}

test(
  `kill9: ${KILLS} kills of the server or PostgreSQL amid money lose nothing and double nothing`,
  { timeout: 600_000 + KILLS * 5_000 },
  async () => {
    const postgresPort = await freePort()
    const serverPort = await freePort()
    const openPostgres = () =>
      launchPostgres({ dataDir: join(home, 'pg'), port: postgresPort, maxConnections: 100 })
    postgres = await openPostgres()
    await ensureDatabase(postgres.url('postgres'), 'tianping')
    await migrate(postgres.url('tianping'), inRoot('apps/server/migrations'))
    db = connect(postgres.url('tianping'), { maxConnections: 4, patience: PATIENCE })
    await seedSite(db, new Date())
    await seedCashier(db, new Date())
    const common = {
      PATH: process.env['PATH'] ?? '',
      TIANPING_MODE: 'sandbox',
      LOG_LEVEL: process.env['KILL_LOG'] ?? 'fatal',
      TRUST_PROXY: '1',
    }
    const venue = await launchService(
      'apps/venue/server/main.ts',
      { ...common, VENUE_PORT: '0', VENUE_DATABASE_URL: postgres.url('tianping_venue') },
      started,
    )
    const venueUrl = `http://127.0.0.1:${venue.port}`
    url = `http://127.0.0.1:${serverPort}`
    const openServer = async () => {
      server = (
        await launchService(
          'apps/server/src/main.ts',
          {
            ...common,
            DATABASE_URL: postgres.url('tianping'),
            PORT: String(serverPort),
            VENUE_URL: venueUrl,
          },
          started,
        )
      ).child
    }
    await openServer()

    const players: Player[] = []
    for (let n = 0; n < MEMBERS; n++) {
      const form = {
        name: `kill${n}x${upTo(1e6)}`.slice(0, 11),
        password: 'secret1',
        confirmPass: 'secret1',
        realname: '测试员',
        paypassword: '888888',
        code: 'x',
        pid: '',
      }
      const token = (await runAction('/api/register', form, '', newKey())).data![
        'api_token'
      ] as string
      const memberId = BigInt(
        (await runAction('/api/user', {}, token, newKey())).data!['id'] as number,
      )
      // Nobody deposits or plays whose age is unknown.
      const birthday = `1990-01-${String(n + 1).padStart(2, '0')}`
      await run(db, sql`update member set birthday = ${birthday} where member_id = ${memberId}`)
      const player = { token, memberId, depositedFen: 0n }
      await deposit(player)
      expect(player.depositedFen).toBeGreaterThan(0n)
      players.push(player)
    }
    const movedSoFar = async () =>
      (
        await theRow(
          db,
          sql<{ moved: number }>`select count(*)::int as moved from ledger.transaction`,
        )
      ).moved
    const movedBefore = await movedSoFar()

    let playing = true
    let steps = 0
    const games = Promise.all(
      players.map(async player => {
        while (playing) {
          await step(player)
          steps++
        }
      }),
    )
    games.catch(() => {}) // It is awaited below, when the killing is over.
    for (let kill = 0; kill < KILLS; kill++) {
      // Every other time something was answered since; else even the start is killed.
      const before = steps
      if (kill % 2 === 0) await expect.poll(() => steps, { interval: 5 }).toBeGreaterThan(before)
      await new Promise(done => setTimeout(done, 20 + upTo(250)))
      if (kill % 3 === 2) {
        await postgres.kill9()
        postgres = await openPostgres()
      } else {
        server.kill('SIGKILL')
        await openServer()
      }
    }
    killingEndedAt = Date.now()
    playing = false
    await games
    console.log(`${KILLS} kills, ${steps} money steps of ${MEMBERS} members`)

    // Everything that was unknown when a process died becomes known: the jobs ask the venue until
    // it answers. The ninety seconds until a ref is finalized pass at once: the transfers are moved
    // into the past instead of waiting.
    await run(
      db,
      sql`update venue_transfer set created_at = created_at - interval '90 s', next_check_at = '-infinity' where state = 2`,
    )
    await expect
      .poll(
        async () =>
          (
            await theRow(
              db,
              sql<{
                open: number
              }>`select count(*)::int as open from venue_transfer where state = 2`,
            )
          ).open,
        { timeout: 300_000, interval: 500 },
      )
      .toBe(0)
    await assertBooksHold(db)
    const moved = (await movedSoFar()) - movedBefore
    expect(moved, 'money moved while the processes died').toBeGreaterThan(KILLS / 4)
    killingEndedAt = Date.now() // The last calls have their own time.
    for (const player of players) {
      const { token, memberId, depositedFen } = player
      await runAction('/api/transall', {}, token, newKey())
      const held = await balances(db, memberId)
      expect(
        held.cashFen + held.venues.reduce((sum, each) => sum + each.postedFen, 0n),
        `member ${memberId}`,
      ).toBe(depositedFen)
      expect(held.cashAvailableFen, 'nothing stays held').toBe(held.cashFen)
      for (const code of VENUES) {
        const client = venueClient({
          baseUrl: venueBaseUrl(venueUrl, code),
          merchant: SANDBOX_MERCHANT.merchant,
          keys: [SANDBOX_MERCHANT.key],
        })
        const there = await client.balance({ player: memberId.toString() })
        client.close()
        expect(there.kind === 'ok' ? there.data.available : 0n).toBe(
          held.venues.find(each => each.venueId === VENUE_IDS[code])?.postedFen ?? 0n,
        )
      }
    }
    const unanswered = await rows(db, sql`select key from call_once where answer is null`)
    expect(unanswered, 'every acknowledged key has its answer').toEqual([])
    expect(
      await row(
        db,
        sql`select 1 from ledger.transaction group by member_id, idempotency_key having count(*) > 1`,
      ),
    ).toBeUndefined()
  },
)
