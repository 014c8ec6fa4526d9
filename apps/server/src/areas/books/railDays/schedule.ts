import { addDays, beijingDay } from '@tianping/money/day'
import { dueDay } from '../../../kernel/day.ts'
import type { Services } from '../../../kernel/http/services.ts'
import { abilitiesOf, allProviders, type Provider } from '../../providers/providers.ts'
import { THE_CLOCK } from '../console/dailyJobs.ts'
import { reconciliationSetting } from '../reconciliationSetting.ts'
import { addPortTask } from '../store/railDays.sql.ts'

/** Before its first order a provider has nothing of ours to tell. */
const isDue = (provider: Provider, day: string): boolean =>
  provider.openedAt !== null &&
  beijingDay(provider.openedAt) <= day &&
  abilitiesOf(provider).includes('statement')

/**
 * At the hour of the books: the day before of every provider that gives statements and was open by
 * then, once over all instances. A server that was down at the hour asks for the newest day only.
 */
export async function scheduleRailDays(
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
): Promise<number> {
  const { db, clock } = services
  const at = clock.now()
  const due = dueDay(at, (await reconciliationSetting(db)).runAt)
  const day = addDays(due, -1)
  let asked = 0
  for (const provider of await allProviders(services)) {
    if (!isDue(provider, day)) continue
    asked += await addPortTask(db, { provider: provider.code, day, by: THE_CLOCK, at })
  }
  return asked
}
