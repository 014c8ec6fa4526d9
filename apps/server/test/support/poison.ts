import { run, sql, type Db } from '@tianping/database'

let poisons = 0

/** From now on no row of the member can be written in the table; answers how it can again. */
export const poison = (owner: Db, table: string, memberId: bigint) =>
  poisonWhere(owner, table, `new.member_id = ${memberId}`)

/** The same of rows of which something holds. */
export async function poisonWhere(
  owner: Db,
  table: string,
  holds: string,
): Promise<() => Promise<unknown>> {
  const name = sql.raw(`poison_${++poisons}`)
  const where = sql.raw(table)
  await run(
    owner,
    sql`create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$`,
  )
  await run(
    owner,
    sql`create trigger ${name} before insert or update on ${where} for each row
      when (${sql.raw(holds)}) execute function ${name}()`,
  )
  return () => run(owner, sql`drop trigger ${name} on ${where}`)
}
