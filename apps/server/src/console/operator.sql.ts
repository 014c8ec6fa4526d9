import { row, run, sql, type Db } from '@tianping/database'
import type { Role } from '@tianping/contract/console'

export type OperatorRow = { operatorId: bigint; name: string; role: Role; passwordHash: string; state: 'active' | 'locked' }

/** An operator by name, without regard to case. */
export const operatorNamed = (db: Db, name: string) =>
  row(db, sql<OperatorRow>`
    select operator_id as "operatorId", name, role, password_hash as "passwordHash", state from operator where name = ${name.toLowerCase()}`)

/** Adds an operator; false when the name is taken. */
export const insertOperator = async (db: Db, o: { name: string; passwordHash: string; role: Role; now: Date }): Promise<boolean> =>
  (await run(db, sql`
    insert into operator (name, password_hash, role, created_at) values (${o.name.toLowerCase()}, ${o.passwordHash}, ${o.role}, ${o.now})
    on conflict (name) do nothing`)) === 1

export const markOperatorLogin = (db: Db, operatorId: bigint, now: Date) =>
  run(db, sql`update operator set last_login_at = ${now} where operator_id = ${operatorId}`)
