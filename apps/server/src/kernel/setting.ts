import { settingFormats } from '@tianping/contract/facts'
import { row, rows, run, sql, type Db } from '@tianping/database'
import { isDay } from '@tianping/money/day'
import { z } from 'zod'
import { memoryOf, parsed, settingsWritten, type Stored } from './settingMemory.ts'

export { parsed } from './settingMemory.ts'

/** A time of day of Beijing, `HH:mm`. */
export const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间格式为 HH:mm')

/** The same, and 24:00 for the end of the day. */
export const clockTimeTo24 = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, '时间格式为 HH:mm，至 24:00')

/** Whether a text is a minute of Beijing time, `YYYY-MM-DD HH:mm`. */
export const isMinute = (text: string): boolean =>
  /^.{10} ([01]\d|2[0-3]):[0-5]\d$/.test(text) && isDay(text.slice(0, 10))

/** A field of which forms pick the day. */
export const aDay = { format: settingFormats.day }
/** A field of which forms pick the minute, in Beijing time. */
export const aMinute = { format: settingFormats.minute }

/** A minute of Beijing time, or empty. */
export const minuteOrNone = z
  .string()
  .refine(text => text === '' || isMinute(text), '格式为 YYYY-MM-DD HH:mm，须是存在的日期')
  .meta(aMinute)

/**
 * The current value of a setting, through its schema (whose defaults fill what an older version
 * lacks). Settings are data with limits; an operator's change adds a version, it never overwrites
 * one.
 */
export const readSetting = async <S extends z.ZodType>(
  db: Db,
  key: string,
  schema: S,
): Promise<z.output<S>> => (await readVersioned(db, key, schema)).value

/**
 * The same with its version, for figures that must say by which rule they came; 0 while only the
 * defaults stand.
 */
export async function readVersioned<S extends z.ZodType>(
  db: Db,
  key: string,
  schema: S,
): Promise<{ version: number; value: z.output<S> }> {
  const found = await currentOf(db, key)
  return { version: found?.version ?? 0, value: parsed(schema, found?.value) }
}

/** The same as it was in force at an earlier moment; the defaults before the first version. */
export async function readVersionedAt<S extends z.ZodType>(
  db: Db,
  { key, schema, at }: { key: string; schema: S; at: Date },
): Promise<{ version: number; value: z.output<S> }> {
  const found = await row(
    db,
    sql<Stored>`select key, version, value from site_setting where key = ${key} and changed_at <= ${at} order by version desc limit 1`,
  )
  return { version: found?.version ?? 0, value: parsed(schema, found?.value) }
}

async function currentOf(db: Db, key: string): Promise<Stored | undefined> {
  const remembered = await memoryOf(db)?.get()
  return remembered
    ? remembered.get(key)
    : row(
        db,
        sql<Stored>`select key, version, value from site_setting where key = ${key} order by version desc limit 1`,
      )
}

/**
 * The current values of several settings in one question, by key; what has no version yet is left
 * out.
 */
export async function currentSettings(db: Db, keys: string[]): Promise<Record<string, unknown>> {
  const remembered = await memoryOf(db)?.get()
  if (remembered) return valuesOf(remembered, keys)
  const found = await rows(
    db,
    sql<{ key: string; value: unknown }>`
    select key, value from unnest(${keys}::text[]) wanted (key)
      cross join lateral (select value from site_setting s where s.key = wanted.key order by version desc limit 1) latest`,
  )
  return Object.fromEntries(found.map(({ key, value }) => [key, value]))
}

const valuesOf = (remembered: Map<string, Stored>, keys: string[]): Record<string, unknown> =>
  Object.fromEntries(
    keys.flatMap(key => {
      const found = remembered.get(key)
      return found ? [[key, found.value]] : []
    }),
  )

/** The number of a setting's current version; 0 while it has only its defaults. */
export const settingVersion = async (db: Db, key: string): Promise<number> =>
  (await currentOf(db, key))?.version ?? 0

/**
 * Makes something of several settings, once per change while they are remembered. What is made is
 * shared, and depends on nothing else that changes; one site asks for one database.
 */
export function perChange<T, S>(
  keys: string[],
  make: (held: Record<string, unknown>, of: S) => T,
): (db: Db, of: S) => Promise<T> {
  const made = new WeakMap<object, T>()
  return async (db, of) => {
    const remembered = await memoryOf(db)?.get()
    if (!remembered) return make(await currentSettings(db, keys), of)
    let result = made.get(remembered)
    if (result === undefined) {
      result = make(valuesOf(remembered, keys), of)
      made.set(remembered, result)
    }
    return result
  }
}

/** Adds the next version of a setting; two at once cannot take the same number. */
export const writeSetting = <S extends z.ZodType>(
  db: Db,
  key: string,
  schema: S,
  value: z.input<S>,
  by: { name: string; at: Date },
) => {
  settingsWritten()
  return run(
    db,
    sql`
    insert into site_setting (key, version, value, changed_by, changed_at)
    select ${key}, coalesce(max(version), 0) + 1, ${JSON.stringify(schema.parse(value))}::jsonb, ${by.name}, ${by.at}
    from site_setting where key = ${key}`,
  )
}
