// The front of conversations with customer service: all that other areas may import.
export { closedLine, solvedLine } from './letters.ts'
export { TICKET_SETTING, ticketSchema } from './setting.ts'
export { endSilent } from './silent.ts'
export { eraseTickets, redactTickets } from './store/ticket.sql.ts'
export { ticketsWaiting } from './store/tickets.sql.ts'
