// The mark of a site that the demo has filled. It loads nothing else of the demo, which is the
// whole server: later starts only ask for it.
import { connect, row, sql } from '@tianping/database'
import { DEMO_MARK } from '../kernel/demoLogins.ts'

export const marked = sql`select 1 as one from site_setting where key = ${DEMO_MARK}`

/** Whether a first start has filled the site. */
export async function hasDemo(databaseUrl: string): Promise<boolean> {
  const db = connect(databaseUrl, { applicationName: 'tianping-seed', maxConnections: 1 })
  try {
    return (await row(db, marked)) !== undefined
  } finally {
    await db.destroy()
  }
}
