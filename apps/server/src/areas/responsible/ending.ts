// What follows a block or a limit of time in games that are open: they end, and the money comes
// back.
import type { Services } from '../../kernel/http/services.ts'
import { balances } from '../../ledger/ledger.ts'
import { blockedSince, takeOver } from '../protection/protection.ts'
import { endPlay, endPlayInPassing, recallAll } from '../venues/venues.ts'

const AT_ONCE = 20
const HOUR_MS = 3_600_000
/** A venue that does not answer for so long is a matter for people. */
const RECALL_MS = 7 * 24 * HOUR_MS

/**
 * Ends a member's games everywhere and brings the money back; what a venue does not do is tried
 * again.
 */
export async function stopPlay(services: Services, memberId: bigint, key: string): Promise<void> {
  await endPlay(services, memberId)
  await recallAll(services, { memberId, key })
}

/** Ends play whose limit of time is over; answers how many members' it was. */
export async function endOverdue(services: Services): Promise<number> {
  const over = await takeOver(services.db, services.clock.now(), AT_ONCE)
  for (const { memberId } of over) await endPlayInPassing(services, memberId)
  return over.length
}

/** Brings back what venues still hold of members who were blocked within the last week. */
export async function recallBlocked(services: Services): Promise<number> {
  const now = services.clock.now()
  const since = new Date(now.getTime() - RECALL_MS)
  const key = `blocked:${Math.floor(now.getTime() / HOUR_MS)}`
  for (let after: bigint | undefined = 0n; after !== undefined;) {
    const members = await blockedSince(services.db, { now, since, after, limit: AT_ONCE })
    for (const memberId of members) {
      const { venues } = await balances(services.db, memberId)
      if (venues.some(({ availableFen }) => availableFen > 0n))
        await recallAll(services, { memberId, key })
    }
    after = members.length < AT_ONCE ? undefined : members.at(-1)
  }
  return 0
}
