// What follows a block or a limit of time in games that are open: they end, and the money comes
// back.
import type { Services } from '../../kernel/http/services.ts'
import { eachAlone, pagesOf, partsAlone } from '../../kernel/jobs/eachAlone.ts'
import { balances } from '../../ledger/ledger.ts'
import { blockedSince, overIsEnded, takeOver } from '../protection/protection.ts'
import { blockedWinners, endPlay, endPlayInPassing, recallBlockedMoney } from '../venues/venues.ts'

const AT_ONCE = 20
/** Whose play could not be ended is taken once more after this long. */
const TAKEN_MS = 30_000
const HOUR_MS = 3_600_000
/** A venue that does not answer for so long is asked by people, in the list of what is left. */
const RECALL_MS = 7 * 24 * HOUR_MS
/** One recall an hour and member; what is won after it is seen in the next hour. */
const WON_MS = 2 * HOUR_MS
/** The longest that a bet which is voided was open. */
const OPEN_MS = 60 * 24 * HOUR_MS

/**
 * Ends a member's games everywhere and brings the money back; what a venue does not do is tried
 * again.
 */
export async function stopPlay(services: Services, memberId: bigint, key: string): Promise<void> {
  await endPlay(services, memberId)
  await recallBlockedMoney(services, { memberId, key })
}

/** Ends play whose limit of time is over; answers how many members' it was. */
export async function endOverdue(services: Services): Promise<number> {
  const { db, clock } = services
  const now = clock.now()
  const until = new Date(now.getTime() + TAKEN_MS)
  const over = await takeOver(db, { now, until, limit: AT_ONCE })
  await eachAlone(over, async each => {
    await endPlayInPassing(services, each.memberId)
    await overIsEnded(db, each, until)
  })
  return over.length
}

type Paged = (after: bigint) => Promise<bigint[]>

async function eachOf(page: Paged, work: (memberId: bigint) => Promise<void>): Promise<void> {
  await eachAlone((await pagesOf(AT_ONCE, page)).flat(), work)
}

/**
 * Brings back what venues still hold of members who were blocked within the last week, and what
 * bets that were open at a block, however long ago, have won since: the books learn of a win only
 * when a venue is asked.
 */
export async function recallBlocked(services: Services): Promise<number> {
  const { db } = services
  const now = services.clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const key = `blocked:${Math.floor(now.getTime() / HOUR_MS)}`
  const recall = async (memberId: bigint) => {
    await recallBlockedMoney(services, { memberId, key })
  }
  const recallHeld = async (memberId: bigint) => {
    const { venues } = await balances(db, memberId)
    if (venues.some(({ availableFen }) => availableFen > 0n)) await recall(memberId)
  }
  const blocked = { now, since: ago(RECALL_MS), limit: AT_ONCE }
  const won = { now, since: ago(WON_MS), placedSince: ago(OPEN_MS), limit: AT_ONCE }
  return partsAlone([
    () => eachOf(after => blockedSince(db, { ...blocked, after }), recallHeld),
    () => eachOf(after => blockedWinners(db, { ...won, after }), recall),
  ])
}
