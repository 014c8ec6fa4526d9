// Shared rounds under load: 500 readers of one table's stream, and tickets against the same work in
// SQL by hand, durably, with as many clients. What must hold: the slowest hundredth of all
// deliveries is below 100 ms. Alone: npx node bench/rounds.ts
import { connect, ensureDatabase, rows, run, sql } from '@tianping/database'
import { SANDBOX_MERCHANT, venueBaseUrl, venueClient } from '@tianping/venue-protocol'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, get, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { sandboxMerchants, startVenue, type RunningVenue } from '../apps/venue/server/index.ts'
import { MAX_OF_PLAYER } from '../apps/venue/server/rounds/Hub.ts'
import { launchPostgres } from '../tooling/postgres.ts'
import type { Row } from './ledger.ts'

const READERS = 500
const EVENTS = 100
const EVENT_EVERY_MS = 50
const PLAYERS = 16
const SEATED = Math.ceil(READERS / MAX_OF_PLAYER)
const TICKETS_MS = 5_000
const GOAL_P99_MS = 100
const STAKE_FEN = 100

const nowMs = () => performance.timeOrigin + performance.now()
const part = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!

/** Seats players at the table and answers their session tokens. */
async function seat(venue: RunningVenue, count: number): Promise<string[]> {
  const client = venueClient({
    baseUrl: venueBaseUrl(venue.url, 'VR'),
    merchant: SANDBOX_MERCHANT.merchant,
    keys: [SANDBOX_MERCHANT.key],
  })
  const tokens: string[] = []
  for (let i = 0; i < count; i++) {
    const player = `bench${i}`
    await client.putPlayer({ player, nickname: player, currency: 'CNY' })
    await client.transfer({ ref: `bench-${i}`, player, direction: 'IN', amount: 1_000_000_000n })
    const launched = await client.launch({
      player,
      game_code: 'k3',
      lobby_url: 'http://127.0.0.1/',
    })
    if (launched.kind !== 'ok') throw new Error(`no launch: ${launched.kind}`)
    const answer = await fetch(`${venue.url}/api/session`, {
      method: 'POST',
      body: JSON.stringify({ token: new URL(launched.data.url).hash.slice(3) }),
    })
    tokens.push(((await answer.json()) as { data: { token: string } }).data.token)
  }
  client.close()
  return tokens
}

/** In a thread of its own: many readers of one stream; says how old each event was when it came. */
function read({
  url,
  tokens,
  readers,
}: {
  url: string
  tokens: readonly string[]
  readers: number
}): void {
  const agent = new Agent({ keepAlive: true, maxSockets: readers })
  const ages: number[] = []
  let open = 0
  for (let i = 0; i < readers; i++) {
    get(
      `${url}/api/table/stream`,
      { agent, headers: { authorization: `Bearer ${tokens[i % tokens.length]!}` } },
      answer => {
        if (++open === readers) parentPort!.postMessage('open')
        answer.setEncoding('utf8')
        answer.on('data', (text: string) => {
          for (const [, at] of text.matchAll(/"benchAt":([\d.]+)/g)) ages.push(nowMs() - Number(at))
        })
        answer.on('error', () => {})
      },
    ).on('error', () => {})
  }
  parentPort!.on('message', () => parentPort!.postMessage(ages))
}

async function streams(venue: RunningVenue, tokens: readonly string[]): Promise<Row[]> {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { url: venue.url, tokens, readers: READERS },
  })
  const said = () =>
    new Promise<unknown>((done, failed) => {
      worker.once('message', done).once('error', failed)
    })
  await said()
  const last = 4_000_000_000
  for (let i = 0; i < EVENTS; i++) {
    venue.venue.rounds.hub.publish('k3', last + i, 'bench', { benchAt: nowMs() })
    await new Promise(done => setTimeout(done, EVENT_EVERY_MS))
  }
  const answer = said()
  worker.postMessage('report')
  const ages = ((await answer) as number[]).toSorted((a, b) => a - b)
  await worker.terminate()
  return [
    {
      name: `${READERS} readers of one table: events delivered of those sent`,
      value: ages.length / (READERS * EVENTS),
      unit: '',
    },
    {
      name: `${READERS} readers of one table: median delivery`,
      value: part(ages, 0.5),
      unit: 'ms',
    },
    {
      name: `${READERS} readers of one table: p99 delivery`,
      value: part(ages, 0.99),
      unit: 'ms',
      goal: GOAL_P99_MS,
    },
  ]
}

/** As many of `one` as fit into the time, per second, from every client at once. */
async function perSecond(clients: number, one: (client: number) => Promise<void>): Promise<number> {
  const until = performance.now() + TICKETS_MS
  let done = 0
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < until) {
        await one(client)
        done++
      }
    }),
  )
  return (done * 1_000) / TICKETS_MS
}

async function tickets(
  venue: RunningVenue,
  tokens: readonly string[],
  databaseUrl: string,
  number: number,
): Promise<Row[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: PLAYERS })
  const post = (token: string) =>
    new Promise<void>((done, failed) => {
      const sent = request(
        `${venue.url}/api/tickets`,
        { method: 'POST', agent, headers: { authorization: `Bearer ${token}` } },
        answer => {
          answer.resume()
          answer.on('end', () => {
            if (answer.statusCode === 200) done()
            else failed(new Error(`a ticket was answered ${answer.statusCode}`))
          })
        },
      )
      sent.on('error', failed)
      sent.end(
        JSON.stringify({
          client_bet_id: randomUUID(),
          round: number,
          lines: [{ pick: 'sum:odd', stake: STAKE_FEN }],
        }),
      )
    })
  const hands = await Promise.all(
    Array.from({ length: PLAYERS }, async () => {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      return client
    }),
  )
  const byHand = await perSecond(PLAYERS, async client => {
    const hand = hands[client]!
    const player = `bench${client}`
    const query = (name: string, text: string, values: unknown[]) =>
      hand.query({ name, text, values })
    await hand.query('begin')
    await query(
      'w',
      `select available from wallet join desk using (desk_id) where venue_code = 'VR' and player_id = $1 for update of wallet`,
      [player],
    )
    await query(
      'r',
      `select state, closes_at, round_now() from round where table_code = 'k3' and number = $1 for share`,
      [number],
    )
    await query(
      'u',
      `update wallet w set available = available - $2, version = w.version + 1 from desk d where d.desk_id = w.desk_id and venue_code = 'VR' and player_id = $1`,
      [player, STAKE_FEN],
    )
    await query(
      'p',
      `update play p set staked = staked + $2 from desk d where d.desk_id = p.desk_id and venue_code = 'VR' and player_id = $1`,
      [player, STAKE_FEN],
    )
    const {
      rows: [counted],
    } = await query(
      'v',
      `update feed_counter c set version = version + 1 from desk d where d.desk_id = c.desk_id and venue_code = 'VR' returning version, c.desk_id`,
      [],
    )
    await query(
      'b',
      `insert into bet (desk_id, bet_id, version, player_id, client_bet_id, game_code, category, round_id, selection, stake, valid_amount, payout, status, session_start, placed_at,
        table_code, round_number, client_seed, nonce, model, math_version, outcome)
      select $1, $2, $3, $4, $2, 'k3', 'lottery', 'bench', '{"lines":[{"pick":"sum:odd","stake":100,"odds":"1.95"}]}', $5, 0, 0, 'OPEN', now(), round_now(), 'k3', number, salt, number, 'k3', math_version, '{}'
      from round where table_code = 'k3' and number = $6`,
      [counted.desk_id, randomUUID(), counted.version, player, STAKE_FEN, number],
    )
    await hand.query('commit')
  })
  const served = await perSecond(PLAYERS, client => post(tokens[client]!))
  await Promise.all(hands.map(hand => hand.end()))
  agent.destroy()
  return [
    {
      name: `tickets of ${PLAYERS} players over HTTP, against the same SQL by hand`,
      value: served,
      unit: '/s',
      baseline: byHand,
      ratio: served / byHand,
    },
  ]
}

/** How fast the open bets of one round are settled, in players and bets per second. */
async function settling(venue: RunningVenue, number: number): Promise<Row[]> {
  const { db } = venue.venue
  const [found] = await rows(
    db,
    sql<{
      count: bigint
      drawsAt: Date
    }>`select count(*) as count, max(r.draws_at) as draws_at from bet b join round r on r.table_code = b.table_code and r.number = b.round_number
    where b.table_code = 'k3' and b.round_number = ${number} and b.status = 'OPEN'`,
  )
  const begun = performance.now()
  await run(db, sql`update round_clock set stands_at = ${found!.drawsAt}`)
  for (;;) {
    const [left] = await rows(
      db,
      sql<{
        state: string
      }>`select state from round where table_code = 'k3' and number = ${number}`,
    )
    if (left!.state === 'settled') break
    await new Promise(done => setTimeout(done, 5))
  }
  return [
    {
      name: `bets of one round settled (${found!.count} of ${PLAYERS} players)`,
      value: Number(found!.count) / ((performance.now() - begun) / 1_000),
      unit: '/s',
    },
  ]
}

/** Measures on a durable cluster and a venue of its own. */
export async function runRoundsBench(): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'tianping-bench-'))
  chmodSync(home, 0o755)
  const postgres = await launchPostgres({ dataDir: join(home, 'postgres') })
  await ensureDatabase(postgres.url('postgres'), 'venue')
  const limits = {
    merchantPerSecond: 1e6,
    merchantBurst: 1e6,
    visitorPerSecond: 1e6,
    visitorBurst: 1e6,
  }
  const venue = await startVenue({
    databaseUrl: postgres.url('venue'),
    merchants: sandboxMerchants(),
    limits,
  })
  const owner = connect(postgres.url('venue'))
  try {
    // The clock stands while tickets are placed, so that the round stays open however slow the
    // machine is.
    await run(
      owner,
      sql`update round_clock set stands_at = date_trunc('minute', now()) + interval '2 minutes'`,
    )
    const tokens = await seat(venue, SEATED)
    let number: number | undefined
    while (number === undefined) {
      const [opened] = await rows(
        owner,
        sql<{
          number: bigint
        }>`select number from round where table_code = 'k3' and state = 'open' and opens_at <= round_now()`,
      )
      if (opened) number = Number(opened.number)
      else await new Promise(done => setTimeout(done, 20))
    }
    const rowsOfTickets = await tickets(venue, tokens, postgres.url('venue'), number)
    return [...(await streams(venue, tokens)), ...rowsOfTickets, ...(await settling(venue, number))]
  } finally {
    await owner.destroy()
    await venue.close()
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

if (!isMainThread) read(workerData as Parameters<typeof read>[0])
else if (import.meta.main) {
  console.table(
    (await runRoundsBench()).map(({ name, value, unit, ratio, goal }) => ({
      name,
      value: value.toFixed(2),
      unit,
      ratio: ratio?.toFixed(2) ?? '',
      goal: goal === undefined ? '' : `<= ${goal}`,
    })),
  )
}
