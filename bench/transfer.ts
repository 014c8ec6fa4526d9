// A transfer to the venue through the whole protocol (two transactions of the platform, signed
// calls over HTTP, the venue's own transaction) against the platform's two transactions alone,
// durably, one after another. Alone: npx node bench/transfer.ts
import { connect, ensureDatabase, migrate } from '@tianping/database'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedSite } from '../apps/server/src/demo/site.ts'
import { post } from '../apps/server/src/ledger/ledger.ts'
import { newLog } from '../apps/server/src/kernel/log.ts'
import { readSettings } from '../apps/server/src/kernel/environment.ts'
import { openSite, type Site } from '../apps/server/src/compose.ts'
import * as statements from '../apps/server/src/areas/venues/store/transfer.sql.ts'
import { transferWithVenue } from '../apps/server/src/areas/venues/transfer.ts'
import type { Venue } from '../apps/server/src/areas/venues/directory.ts'
import { sandboxMerchants, startVenue } from '../apps/venue/server/index.ts'
import { launchPostgres } from '../tooling/postgres.ts'
import { inRoot } from '../tooling/root.ts'
import type { Row } from './ledger.ts'

const ROUNDS = 5
const A_ROUND = 60
const AMOUNT_FEN = 100n
const GOAL = 2
const actor = { type: 'system', id: 'bench' } as const

const median = (all: readonly number[]) =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!

/** The platform's part alone: row and hold, then settlement and end, as a transfer does it. */
async function byHand({ services: { db } }: Site, venue: Venue, memberId: bigint): Promise<void> {
  const txId = randomUUID()
  const now = new Date()
  const { kind } = await statements.beginTransfer(db, {
    memberId,
    txId,
    requestKey: txId,
    venueId: venue.venueId,
    direction: 'IN',
    amountFen: AMOUNT_FEN,
    takeAll: false,
    createdAt: now,
    nextCheckAt: now,
    actor,
    apartFen: 0n,
  })
  if (kind !== 'begun') throw new Error(kind)
  await statements.endTransfer(db, {
    memberId,
    txId,
    movedFen: AMOUNT_FEN,
    reason: '',
    now,
    actor,
  })
}

async function whole({ services }: Site, venue: Venue, memberId: bigint): Promise<void> {
  const done = await transferWithVenue(services, {
    memberId,
    venue,
    direction: 'IN',
    amountFen: AMOUNT_FEN,
    requestKey: randomUUID(),
    actor,
  })
  if (done.kind !== 'done') throw new Error(`a transfer came to ${done.kind}`)
}

async function measure(site: Site, member: (name: string) => Promise<bigint>): Promise<Row[]> {
  const venue = (await site.services.venues.named('FG'))!
  const hand = await member('hand')
  const through = await member('whole')
  await statements.addVenuePlayer(site.services.db, hand, venue.venueId)
  await whole(site, venue, through)
  const times = { hand: [] as number[], whole: [] as number[] }
  const timed = async (kind: keyof typeof times, work: () => Promise<void>) => {
    for (let i = 0; i < A_ROUND; i++) {
      const begun = performance.now()
      await work()
      times[kind].push(performance.now() - begun)
    }
  }
  for (let round = 0; round < ROUNDS; round++) {
    await timed('hand', () => byHand(site, venue, hand))
    await timed('whole', () => whole(site, venue, through))
  }
  const [baseline, value] = [median(times.hand), median(times.whole)]
  return [
    {
      name: 'a transfer through the whole protocol, against its two transactions',
      value,
      unit: 'ms',
      baseline,
      ratio: value / baseline,
      goal: GOAL,
    },
  ]
}

/** Measures on durable clusters, with a venue and a server of its own. */
export async function runTransferBench(): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'tianping-bench-'))
  chmodSync(home, 0o755)
  const postgres = await launchPostgres({ dataDir: join(home, 'postgres') })
  for (const name of ['venue', 'tianping']) await ensureDatabase(postgres.url('postgres'), name)
  await migrate(postgres.url('tianping'), inRoot('apps/server/migrations'))
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
    runTables: false,
  })
  const owner = connect(postgres.url('tianping'))
  await seedSite(owner, new Date())
  const site = await openSite(
    readSettings({
      TIANPING_MODE: 'sandbox',
      DATABASE_URL: postgres.url('tianping'),
      VENUE_URL: venue.url,
      PORT: '0',
      RUN_JOBS: '0',
    }),
    { log: newLog('fatal'), checkAnswers: false },
  )
  try {
    let last = 1_000_000n
    return await measure(site, async name => {
      const memberId = ++last
      const funded = await post(owner, {
        memberId,
        key: `bench:${name}`,
        code: 'deposit',
        from: { name: 'depositClearing' },
        to: { name: 'memberCash' },
        amountFen: 100_000_000n,
        source: { type: 'bench', id: name },
        actor,
      })
      if (funded.kind !== 'done') throw new Error(funded.kind)
      return memberId
    })
  } finally {
    await site.close()
    await owner.destroy()
    await venue.close()
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

if (import.meta.main)
  console.table(
    (await runTransferBench()).map(({ name, value, baseline, ratio }) => ({
      name,
      ms: value.toFixed(2),
      baseline: baseline!.toFixed(2),
      ratio: ratio!.toFixed(2),
    })),
  )
