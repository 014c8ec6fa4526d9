// How long the works of the day take, at growing numbers of members: the review of levels, and the
// rebates of a day with ten bets a member. What must hold: the time grows no faster than the
// members, and nobody's rows are locked for more than 50 ms; the longest transaction stands beside
// the longest that the machine itself held up anybody's read or append in the same time, and
// TMPDIR=/dev/shm keeps the data in memory, which tells the works from the disk. Alone: node
// bench/engines.ts
import {
  connect,
  ensureDatabase,
  migrate,
  row,
  run,
  sql,
  theRow,
  transaction,
  type Db,
} from '@tianping/database'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { seedSite } from '../apps/server/src/demo/site.ts'
import { claimRebates } from '../apps/server/src/areas/rebate/handlers.ts'
import { calculateRebates } from '../apps/server/src/areas/rebate/calculateRebates.ts'
import { reviewLevels } from '../apps/server/src/areas/vip/vipReview.ts'
import { applyBets } from '../apps/server/src/areas/venues/feed.ts'
import { systemClock } from '../apps/server/src/kernel/clock.ts'
import { launchPostgres, type RunningPostgres } from '../tooling/postgres.ts'
import { inRoot } from '../tooling/root.ts'
import { goalText, type Row } from './ledger.ts'
import { watchStalls } from './support/stalls.ts'

const SIZES = [10_000, 100_000, 1_000_000]
const DAY = '2027-03-01'
const NEXT_DAY = '2027-03-02'
const NOW = new Date('2027-03-01T17:30:00Z')
const FEED_BETS = 2_000
const CLAIMS = 500

/**
 * Members 1 to `count`: three in ten have the turnover of the next level, one in three of those its
 * deposit too, one in ninety stands at the end of a window; each played ten bets in three venues on
 * the day, and on three days before.
 */
async function fill(owner: Db, count: number): Promise<void> {
  await run(
    owner,
    sql`
    insert into member (member_id, name, realname, password_hash, pay_password_hash, invite_code, vip, created_at)
    overriding system value
    select n, 'n' || n, '', '', '', 'i' || n, 1 + (n % 90 = 0)::int, '2027-01-01' from generate_series(1, ${count}::int) n`,
  )
  await run(
    owner,
    sql`
    insert into vip_standing (member_id, peak_vip, window_from, window_to, level_from)
    select n, 2, ${NEXT_DAY}::date - 90, ${NEXT_DAY}, ${NEXT_DAY}::date - 90 from generate_series(90, ${count}::int, 90) n`,
  )
  await run(
    owner,
    sql`
    insert into turnover_day (member_id, day, venue_id, category, bets, stake_fen, valid_fen, payout_fen)
    select n, ${DAY}::date, v.venue_id, v.category, 3 + (v.venue_id = 4)::int, 30000 + n, 30000 + n, 0
    from generate_series(1, ${count}::int) n, venue v where v.venue_id in (4, 6, 9)`,
  )
  await run(
    owner,
    sql`
    insert into turnover_day (member_id, day, venue_id, category, bets, stake_fen, valid_fen, payout_fen, rebate_due)
    select n, ${DAY}::date - d * 3, 6, 'concise', 10, 100000, 100000, 0, false from generate_series(1, ${count}::int) n, generate_series(1, 3) d`,
  )
  await run(
    owner,
    sql`
    insert into turnover_total (member_id, bets, valid_fen)
    select n, 40, case when n % 10 < 3 then 100000000 else 1100000 end from generate_series(1, ${count}::int) n`,
  )
  await run(
    owner,
    sql`
    insert into ledger.transaction (member_id, idempotency_key, request_hash, code, phase, amount, source_type, source_id, actor_type, actor_id, effective_at)
    select n, 'bench:' || n, sha256('bench'::bytea), 'deposit', 'single', case when n % 30 < 10 then 10000000 else 1000 end, 'bench', 'bench', 'system', 'bench', '2027-02-01'
    from generate_series(1, ${count}::int) n`,
  )
  await row(owner, sql`vacuum analyze`)
  await row(owner, sql`checkpoint`)
}

type Timed = {
  perSecond: number
  p99Ms: number
  longestMs: number
  /** The machine's own, in the same time. */
  stallMs: number
  done: number
}

/**
 * `work` tells how long each of its transactions lasted, also one that gave up: nobody waits longer
 * for what they lock.
 */
async function timed(
  postgres: RunningPostgres,
  units: number,
  work: (lasted: (ms: number) => void) => Promise<number>,
): Promise<Timed> {
  const transactionsMs: number[] = []
  const stalls = watchStalls(postgres.dataDir)
  const begun = performance.now()
  const done = await work(ms => transactionsMs.push(ms))
  const seconds = (performance.now() - begun) / 1_000
  const stallMs = await stalls.stop()
  const sorted = Float64Array.from(transactionsMs).sort()
  return {
    perSecond: units / seconds,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    longestMs: sorted.at(-1) ?? 0,
    stallMs,
    done,
  }
}

type Measured = { review: Timed; quiet: Timed; rebates: Timed }

async function measure(postgres: RunningPostgres, count: number): Promise<Measured> {
  const name = `engines_${count}`
  await ensureDatabase(postgres.url('postgres'), name)
  await migrate(postgres.url(name), inRoot('apps/server/migrations'))
  const owner = connect(postgres.url(name), { maxConnections: 1, statementTimeoutMs: 1_800_000 })
  const db = connect(postgres.url(name), { maxConnections: 4, role: 'tianping_app' })
  try {
    await transaction(owner, tx => seedSite(tx, NOW))
    await fill(owner, count)
    const review = await timed(postgres, count, async lasted => {
      const result = await reviewLevels(db, NEXT_DAY, NOW, { lasted })
      return result.promoted + result.relegated + result.kept
    })
    const quiet = await timed(
      postgres,
      count,
      async lasted => (await reviewLevels(db, NEXT_DAY, NOW, { lasted })).promoted,
    )
    const rebates = await timed(
      postgres,
      count * 3,
      async lasted => (await calculateRebates(db, NEXT_DAY, NOW, { lasted })).written,
    )
    if (review.done < count / 20 || quiet.done !== 0 || rebates.done !== count * 3)
      throw new Error(`the engines did ${JSON.stringify({ review, quiet, rebates })}`)
    return { review, quiet, rebates }
  } finally {
    await Promise.all([db.destroy(), owner.destroy()])
  }
}

/**
 * One member after the other: what a bet costs from the feed to the turnover, and a claim from the
 * button to the ledger.
 */
async function single(postgres: RunningPostgres): Promise<Row[]> {
  const db = connect(postgres.url(`engines_${SIZES[0]}`), {
    maxConnections: 4,
    role: 'tianping_app',
  })
  const at = '2027-03-02T02:00:00.000Z'
  try {
    const bets = Array.from({ length: FEED_BETS }, (_, n) => ({
      bet_id: `bench${n}`,
      version: BigInt(n + 1),
      revision: 1,
      player: String(1 + (n % 500)),
      category: 'concise',
      game_code: 'g',
      round_id: 'r',
      selection: {},
      stake: 100n,
      valid_amount: 100n,
      payout: 0n,
      net: -100n,
      odds: null,
      status: 'SETTLED' as const,
      placed_at: at,
      settled_at: at,
      fairness: { commit: '', client_seed: '', nonce: 1 },
      math_version: '',
    }))
    const fed = await timed(postgres, FEED_BETS, async () => {
      await applyBets({ db, clock: systemClock, bus: { publish: () => {} } }, { venueId: 6 }, bets)
      return FEED_BETS
    })
    const claimed = await timed(postgres, CLAIMS, async lasted => {
      for (let member = 1; member <= CLAIMS; member++) {
        const begun = performance.now()
        await transaction(db, tx =>
          claimRebates(tx, {
            memberId: BigInt(member),
            actionKey: randomUUID(),
            turnoverTimes: 1,
            now: NOW,
          }),
        )
        lasted(performance.now() - begun)
      }
      return CLAIMS
    })
    const { sums } = await theRow(
      db,
      sql<{
        sums: boolean
      }>`select sum(amount_fen) = (select sum(amount) from ledger.transaction where code = 'rebate') as sums from rebate_claim`,
    )
    if (!sums) throw new Error('claims and postings differ')
    return [
      {
        name: 'bets from the feed into wagering and turnover, one connection',
        value: fed.perSecond,
        unit: '/s',
      },
      { name: 'rebate claims, one after the other', value: claimed.perSecond, unit: '/s' },
      { name: 'longest claim', value: claimed.longestMs, unit: 'ms', goal: 50 },
    ]
  } finally {
    await db.destroy()
  }
}

const people = (count: number) =>
  count >= 1_000_000 ? `${count / 1_000_000}M` : `${count / 1_000}k`

function rowsOf(
  name: string,
  of: (measured: Measured) => Timed,
  all: Map<number, Measured>,
): Row[] {
  const first = of(all.get(SIZES[0]!)!)
  return SIZES.flatMap(size => {
    const { perSecond, p99Ms, longestMs, stallMs } = of(all.get(size)!)
    return [
      // Time per member against that of the smallest number: 1 is linear, less is slower than that.
      {
        name: `${name}, ${people(size)} members`,
        value: perSecond,
        unit: '/s',
        baseline: first.perSecond,
        ratio: perSecond / first.perSecond,
        ...(size === SIZES[0] ? {} : { goal: 0.7 }),
      },
      {
        name: `${name}, ${people(size)} members: p99 transaction`,
        value: p99Ms,
        unit: 'ms',
        goal: 50,
      },
      {
        name: `${name}, ${people(size)} members: longest transaction`,
        value: longestMs,
        unit: 'ms',
        goal: 50,
      },
      {
        name: `${name}, ${people(size)} members: longest read or append of the machine`,
        value: stallMs,
        unit: 'ms',
      },
    ]
  })
}

/** A quarter of the machine's memory, as a database of its own is given. */
const BUFFERS = `${Math.floor(totalmem() / 4 / 2 ** 20)}MB`

/** Measures all sizes on a durable cluster of its own and answers rates, growth and lock times. */
export async function runEnginesBench(): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'tianping-bench-'))
  chmodSync(home, 0o755)
  const postgres = await launchPostgres({
    dataDir: join(home, 'postgres'),
    settings: { shared_buffers: BUFFERS, max_wal_size: '4GB' },
  })
  try {
    const all = new Map<number, Measured>()
    for (const size of SIZES) all.set(size, await measure(postgres, size))
    return [
      ...rowsOf('level review, one in ten rises', each => each.review, all),
      ...rowsOf('level review, again on the same day', each => each.quiet, all),
      ...rowsOf('rebate rows', each => each.rebates, all),
      ...(await single(postgres)),
    ]
  } finally {
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  console.table(
    (await runEnginesBench()).map(({ name, value, unit, ratio, goal }) => ({
      name,
      value: value.toFixed(value < 100 ? 1 : 0),
      unit,
      ratio: ratio?.toFixed(2) ?? '',
      goal: goalText({ goal, unit }),
    })),
  )
}
