import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Any two migrators of one database wait for each other on this number. */
const MIGRATION_LOCK = 7_214_001

/**
 * Applies the numbered SQL files of `folder` that the database has not seen, each in a transaction
 * of its own, and answers their names. Throws when a file that was applied has changed since:
 * history is not rewritten.
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tianping-migrate',
    connectionTimeoutMillis: 5_000,
  })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`create table if not exists public.schema_migration (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`)
    const seen = new Map(
      (
        await client.query<{ name: string; hash: string }>(
          'select name, hash from public.schema_migration',
        )
      ).rows.map(r => [r.name, r.hash]),
    )
    const applied: string[] = []
    for (const name of readdirSync(folder)
      .filter(file => file.endsWith('.sql'))
      .toSorted()) {
      const text = readFileSync(join(folder, name), 'utf8')
      const hash = createHash('sha256').update(text).digest('hex')
      const before = seen.get(name)
      if (before === hash) continue
      if (before)
        throw new Error(
          `Migration ${name} was applied in another form; add a new one instead of changing it.`,
        )
      try {
        await client.query('begin')
        await client.query(text)
        await client.query('insert into public.schema_migration (name, hash) values ($1, $2)', [
          name,
          hash,
        ])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
      }
      applied.push(name)
    }
    return applied
  } finally {
    await client.end()
  }
}

/**
 * Creates the database `name` when it is missing; `url` points at another database of the same
 * server.
 */
export async function ensureDatabase(
  url: string,
  name: string,
  template?: string,
): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tianping-migrate',
    connectionTimeoutMillis: 5_000,
  })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return false
    const quoted = (id: string) => `"${id.replaceAll('"', '""')}"`
    await client.query(
      `create database ${quoted(name)}${template ? ` template ${quoted(template)}` : ''}`,
    )
    return true
  } finally {
    await client.end()
  }
}

/** Drops the database `name` and every session in it; for tests. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    await client.query(`drop database if exists "${name.replaceAll('"', '""')}" with (force)`)
  } finally {
    await client.end()
  }
}
