// Reports of a year from the facts: FACTS_DAYS member days (a million) and two games on each. What
// must hold: any report of a year within two seconds. Alone: node bench/facts.ts.
import { connect, ensureDatabase, migrate, run, sql } from '@tianping/database'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dimensions, type Dimension } from '@tianping/contract/figures/facts'
import { figureGroups } from '../apps/server/src/areas/figures/store/report.sql.ts'
import { partRows, partsOf, type Parts } from '../apps/server/src/areas/figures/store/behind.sql.ts'
import { cohortParts, memberParts } from '../apps/server/src/areas/figures/store/retention.sql.ts'
import { ownIds, pagingOf } from '../apps/server/src/kernel/operator/pages.sql.ts'
import { launchPostgres } from '../tooling/postgres.ts'
import { inRoot } from '../tooling/root.ts'
import type { Row } from './ledger.ts'

const DAYS = Number(process.env['FACTS_DAYS'] ?? 1_000_000)
/** Each member is there on so many days of the year. */
const DAYS_OF_MEMBER = 20
const GOAL_MS = 2_000
const TRIES = 3
const year = { from: '2025-11-26', to: '2026-11-25' }

const fills = (members: number) => [
  sql`
  insert into venue (venue_id, platname, name, category, ico, rank) select n, 'v' || n, 'v' || n, 'sport', '', n from generate_series(1, 9) n on conflict do nothing`,
  sql`
  insert into member (name, realname, password_hash, pay_password_hash, invite_code, referrer_id, vip, created_at)
  select 'p' || n, 'x', 'x', 'x', 'i' || n, case when n % 3 = 0 then 100001 + n % 50 end, 1 + n % 10, timestamptz '2025-11-26 04:00:00Z' + n % 365 * interval '1 day'
  from generate_series(1, ${members}::int) n`,
  sql`
  insert into ledger.member_day (member_id, day, deposits, deposit_fen, withdrawals, withdrawal_fen, bonus_fen, packet_fen, rebate_fen, commission_fen, adjustment_fen, fee_fen)
  select 100000 + n, date '2025-11-26' + (n * 7 + d * 18) % 365, 1, 10000 + n % 977, d % 2, d % 2 * 5000, 100, d % 3 * 50, 30, 10, 0, 0
  from generate_series(1, ${members}::int) n, generate_series(1, ${DAYS_OF_MEMBER}::int) d`,
  sql`
  insert into play_day (member_id, day, venue_id, game_code, bets, stake_fen, valid_fen, payout_fen)
  select 100000 + n, date '2025-11-26' + (n * 7 + d * 18) % 365, 1 + (n + g) % 9, 'g' || (n * g) % 40, 12, 30000, 28000, 29000 + n % 1500
  from generate_series(1, ${members}::int) n, generate_series(1, ${DAYS_OF_MEMBER}::int) d, generate_series(1, 2) g on conflict do nothing`,
  sql`
  insert into ledger.member_first (member_id, first_deposit_at)
  select member_id, min(day) + interval '4 hours' from ledger.member_day group by 1`,
  sql`insert into tag (name, note, created_by, created_at) select 't' || n, '', 'x', now() from generate_series(1, 9) n`,
  sql`
  insert into member_tag (tag_id, member_id, set_by, set_at)
  select t.tag_id, m.member_id, 'x', now() from member m join tag t on m.member_id % 9 = t.tag_id % 9 or m.member_id % 31 = t.tag_id`,
]

/** The best of several, in milliseconds. */
async function bestOf(work: () => Promise<unknown>): Promise<number> {
  let best = Infinity
  for (let at = 0; at < TRIES; at += 1) {
    const begun = performance.now()
    await work()
    best = Math.min(best, performance.now() - begun)
  }
  return best
}

export async function runFactsBench(): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'tianping-facts-'))
  chmodSync(home, 0o755)
  const postgres = await launchPostgres({ dataDir: join(home, 'postgres'), durable: false })
  try {
    await ensureDatabase(postgres.url('postgres'), 'facts')
    await migrate(postgres.url('facts'), inRoot('apps/server/migrations'))
    const db = connect(postgres.url('facts'), { statementTimeoutMs: 300_000 })
    for (const fill of fills(Math.ceil(DAYS / DAYS_OF_MEMBER))) await run(db, fill)
    await run(db, sql`analyze`)
    const found: Row[] = []
    const measure = async (name: string, work: () => Promise<unknown>) =>
      found.push({ name, value: await bestOf(work), unit: 'ms', goal: GOAL_MS })
    const page = { ...year, sort: 'ggr', limit: 10, offset: 0 } as const
    await measure('a year together', () => figureGroups(db, { ...page, by: 'all' }))
    for (const by of Object.keys(dimensions) as Dimension[])
      await measure(`a year by ${by}`, () => figureGroups(db, { ...page, by }))
    await measure('cohorts of a year by week', () =>
      cohortParts(db, { ...year, unit: 'week', measure: 'active' }),
    )
    const first = pagingOf({ page: 1, per: 20, cursor: '', sort: '' }, ownIds, true)
    const opened = (parts: Parts) => () => partRows(db, first, parts)
    const whole = { span: year, group: null, place: null }
    await measure('who GGR is made of', opened(partsOf({ ...whole, figure: 'ggr' })))
    await measure('who was active', opened(partsOf({ ...whole, figure: 'active' })))
    for (const by of ['level', 'tag'] as const)
      await measure(
        `who stakes by ${by} are made of`,
        opened(partsOf({ ...whole, figure: 'stake', group: { by, key: '3' } })),
      )
    const game = { by: 'game', key: '3:g4' } as const
    await measure(
      'who a game is made of',
      opened(partsOf({ ...whole, figure: 'ggr', place: game })),
    )
    const cohort = { ...year, unit: 'month', measure: 'ngr', begins: '2026-01-01', at: 6 } as const
    await measure('who a cell of a cohort is made of', opened(memberParts(cohort)))
    await db.destroy()
    return found
  } finally {
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
}
