import type { ConsoleGiven } from '@tianping/contract/console'

export const showCall = 'POST /api/console/tickets/show'
export type Ticket = ConsoleGiven<typeof showCall>
