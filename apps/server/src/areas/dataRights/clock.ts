// The clock of members' rights: an alarm before an answer is due, and the end of what was kept for
// a time only.
import { transaction } from '@tianping/database'
import type { Services } from '../../kernel/http/services.ts'
import { audit } from '../../kernel/operator/audit.ts'
import { purgeLegalRecords } from './store/erase.sql.ts'
import { sweepExports } from './store/export.sql.ts'
import { markDue } from './store/request.sql.ts'

/** A month less five days: the alarm is raised on day 25. */
const ALARM_DAYS = 5
const AT_ONCE = 100
const system = { operator: null, address: '' }

/** Answers how much it has done; safe on any number of instances. */
export async function runDataRights({
  db,
  clock,
  log,
}: Pick<Services, 'db' | 'clock' | 'log'>): Promise<number> {
  const alarmed = await transaction(db, async tx => {
    const due = await markDue(tx, ALARM_DAYS, AT_ONCE)
    for (const { requestId } of due) {
      log.warn({ request: String(requestId) }, 'request about data is due soon')
      await audit(tx, clock.now(), system, {
        action: 'data_request.alarm',
        subject: `data-request:${requestId}`,
      })
    }
    return due.length
  })
  const purged = await purgeLegalRecords(db)
  if (purged > 0)
    await audit(db, clock.now(), system, {
      action: 'legal_record.purged',
      subject: 'legal_record',
      after: { records: purged },
    })
  return alarmed + purged + (await sweepExports(db))
}
