import { ticketState } from '@tianping/contract/tickets/facts'
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { existing, Refusal } from '../../kernel/http/refusal.ts'
import { lockMember } from '../../ledger/ledger.ts'
import { ticketSetting } from './setting.ts'
import {
  countLines,
  insertLine,
  lockTicket,
  memberWrote,
  openOf,
  type Ticket,
} from './store/ticket.sql.ts'

const DAY_MS = 86_400_000
/** Lines of a member in one conversation. */
const MOST_LINES = 200

/** The member's own conversation; another's is as unknown as one that does not exist. */
export const ownOf = (found: Ticket | undefined, memberId: bigint) =>
  existing(found?.memberId === memberId ? found : undefined, 'ticket.not_found')

/** Whether a line of the member still goes into it: it is open, or ended not long ago. */
export const takesLines = ({ state, closedAt }: Ticket, reopenDays: number, now: Date) =>
  state === ticketState.open ||
  (state === ticketState.solved &&
    closedAt !== null &&
    now.getTime() - closedAt.getTime() <= reopenDays * DAY_MS)

/** The member's conversation, locked, into which a line may go. */
export async function lockForLine(tx: Tx, no: string, memberId: bigint, now: Date) {
  const found = ownOf(await lockTicket(tx, no), memberId)
  const { reopenDays, maxOpen } = await ticketSetting(tx)
  if (found.state === ticketState.complained)
    throw new Refusal(say('ticket.complained', { no: found.complaintNo }))
  if (!takesLines(found, reopenDays, now))
    throw new Refusal(say('ticket.reopen_over', { days: reopenDays }))
  if (found.state !== ticketState.open) await refuseMore(tx, memberId, maxOpen)
  if ((await countLines(tx, found.ticketId, 'member')) >= MOST_LINES)
    throw new Refusal(say('ticket.lines_full'))
  return found
}

/** Refuses one more open conversation; two at once are counted one after the other. */
export async function refuseMore(tx: Tx, memberId: bigint, max: number): Promise<void> {
  await lockMember(tx, memberId)
  if ((await openOf(tx, memberId)) >= max) throw new Refusal(say('ticket.too_many', { max }))
}

type Written = { content: string; at: Date; attachedKind?: string; attachedNo?: string }

/** Writes a line of the member; answers its id. */
export async function writeLine(tx: Tx, { ticketId }: Ticket, line: Written): Promise<bigint> {
  const lineId = await insertLine(tx, { ticketId, author: 'member', ...line })
  await memberWrote(tx, ticketId, line.at)
  return lineId
}
