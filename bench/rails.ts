// What payments cost: callbacks of a provider at 200 a second through one instance, each of which
// credits a deposit, and a block of 1,000 transfers of USDT through the watcher. Alone:
// npm run bench -- rails.
import { childAddress, openRpc, quantity, toQuantity, transferData } from '@tianping/evm'
import {
  connect,
  ensureDatabase,
  migrate,
  rows,
  run,
  sql,
  theRow,
  type Db,
} from '@tianping/database'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { signedHeaders } from '../apps/server/src/areas/cashier/cashier.ts'
import { CHAIN_SETTING, chainSchema, watchChain } from '../apps/server/src/areas/chain/chain.ts'
import { openSite } from '../apps/server/src/compose.ts'
import { seedSite } from '../apps/server/src/demo/site.ts'
import { readSettings } from '../apps/server/src/kernel/environment.ts'
import { newLog } from '../apps/server/src/kernel/log.ts'
import { writeSetting } from '../apps/server/src/kernel/setting.ts'
import { at } from '../apps/server/src/kernel/present.ts'
import { post } from '../apps/server/src/ledger/ledger.ts'
import { reconcile } from '../apps/server/src/ledger/reconcile.ts'
import { accountOf } from '../apps/signer/src/keyFile.ts'
import { anvilProgram, startAnvil } from '../tooling/chain/anvil.ts'
import { deployToken, issueData, sendFromNode } from '../tooling/chain/token.ts'
import { launchPostgres } from '../tooling/postgres.ts'
import { inRoot } from '../tooling/root.ts'
import type { Row } from './ledger.ts'
import { arriving, type Arrived } from './support/arriving.ts'
import { ask, start, type Service } from './support/callSite.ts'
import { msOf, postgresMs } from './support/cpu.ts'
import { figuresOf } from './support/load.ts'

const RATE = 200
const WINDOW_MS = 10_000
const WARM = 200
const ORDERS = WARM + (RATE * WINDOW_MS) / 1_000
const GOAL_MS = 100
const TRANSFERS = 1_000
/** Seconds of a block on the main network of Ethereum. */
const BLOCK_SECONDS = 12
const SECRET = 'secret-of-the-provider-of-a-bench-0123456789'
const MEMBERS = 500
const USDT = 1_000_000n

const noOf = (n: number) => `D261126${String(n).padStart(20, '0')}`

const fills = () => [
  sql`
  insert into member (name, realname, password_hash, pay_password_hash, invite_code, birthday, created_at)
  select 'rail' || n, '压测', 'x', 'x', 'RAIL' || n, '1990-01-01', now()
  from generate_series(1, ${TRANSFERS}::int) n`,
  sql`
  insert into order_directory (order_no, kind, member_id)
  select 'D261126' || lpad(n::text, 20, '0'), 'deposit', (select min(member_id) from member where name = 'rail' || (1 + n % ${MEMBERS}::int))
  from generate_series(1, ${ORDERS}::int) n`,
  sql`
  insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, provider, created_at, expires_at, action_key)
  select member_id, order_no, 'alipay', 10000, 1, 'provider', 'sandbox', now(), now() + interval '1 hour', order_no
  from order_directory where order_no like 'D261126%'`,
]

/** The callback of an order as it goes over the wire. */
function callback(n: number): string {
  const body = Buffer.from(
    JSON.stringify({
      deposit_no: noOf(n),
      reference: `bench-reference-${n}`,
      outcome: 'paid',
      amount_fen: '10000',
      paid_at: new Date().toISOString(),
    }),
  )
  const headers = {
    host: 'bench',
    'content-type': 'application/json',
    'content-length': String(body.length),
    ...signedHeaders(SECRET, body, new Date()),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `POST /api/callback/sandbox HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body.toString()}`
}

type Cpu = { cpu: NodeJS.CpuUsage; statements: number }

type Window = Arrived & { serverMs: number; databaseMs: number; statements: number }

/** Calls at the rate, with what each costs the server, PostgreSQL, and in statements. */
async function window(
  { service, postmaster }: { service: Service; postmaster: number },
  ms: number,
  next: () => string,
): Promise<Window> {
  const before = await ask<Cpu>(service, 'cpu')
  const databaseMs = postgresMs(postmaster)
  const arrived = await arriving([service.port], { rate: RATE, ms, next })
  const after = await ask<Cpu>(service, 'cpu')
  if (arrived.refused > 0) throw new Error(`${arrived.refused} callbacks were refused`)
  const each = (all: number) => all / arrived.answers
  return {
    ...arrived,
    serverMs: each(msOf(after.cpu) - msOf(before.cpu)),
    databaseMs: each(postgresMs(postmaster) - databaseMs),
    statements: each(after.statements - before.statements),
  }
}

/** The same rate of the least that a credit can be: one posting, from this process. */
async function bareLedger(db: Db): Promise<number> {
  const members = await rows(
    db,
    sql<{
      memberId: bigint
    }>`select member_id from member where name like 'rail%' limit ${MEMBERS}`,
  )
  const times: number[] = []
  const under: Promise<void>[] = []
  const begun = performance.now()
  for (let sent = 0; performance.now() - begun < WINDOW_MS / 2; await later(5)) {
    for (const due = ((performance.now() - begun) * RATE) / 1_000; sent < due; sent++) {
      const from = begun + (sent * 1_000) / RATE
      const { memberId } = at(members, sent % members.length)
      const key = `bare:${sent}`
      const asked = { memberId, key, code: 'adjustment' as const, amountFen: 1n }
      under.push(
        post(db, {
          ...asked,
          from: { name: 'adjustment' },
          to: { name: 'memberCash' },
          source: { type: 'bench', id: key },
          actor: { type: 'system', id: 'bench' },
        }).then(() => void times.push(performance.now() - from)),
      )
    }
  }
  await Promise.all(under)
  return figuresOf(times, WINDOW_MS / 2).p99Ms
}

async function callbacks(db: Db, url: string, postmaster: number): Promise<Row[]> {
  const service = await start('site.ts', {
    TIANPING_MODE: 'sandbox',
    DATABASE_URL: url,
    PROVIDER_SECRET: SECRET,
    PORT: '0',
    VENUE_URL: 'http://127.0.0.1:9',
  })
  const site = { service, postmaster }
  try {
    let n = 0
    const next = () => callback(Math.min(++n, ORDERS))
    await window(site, (WARM * 1_000) / RATE, next)
    const bareMs = await bareLedger(db)
    const credits = await window(site, WINDOW_MS, next)
    // The same again moves nothing: what a call, its signature and its record cost.
    const repeated = await window(site, WINDOW_MS, () => callback(1 + (n++ % ORDERS)))
    const { credited } = await theRow(
      db,
      sql<{ credited: number }>`
      select count(*)::int as credited from deposit_order where deposit_no like 'D261126%' and state = 2`,
    )
    if (credited < ORDERS * 0.95) throw new Error(`only ${credited} of ${ORDERS} were credited`)
    const beside = (name: string, one: number, other: number, unit = 'ms'): Row => ({
      name: `${name} of a credit, beside the same callback once more`,
      value: one,
      unit,
      baseline: other,
      ratio: one / other,
    })
    return [
      {
        name: `p99 at ${RATE} credits a second`,
        value: credits.p99Ms,
        unit: 'ms',
        goal: GOAL_MS,
      },
      {
        name: 'p99 of single postings at the same rate just before',
        value: bareMs,
        unit: 'ms',
      },
      { name: `p50 at ${RATE} credits a second`, value: credits.p50Ms, unit: 'ms' },
      beside('CPU', credits.serverMs, repeated.serverMs),
      beside('CPU of PostgreSQL', credits.databaseMs, repeated.databaseMs),
      beside('statements', credits.statements, repeated.statements, ''),
    ]
  } finally {
    service.child.kill()
  }
}

/** All transfers of one block, each to the address of another member who has no order. */
async function watcher(db: Db, url: string): Promise<Row[]> {
  const program = anvilProgram()
  if (program === null) return []
  const anvil = await startAnvil(program, { chainId: 31_337 })
  const rpc = openRpc([anvil.url], 60_000)
  try {
    await rpc.call('evm_setBlockGasLimit', ['0x3b9aca00'])
    const token = await deployToken(rpc)
    const { xpub } = accountOf(randomBytes(32))
    const site = await openSite(
      readSettings({
        TIANPING_MODE: 'sandbox',
        DATABASE_URL: url,
        PORT: '0',
        VENUE_URL: 'http://127.0.0.1:9',
        RUN_JOBS: '0',
        CHAIN_ID: '31337',
        CHAIN_RPC_URLS: anvil.url,
        CHAIN_TOKEN: token,
        CHAIN_XPUB: xpub,
      }),
      { log: newLog('fatal'), checkAnswers: false },
    )
    try {
      const confirmations = [{ fromUsdt: 0, blocks: 1 }]
      const by = { name: 'bench', at: new Date() }
      await writeSetting(db, CHAIN_SETTING, chainSchema, { confirmations }, by)
      const wallet = site.services.chain?.wallet ?? ''
      const addresses = Array.from({ length: TRANSFERS }, (_, index) =>
        childAddress(xpub, { branch: 0, index }),
      )
      await run(
        db,
        sql`
        insert into chain_address (member_id, wallet, place, address, created_at)
        select member_id, ${wallet}, substr(name, 5)::int - 1, (${addresses}::text[])[substr(name, 5)::int], now()
        from member where name like 'rail%'`,
      )
      const [bank = ''] = await rpc.call<string[]>('eth_accounts')
      await sendFromNode(rpc, { to: token, data: issueData(bank, 10n ** 15n) })
      await rpc.call('evm_mine')
      await watchChain(site.services)
      const first = Number(quantity(await rpc.call('eth_getTransactionCount', [bank, 'latest'])))
      const sending = { from: bank, to: token, gas: '0x186a0' }
      await rpc.call('evm_setAutomine', [false])
      await rpc.batch(
        addresses.map((to, n) => ({
          method: 'eth_sendTransaction',
          params: [
            { ...sending, nonce: toQuantity(first + n), data: transferData(to, 10n * USDT) },
          ],
        })),
      )
      await rpc.call('evm_mine')
      const begun = performance.now()
      let read = 0
      while ((await watchChain(site.services)) > 0) read ||= performance.now() - begun
      const all = performance.now() - begun
      const { seen } = await theRow(
        db,
        sql<{ seen: number }>`
        select count(*)::int as seen from chain_transfer where state = 'credited'`,
      )
      if (seen !== TRANSFERS) throw new Error(`${seen} of ${TRANSFERS} transfers were handed over`)
      return [
        { name: 'first turn over a block of 1,000 transfers', value: read / 1_000, unit: 's' },
        {
          name: 'a block of 1,000 transfers read, confirmed and handed over',
          value: all / 1_000,
          unit: 's',
          goal: BLOCK_SECONDS,
        },
      ]
    } finally {
      await site.close()
    }
  } finally {
    await anvil.stop()
  }
}

export async function runRailsBench(): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'tianping-rails-'))
  chmodSync(home, 0o755)
  const postgres = await launchPostgres({ dataDir: join(home, 'postgres') })
  try {
    const url = postgres.url('tianping')
    await ensureDatabase(postgres.url('postgres'), 'tianping')
    await migrate(url, inRoot('apps/server/migrations'))
    const db = connect(url)
    await seedSite(db, new Date())
    for (const fill of fills()) await run(db, fill)
    await run(db, sql`analyze`)
    const found = [...(await callbacks(db, url, postgres.pid)), ...(await watcher(db, url))]
    const { booksHold } = await reconcile(db)
    await db.destroy()
    if (!booksHold) throw new Error('the books do not hold')
    return found
  } finally {
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
}
