import { run, sql, type Db } from '@tianping/database'
import type { ProgramCheckState, ProgramOrigin } from '@tianping/contract/security/facts'
import { byNumbered, keyedRows, type Keyed, type Paging } from '../operator/pages.sql.ts'
import { inSpan, type Narrowed } from '../operator/listed.sql.ts'

type Check = {
  at: Date
  instance: string
  origin: ProgramOrigin
  state: ProgramCheckState
  manifest: string
  files: number
  differs: number
  differing: string[]
}
export type CheckRow = Check & { checkId: bigint }

export const addCheck = (db: Db, c: Check) =>
  run(
    db,
    sql`
    insert into program_check (at, instance, origin, state, manifest, files, differs, differing)
    values (${c.at}, ${c.instance}, ${c.origin}, ${c.state}, ${c.manifest}, ${c.files}, ${c.differs}, ${c.differing})`,
  )

/** The newest first. */
export function checkRows(db: Db, { paging, ...narrowed }: Narrowed & { paging: Paging }) {
  const { key, page } = byNumbered(paging, sql`c.at`, sql`c.check_id`, true)
  const from = sql`from program_check c where ${inSpan(sql`c.at`, narrowed)}`
  return keyedRows(
    db,
    paging,
    sql<CheckRow & Keyed>`
    select check_id, at, instance, origin, state, manifest, files, differs, differing, ${key} ${from} and ${page}`,
    from,
  )
}

/** Keeps the mathematics of the games; `since` is when it last changed. */
export const keepMaths = (db: Db, games: string[], hashes: string[], at: Date) =>
  run(
    db,
    sql`
    insert into game_math (game, sha256, since)
    select game, sha256, ${at} from unnest(${games}::text[], ${hashes}::text[]) found (game, sha256)
    on conflict (game) do update set sha256 = excluded.sha256, since = excluded.since where game_math.sha256 <> excluded.sha256`,
  )

/** Forgets the oldest checks before a moment. */
export const dropChecks = (db: Db, before: Date, limit: number): Promise<number> =>
  run(
    db,
    sql`
    delete from program_check where check_id in (
      select check_id from program_check where at < ${before} order by at limit ${limit})`,
  )
