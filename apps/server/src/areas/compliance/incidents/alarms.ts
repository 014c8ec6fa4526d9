import { transaction } from '@tianping/database'
import type { Services } from '../../../kernel/http/services.ts'
import { audit } from '../../../kernel/operator/audit.ts'
import { markLate, markNear, type Alarmed } from '../store/duty.sql.ts'

const AT_ONCE = 50
const system = { operator: null, address: '' }
type Working = Pick<Services, 'db' | 'clock' | 'log' | 'events'>

/** Raises each alarm of a duty once: when its end is near, and when it has passed. */
export async function raiseAlarms({ db, clock, log, events }: Working): Promise<number> {
  const now = clock.now()
  const kinds = [
    ['duty_late', markLate],
    ['duty_near', markNear],
  ] as const
  let raised = 0
  for (const [kind, mark] of kinds) {
    const found = await transaction(db, async tx => {
      const marked: Alarmed[] = await mark(tx, now, AT_ONCE)
      for (const { incidentId, duty } of marked)
        await audit(tx, now, system, {
          action: `incident.${kind}`,
          subject: `incident:${incidentId}`,
          after: { duty },
        })
      return marked
    })
    for (const { incidentId, duty } of found) {
      log.warn({ incident: Number(incidentId), duty }, `incident: ${kind}`)
      events.note({ kind, subject: `incident:${incidentId}`, address: '' })
    }
    raised += found.length
  }
  return raised
}
