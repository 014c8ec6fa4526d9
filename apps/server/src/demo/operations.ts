import type { Db } from '@tianping/database'
import { seedCashier } from '../areas/cashier/cashier.ts'
import { createOperator } from '../console/signIn/operators.ts'
import { demoOperators } from '../kernel/demoLogins.ts'

export async function seedOperations(db: Db, now: Date): Promise<void> {
  await seedCashier(db, now)
  for (const operator of demoOperators) await createOperator(db, operator, now)
}
