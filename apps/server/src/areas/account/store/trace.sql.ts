import { run, sql, type Db } from '@tianping/database'

/**
 * Forgets where members logged in from and with what, when it was last seen before a moment;
 * answers how many rows. all members: it goes by age alone.
 */
export async function dropTraces(db: Db, before: Date, limit: number): Promise<number> {
  const logins = await run(
    db,
    sql`
    delete from login_trace where (member_id, address, agent) in (
      select member_id, address, agent from login_trace where last_at < ${before} and not legally_held(member_id)
      order by last_at limit ${limit})`,
  )
  const devices = await run(
    db,
    sql`
    delete from device_trace where (member_id, device) in (
      select member_id, device from device_trace where last_at < ${before} and not legally_held(member_id)
      order by last_at limit ${limit})`,
  )
  return logins + devices
}
