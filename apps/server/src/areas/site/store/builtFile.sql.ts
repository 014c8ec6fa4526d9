import { row, rows, run, sql, type Db } from '@tianping/database'

/** Says of these that they are in a build now; answers which of them are known. */
export const seeBuilt = async (db: Db, paths: string[], now: Date): Promise<Set<string>> =>
  new Set(
    (
      await rows(
        db,
        sql<{ path: string }>`
      update built_file set seen_at = ${now} where path = any(${paths}::text[]) returning path`,
      )
    ).map(({ path }) => path),
  )

export const insertBuilt = (db: Db, f: { path: string; content: Buffer; now: Date }) =>
  run(
    db,
    sql`insert into built_file (path, content, seen_at) values (${f.path}, ${f.content}, ${f.now}) on conflict (path) do nothing`,
  )

export const dropBuilt = (db: Db, seenBefore: Date) =>
  run(db, sql`delete from built_file where seen_at < ${seenBefore}`)

export const builtFile = (db: Db, path: string) =>
  row(db, sql<{ content: Buffer }>`select content from built_file where path = ${path}`)
