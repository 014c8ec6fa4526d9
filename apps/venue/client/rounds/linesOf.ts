import type { Bet } from '../session/wire.ts'
import type { TicketLine } from './wire.ts'

/** The lines of a ticket on a table. */
export const linesOf = (bet: Bet) => (bet.selection as { lines: TicketLine[] }).lines
