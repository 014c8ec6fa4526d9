// Closes accounts whose members asked for it: recalls what venues hold, and ends the account once
// nothing is left and nothing is under way.
import { transaction, type Tx } from '@tianping/database'
import { randomUUID } from 'node:crypto'
import { balances, lockMember, type Balances } from '../../ledger/ledger.ts'
import type { Services } from '../../kernel/http/services.ts'
import { audit } from '../../kernel/operator/audit.ts'
import { endAccess } from '../account/account.ts'
import { announce } from '../delivery/delivery.ts'
import { keepLimits } from '../protection/protection.ts'
import { endPlayInPassing, recallAll } from '../venues/venues.ts'
import { closeForGood, pendingOf, takeClosing, type Pending } from './store/closing.sql.ts'

/** How often one account is looked at, and how many in one turn. */
const EVERY_SECONDS = 60
const AT_ONCE = 20

/** What a member still has anywhere, in fen. */
export const leftOf = (held: Balances): { cashFen: bigint; venuesFen: bigint } => ({
  cashFen: held.cashFen,
  venuesFen: held.venues.reduce((sum, { postedFen }) => sum + postedFen, 0n),
})

const isNothing = (pending: Pending): boolean => Object.values(pending).every(n => n === 0)

/** Answers how many accounts it has closed; safe on any number of instances. */
export async function runClosing(services: Services): Promise<number> {
  let closed = 0
  const due = await takeClosing(services.db, { everySeconds: EVERY_SECONDS, limit: AT_ONCE })
  for (const memberId of due) {
    try {
      await recallAll(services, { memberId, key: `closing:${randomUUID()}` })
      if (await close(services, memberId)) closed += 1
    } catch (error) {
      services.log.error({ err: error as Error, member: String(memberId) }, 'account not closed')
    }
  }
  return closed
}

/** Under the member's lock, so that nothing begins between the look and the end. */
async function close(services: Services, memberId: bigint): Promise<boolean> {
  const { db, clock, outward, sessions, bus } = services
  const now = clock.now()
  const end = async (tx: Tx) => {
    await lockMember(tx, memberId)
    const { cashFen, venuesFen } = leftOf(await balances(tx, memberId))
    if (cashFen !== 0n || venuesFen !== 0n || !isNothing(await pendingOf(tx, memberId))) return null
    const title = '账户已注销'
    const text = '您的账户已按您的申请注销，不能再登录。如非本人申请，请立即联系客服。'
    await announce(tx, outward, { memberId, kind: 'account', title, text, at: now })
    if (!(await closeForGood(tx, memberId))) return null
    const hashes = await endAccess(tx, memberId)
    const subject = `member:${memberId}`
    await audit(tx, now, { operator: null, address: '' }, { action: 'member.closed', subject })
    return hashes
  }
  const ended = await transaction(db, tx => keepLimits(tx, { memberId, now }, () => end(tx)))
  if (ended === null) return false
  sessions.forget(ended)
  bus.publish('session', ended)
  await endPlayInPassing(services, memberId)
  return true
}
