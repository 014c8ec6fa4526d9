import {
  connect,
  dropDatabase,
  ensureDatabase,
  type ConnectOptions,
  type Database,
} from '@tianping/database'
import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { SERVER_TEMPLATE, VENUE_TEMPLATE } from './cluster.ts'
import { atEnd } from './ends/atEnd.ts'

/** No test fails because something took long: what hangs is ended by the test's own limit. */
export const PATIENCE = 12

/**
 * Statements that each connection of a test prepares once they are repeated: planning them anew was
 * more than half of what PostgreSQL did in many files (docs/decisions/0209).
 */
export const PLANS = 500

/**
 * A database of this test file's own, migrated and empty, dropped at the end. `open` gives further
 * pools to it (as another role, say); all are closed before the drop.
 */
export async function freshDatabase(service: 'server' | 'venue') {
  const admin = inject('postgresUrl')
  const name = `t_${randomBytes(6).toString('hex')}`
  await ensureDatabase(admin, name, service === 'server' ? SERVER_TEMPLATE : VENUE_TEMPLATE)
  const url = admin.replace(/\/[^/]*$/, `/${name}`)
  const opened: Database[] = []
  const open = (options?: ConnectOptions) => {
    const db = connect(url, { patience: PATIENCE, keepPlans: PLANS, ...options })
    opened.push(db)
    return db
  }
  atEnd(async () => {
    await Promise.all(opened.map(db => db.destroy()))
    await dropDatabase(admin, name)
  })
  return { url, open }
}
