import { rows, sql, type Db } from '@tianping/database'
import type { z } from 'zod'

/** The current version of a setting, as it is stored. */
export type Stored = { key: string; version: number; value: unknown }

/** The longest that a lost notice of a change can cost. */
const TTL_MS = 5_000
/**
 * After a write of this process its own memory is left alone for so long: until then the notice of
 * the commit has come.
 */
const OWN_WRITE_MS = 2_000

let writtenAt = -Infinity

/** This process is about to change a setting. */
export function settingsWritten(): void {
  writtenAt = performance.now()
}

const memories = new WeakMap<Db, SettingMemory>()
/** The memory of a pool; undefined for what always asks: transactions, jobs, replicas. */
export const memoryOf = (db: Db): SettingMemory | undefined => memories.get(db)

/** What JSON holds, which nobody may change from here on. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const each of Object.values(value)) frozen(each)
  return Object.freeze(value)
}

/**
 * The current settings of a site, all read together and kept until the database tells of a change
 * (docs/decisions/0122-settings-are-remembered-until-they-change.md).
 */
export class SettingMemory {
  private readonly db: Db
  private kept: { settings: Map<string, Stored>; until: number } | null = null
  private loading: Promise<Map<string, Stored>> | null = null
  /** False while the news of changes does not reach this process: then nothing is kept. */
  trusted = false

  constructor(db: Db) {
    this.db = db
    memories.set(db, this)
  }

  /** Another pool to the same database reads what is remembered here. */
  share(db: Db): void {
    memories.set(db, this)
  }

  /** Undefined while each caller has to ask the database. */
  get(): Map<string, Stored> | Promise<Map<string, Stored>> | undefined {
    const now = performance.now()
    if (!this.trusted || now - writtenAt < OWN_WRITE_MS) return undefined
    if (this.kept && this.kept.until > now) return this.kept.settings
    return this.loading ?? this.load(now + TTL_MS)
  }

  /** A change was committed. What is being read may be older, so it is not kept. */
  clear(): void {
    this.kept = null
    this.loading = null
  }

  private load(until: number): Promise<Map<string, Stored>> {
    const loading = this.read()
    this.loading = loading
    const done = () => {
      if (this.loading === loading) this.loading = null
    }
    loading.then(settings => {
      if (this.loading === loading && this.trusted) this.kept = { settings, until }
      done()
    }, done)
    return loading
  }

  private async read(): Promise<Map<string, Stored>> {
    const found = await rows(
      this.db,
      sql<Stored>`select distinct on (key) key, version, value from site_setting order by key, version desc`,
    )
    return new Map(found.map(each => [each.key, frozen(each)]))
  }
}

const ABSENT = Object.freeze({})
const parsedBy = new WeakMap<z.ZodType, WeakMap<object, unknown>>()

/** A value through its schema. What is remembered, or absent, is parsed once and then shared. */
export function parsed<S extends z.ZodType>(schema: S, stored: unknown): z.output<S> {
  const value = stored ?? ABSENT
  if (typeof value !== 'object' || !Object.isFrozen(value)) return schema.parse(value)
  const known = parsedBy.get(schema) ?? new WeakMap<object, unknown>()
  parsedBy.set(schema, known)
  let result = known.get(value)
  if (result === undefined) {
    result = frozen(schema.parse(value))
    known.set(value, result)
  }
  return result as z.output<S>
}
