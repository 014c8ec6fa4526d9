// Bets that could not be kept: the job tries them again, and is seen to fail until all are.
import type { Services } from '../../../kernel/http/services.ts'
import { eachAlone } from '../../../kernel/jobs/eachAlone.ts'
import { weigher } from '../../wagering/wagering.ts'
import { betOf, dropAside, dropKept, leftAside, takeAside, type Aside } from '../store/aside.sql.ts'
import { keepAlone } from './page.ts'

/** What one turn tries; the others have theirs. */
const BATCH = 50

/** One turn of the job: those that are due, each by itself. It fails while any is left. */
export async function retryBets(services: Pick<Services, 'db' | 'clock' | 'bus'>): Promise<number> {
  const { db, clock } = services
  await dropKept(db)
  const due = await takeAside(db, { now: clock.now(), limit: BATCH })
  await eachAlone(due, aside => tryAgain(services, aside))
  const { count, oldest } = await leftAside(db)
  if (count > 0) throw new Error(`${count} bets are set aside, the oldest: ${oldest}`)
  return 0
}

async function tryAgain({ db, bus }: Pick<Services, 'db' | 'bus'>, aside: Aside): Promise<void> {
  const { venueId, memberId } = aside
  await keepAlone(db, { venueId, memberId, bet: betOf(aside), weigh: await weigher(db) })
  await dropAside(db, aside)
  bus.publish('member', [String(memberId)])
}
