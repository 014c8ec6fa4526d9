import { DAY_MS } from '@tianping/money/day'
import type { Services } from '../../kernel/http/services.ts'
import { sweepCodes } from './store/contact.sql.ts'
import { sweepDeliveries } from './store/delivery.sql.ts'

/** How long operators see what was sent. */
const KEEP_MS = 90 * DAY_MS

/** Housekeeping: codes that ran out, and what was sent long ago. */
export async function sweepSent({ db, clock }: Services): Promise<void> {
  const now = clock.now()
  await sweepCodes(db, now)
  await sweepDeliveries(db, new Date(now.getTime() - KEEP_MS))
}
