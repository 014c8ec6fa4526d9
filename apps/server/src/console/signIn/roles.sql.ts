import { row, rows, run, sql, type Db } from '@tianping/database'

export type RoleRow = {
  role: string
  label: string
  permissions: string[]
  secondFactor: boolean
  version: number
  changedBy: string
  changedAt: Date
}

const columns = sql`role, label, permissions, second_factor, version, changed_by, changed_at`

export const roleRow = (db: Db, role: string) =>
  row(db, sql<RoleRow>`select ${columns} from console_role where role = ${role}`)

export const roleRows = (db: Db) =>
  rows(db, sql<RoleRow>`select ${columns} from console_role order by role`)

/**
 * Whoever changes a role keeps others from it until the transaction ends; a role may not have a row
 * to lock yet.
 */
export const lockRoles = (tx: Db) => run(tx, sql`select pg_advisory_xact_lock(70, 2)`)

export const writeRole = (tx: Db, r: Omit<RoleRow, 'version'>) =>
  run(
    tx,
    sql`
    insert into console_role (role, label, permissions, second_factor, version, changed_by, changed_at)
    values (${r.role}, ${r.label}, ${r.permissions}, ${r.secondFactor}, 1, ${r.changedBy}, ${r.changedAt})
    on conflict (role) do update set label = excluded.label, permissions = excluded.permissions, second_factor = excluded.second_factor,
      version = console_role.version + 1, changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
  )

export const dropRole = (tx: Db, role: string) =>
  run(tx, sql`delete from console_role where role = ${role}`)

/** How many operators hold each role. */
export const holders = async (db: Db): Promise<Map<string, number>> =>
  new Map(
    (
      await rows(
        db,
        sql<{
          role: string
          count: number
        }>`select role, count(*)::int as count from operator group by role`,
      )
    ).map(each => [each.role, each.count]),
  )
