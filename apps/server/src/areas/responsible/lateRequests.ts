import { transaction } from '@tianping/database'
import type { Services } from '../../kernel/http/services.ts'
import { audit } from '../../kernel/operator/audit.ts'
import { warnLateRequests } from '../protection/protection.ts'

const AT_ONCE = 50
const system = { operator: null, address: '' }

/** Warns of requests for an earlier end whose seven days are over, once each. */
export const runProtectionRequests = ({
  db,
  clock,
  log,
  events,
}: Pick<Services, 'db' | 'clock' | 'log' | 'events'>): Promise<number> =>
  transaction(db, async tx => {
    const now = clock.now()
    const late = await warnLateRequests(tx, now, AT_ONCE)
    for (const { requestId, memberId } of late) {
      log.warn({ request: Number(requestId) }, 'request for an earlier end is not decided')
      const subject = `member:${memberId}`
      const after = { request: requestId }
      await audit(tx, now, system, { action: 'protection_request.late', subject, after })
    }
    if (late.length > 0) events.note({ kind: 'protection_late', subject: '', address: '' })
    return late.length
  })
