import type { Db } from '@tianping/database'
import { seedCashier } from '../areas/cashier/cashier.ts'
import { createOperator } from '../console/signIn/operators.ts'

/**
 * The back office's first staff: one per role, so that each can be tried
 * (docs/decisions/0036-demo-data-in-sandbox-mode-only.md names the first).
 */
export const demoOperators = [
  { name: 'admin', password: 'admin888', role: 'admin' },
  // A second one, since whatever raises anybody's power takes two.
  { name: 'admin2', password: 'admin2888', role: 'admin' },
  { name: 'finance', password: 'finance888', role: 'finance' },
  { name: 'risk', password: 'risk8888', role: 'risk' },
  { name: 'support', password: 'support888', role: 'support' },
] as const

export async function seedOperations(db: Db, now: Date): Promise<void> {
  await seedCashier(db, now)
  for (const operator of demoOperators) await createOperator(db, operator, now)
}
