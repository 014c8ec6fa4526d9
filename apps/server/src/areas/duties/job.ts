import type { Services } from '../../kernel/http/services.ts'
import { dutiesNow, type Deps } from './dutiesNow.ts'

/** Raises an event for each kind of duty that is late; the rule of alerts makes one alert a day. */
export async function runDuties(services: Deps & Pick<Services, 'events'>): Promise<number> {
  const late = (await dutiesNow(services)).filter(({ state }) => state === 'overdue')
  for (const kind of new Set(late.map(each => each.kind)))
    services.events.note({ kind: 'calendar_late', subject: `duty:${kind}`, address: '' })
  return 0
}
