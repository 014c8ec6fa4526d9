import { rows, sql, type Db } from '@tianping/database'

/** `kind` is the type as PostgreSQL names it. */
export type BiColumn = { view: string; name: string; kind: string }

/** The columns of the views for tools outside, in their order. */
export const biColumns = (db: Db) =>
  rows(
    db,
    sql<BiColumn>`
    select table_name::text as view, column_name::text as name, data_type::text as kind
    from information_schema.columns where table_schema = 'bi' order by table_name, ordinal_position`,
  )
