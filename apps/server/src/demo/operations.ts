import type { Db } from '@tianping/database'
import { seedCashier } from '../areas/cashier/cashier.ts'
import { createOperator } from '../console/signIn/operators.ts'
import { writeRole } from '../console/signIn/roles.sql.ts'
import { demoOperators } from '../kernel/demoLogins.ts'
import { demoRoles } from './roles.ts'

export async function seedOperations(db: Db, now: Date): Promise<void> {
  await seedCashier(db, now)
  for (const role of demoRoles)
    await writeRole(db, { ...role, secondFactor: false, changedBy: 'admin', changedAt: now })
  for (const operator of demoOperators) await createOperator(db, operator, now)
}
