// How well the markers of harm tell harmed members from others: simulated lives of three seeds,
// each
// read from rows of a real database. Precision and recall of reaching a person, and of stopping
// offers.
import { connect, ensureDatabase, migrate, transaction } from '@tianping/database'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedSite } from '../apps/server/src/demo/site.ts'
import { launchPostgres, type RunningPostgres } from '../tooling/postgres.ts'
import { inRoot } from '../tooling/root.ts'
import { judgeLives, scored, type Judged } from '../tooling/test/lives.ts'
import type { Row } from './ledger.ts'

const SEEDS = [11, 12, 13]
const LIVES = 1_000
const NOW = new Date('2027-03-01T04:00:00Z')

async function judgedBy(postgres: RunningPostgres, seed: number): Promise<Judged[]> {
  const name = `lives_${seed}`
  await ensureDatabase(postgres.url('postgres'), name)
  await migrate(postgres.url(name), inRoot('apps/server/migrations'))
  const owner = connect(postgres.url(name), { maxConnections: 1 })
  try {
    await transaction(owner, tx => seedSite(tx, NOW))
    return await judgeLives(owner, { count: LIVES, seed, now: NOW })
  } finally {
    await owner.destroy()
  }
}

const levels = [
  { least: 2, what: 'a person' },
  { least: 3, what: 'stopped offers' },
]

export async function runHarmBench(): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'tianping-harm-'))
  chmodSync(home, 0o755)
  const postgres = await launchPostgres({ dataDir: join(home, 'postgres') })
  try {
    const judged: Judged[] = []
    for (const seed of SEEDS) judged.push(...(await judgedBy(postgres, seed)))
    const rowOf = (name: string, part: number) => ({ name, value: part * 100, unit: '%' })
    return levels.flatMap(({ least, what }) => {
      const { precision, recall } = scored(judged, least)
      return [rowOf(`precision of ${what}`, precision), rowOf(`recall of ${what}`, recall)]
    })
  } finally {
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
}
