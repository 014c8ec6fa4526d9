import { row, run, sql, type Db } from '@tianping/database'
import type { z } from 'zod'

/**
 * The current value of a setting, through its schema (whose defaults fill what an older version lacks). Settings are
 * data with limits; an operator's change adds a version, it never overwrites one.
 */
export async function readSetting<S extends z.ZodType>(db: Db, key: string, schema: S): Promise<z.output<S>> {
  const found = await row(db, sql<{ value: unknown }>`select value from site_setting where key = ${key} order by version desc limit 1`)
  return schema.parse(found?.value ?? {})
}

/** Adds the next version of a setting; two at once cannot take the same number. */
export const writeSetting = <S extends z.ZodType>(db: Db, key: string, schema: S, value: z.input<S>, by: { name: string; at: Date }) =>
  run(db, sql`
    insert into site_setting (key, version, value, changed_by, changed_at)
    select ${key}, coalesce(max(version), 0) + 1, ${JSON.stringify(schema.parse(value))}::jsonb, ${by.name}, ${by.at}
    from site_setting where key = ${key}`)
