import { ticketState } from '@tianping/contract/tickets/facts'
import { transaction } from '@tianping/database'
import type { Services } from '../../kernel/http/services.ts'
import { eachAlone } from '../../kernel/jobs/eachAlone.ts'
import { silentLine } from './letters.ts'
import { ticketSetting } from './setting.ts'
import { closeTicket, insertLine, lockSilent, silentTickets } from './store/ticket.sql.ts'

const DAY_MS = 86_400_000

/**
 * Ends conversations whose member has not answered for days; answers how many. Safe on any number
 * of instances.
 */
export async function endSilent({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const { silentDays } = await ticketSetting(db)
  const at = clock.now()
  const before = new Date(at.getTime() - silentDays * DAY_MS)
  const end = ({ ticketId }: { ticketId: bigint }) =>
    transaction(db, async tx => {
      if (!(await lockSilent(tx, ticketId, before))) return false
      await insertLine(tx, { ticketId, author: 'system', content: silentLine(silentDays), at })
      const state = ticketState.solved
      await closeTicket(tx, { ticketId, state, by: 'system', ending: 'silent', at })
      return true
    })
  const found = await silentTickets(db, before)
  const ended = await eachAlone(found, end)
  return ended.filter(Boolean).length
}
