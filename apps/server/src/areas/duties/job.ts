import type { Services } from '../../kernel/http/services.ts'
import { dutiesNow, type Deps } from './dutiesNow.ts'
import { lastPassed } from './store/backupRun.sql.ts'

const HOUR_MS = 3_600_000
/** A day, or a week, and the time that one run may take. */
const BACKUP_LATE_MS = 30 * HOUR_MS
const DRILL_LATE_MS = (7 * 24 + 24) * HOUR_MS

/**
 * What the backup process has not done in time. A sandbox that never had a backup needs none; in
 * production silence from the first day on is late too.
 */
async function lateBackups({ db, clock, settings }: Deps & Pick<Services, 'settings'>) {
  const last = await lastPassed(db)
  if (settings.mode === 'sandbox' && !last.backup) return []
  const before = (at: Date | null, ms: number) => !at || at.getTime() < clock.now().getTime() - ms
  return [
    ...(before(last.backup, BACKUP_LATE_MS) ? ['backup'] : []),
    ...(before(last.drill, DRILL_LATE_MS) ? ['drill'] : []),
  ]
}

/** Raises an event for each kind of duty that is late; the rule of alerts makes one alert a day. */
export async function runDuties(
  services: Deps & Pick<Services, 'events' | 'settings'>,
): Promise<number> {
  const duties = (await dutiesNow(services)).filter(({ state }) => state === 'overdue')
  const late = [...duties.map(each => each.kind), ...(await lateBackups(services))]
  for (const kind of new Set(late))
    services.events.note({ kind: 'calendar_late', subject: `duty:${kind}`, address: '' })
  return 0
}
