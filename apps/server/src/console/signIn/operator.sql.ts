import { row, rows, run, sql, theRow, type Db } from '@tianping/database'

export type OperatorRow = {
  operatorId: bigint
  name: string
  role: string
  passwordHash: string
  state: 'active' | 'locked'
  /** Made, and not approved by a second person yet. */
  waits: boolean
  mustChangePassword: boolean
  passwordExpiresAt: Date | null
  allowed: string[]
  memberId: bigint | null
}

const columns = sql`
  operator_id, name, role, password_hash, state, waits, must_change_password,
  password_expires_at, allowed::text[] as allowed, member_id`

/** An operator by name, without regard to case. */
export const operatorNamed = (db: Db, name: string) =>
  row(db, sql<OperatorRow>`select ${columns} from operator where name = ${name.toLowerCase()}`)

export const operatorById = (db: Db, operatorId: bigint) =>
  row(db, sql<OperatorRow>`select ${columns} from operator where operator_id = ${operatorId}`)

/** The same, and nobody else changes it until the transaction ends. */
export const lockOperator = (tx: Db, operatorId: bigint) =>
  row(
    tx,
    sql<OperatorRow>`select ${columns} from operator where operator_id = ${operatorId} for update`,
  )

export type NewOperator = {
  name: string
  passwordHash: string
  role: string
  now: Date
  mustChangePassword?: boolean
  passwordExpiresAt?: Date | null
  waits?: boolean
  allowed?: string[]
  memberId?: bigint | null
  createdBy?: string
}

/** Adds an operator; false when the name is taken. */
export const insertOperator = async (db: Db, o: NewOperator): Promise<boolean> =>
  (await run(
    db,
    sql`
    insert into operator (name, password_hash, role, created_at, must_change_password, password_expires_at, waits, allowed, member_id, created_by)
    values (${o.name.toLowerCase()}, ${o.passwordHash}, ${o.role}, ${o.now}, ${o.mustChangePassword ?? false}, ${o.passwordExpiresAt ?? null}, ${o.waits ?? false},
      ${o.allowed ?? []}::text[]::cidr[], ${o.memberId ?? null}, ${o.createdBy ?? ''})
    on conflict (name) do nothing`,
  )) === 1

/** Devices beyond these are forgotten, so that nobody collects devices to guess with. */
const MOST_KNOWN = 10

/** Whether the operator of that name logged in with the device lately. */
export const knowsDevice = async (db: Db, name: string, device: string): Promise<boolean> =>
  (
    await theRow(
      db,
      sql<{ known: boolean }>`
    select ${device} in (
      select d.device from operator_device d join operator o using (operator_id)
      where o.name = ${name} order by d.last_at desc limit ${MOST_KNOWN}) as known`,
    )
  ).known

export const markOperatorDevice = (db: Db, d: { operatorId: bigint; device: string; at: Date }) =>
  run(
    db,
    sql`
    insert into operator_device (operator_id, device, last_at) values (${d.operatorId}, ${d.device}, ${d.at})
    on conflict (operator_id, device) do update set last_at = excluded.last_at`,
  )

export const markOperatorLogin = (db: Db, operatorId: bigint, now: Date) =>
  run(db, sql`update operator set last_login_at = ${now} where operator_id = ${operatorId}`)

export const setOperatorPassword = (
  db: Db,
  o: { operatorId: bigint; passwordHash: string; mustChange: boolean; expiresAt: Date | null },
) =>
  run(
    db,
    sql`
    update operator set password_hash = ${o.passwordHash}, must_change_password = ${o.mustChange}, password_expires_at = ${o.expiresAt}
    where operator_id = ${o.operatorId}`,
  )

export const setOperatorState = (db: Db, operatorId: bigint, state: OperatorRow['state']) =>
  run(db, sql`update operator set state = ${state} where operator_id = ${operatorId}`)

export const setOperatorRole = (db: Db, operatorId: bigint, role: string) =>
  run(db, sql`update operator set role = ${role} where operator_id = ${operatorId}`)

export const setOperatorPlace = (
  db: Db,
  o: { operatorId: bigint; allowed: string[]; memberId: bigint | null },
) =>
  run(
    db,
    sql`update operator set allowed = ${o.allowed}::text[]::cidr[], member_id = ${o.memberId} where operator_id = ${o.operatorId}`,
  )

export const admitOperator = (db: Db, operatorId: bigint, passwordExpiresAt: Date) =>
  run(
    db,
    sql`update operator set waits = false, password_expires_at = ${passwordExpiresAt} where operator_id = ${operatorId} and waits`,
  )

/** Takes one away that never came in. */
export const dropWaitingOperator = (db: Db, name: string) =>
  run(db, sql`delete from operator where name = ${name} and waits`)

/**
 * Administrators who can come in, beside one; whoever counts them keeps the others from being taken
 * away meanwhile.
 */
export async function otherAdmins(tx: Db, operatorId: bigint): Promise<number> {
  await run(tx, sql`select pg_advisory_xact_lock(70, 1)`)
  return (
    await theRow(
      tx,
      sql<{ count: number }>`
    select count(*)::int as count from operator where role = 'admin' and state = 'active' and not waits and operator_id <> ${operatorId}`,
    )
  ).count
}

/** The names of active operators with one of these roles, at most two hundred. */
export const operatorsOf = async (db: Db, roles: string[]): Promise<string[]> =>
  (
    await rows(
      db,
      sql<{
        name: string
      }>`select name from operator where role = any(${roles}::text[]) and state = 'active' order by name limit 200`,
    )
  ).map(each => each.name)

/** The roles of those of some operators who can come in. */
export const activeAmong = (db: Db, names: string[]) =>
  rows(
    db,
    sql<{ name: string; role: string }>`
    select name, role from operator where name = any(${names}::text[]) and state = 'active' and not waits`,
  )

/** The roles that active operators hold; `since` is when the first operator was made, or now. */
export const rolesInUse = (db: Db, now: Date) =>
  theRow(
    db,
    sql<{ roles: string[]; since: Date }>`
    select coalesce(array_agg(distinct role order by role) filter (where state = 'active'), '{}') as roles,
      coalesce(min(created_at), ${now}) as since from operator`,
  )
