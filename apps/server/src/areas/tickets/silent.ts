import { ticketState } from '@tianping/contract/tickets/facts'
import { transaction } from '@tianping/database'
import type { Services } from '../../kernel/http/services.ts'
import { silentLine } from './letters.ts'
import { ticketSetting } from './setting.ts'
import { closeTicket, insertLine, lockSilent } from './store/ticket.sql.ts'

const AT_ONCE = 50
const DAY_MS = 86_400_000

/**
 * Ends conversations whose member has not answered for days; answers how many. Safe on any number
 * of instances.
 */
export async function endSilent({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const { silentDays } = await ticketSetting(db)
  const at = clock.now()
  return transaction(db, async tx => {
    const found = await lockSilent(tx, new Date(at.getTime() - silentDays * DAY_MS), AT_ONCE)
    for (const { ticketId } of found) {
      await insertLine(tx, { ticketId, author: 'system', content: silentLine(silentDays), at })
      const state = ticketState.solved
      await closeTicket(tx, { ticketId, state, by: 'system', ending: 'silent', at })
    }
    return found.length
  })
}
