import type { Role } from '@tianping/contract/console'
import type { Db } from '@tianping/database'
import { hashPassword } from '../account/passwords.ts'
import { insertOperator } from './operator.sql.ts'

/** Adds an operator of the back office; answers false, and changes nothing, when the name is taken. */
export async function createOperator(db: Db, operator: { name: string; password: string; role: Role }, now: Date): Promise<boolean> {
  if (!/^[A-Za-z0-9_.-]{3,32}$/.test(operator.name)) throw new RangeError('an operator’s name has 3 to 32 letters, digits or _.-')
  if ([...operator.password].length < 8) throw new RangeError('an operator’s password has at least 8 characters')
  return insertOperator(db, { name: operator.name, passwordHash: await hashPassword(operator.password), role: operator.role, now })
}
