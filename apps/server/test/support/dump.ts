import { rows, sql, type Db } from '@tianping/database'

/** Every row of every table as text. Bytes read as hexadecimal digits. */
export async function dumpOf(db: Db): Promise<string> {
  const tables = await rows(
    db,
    sql<{ dumped: string }>`
    select query_to_xml(format('select t::text as r from %I.%I t', table_schema, table_name), true, false, '')::text as dumped
    from information_schema.tables where table_schema in ('public', 'ledger') and table_type = 'BASE TABLE'`,
  )
  return tables.map(({ dumped }) => dumped).join('\n')
}
