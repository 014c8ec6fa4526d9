import type { placeTicket } from '../../server/rounds/placeTicket.ts'
import type { RoundView } from '../../server/rounds/roundView.ts'
import type { drawnRounds, oneRound, tableView } from '../../server/rounds/tableView.ts'
import type { Wire } from '../session/wire.ts'

type Said<F extends (...given: never[]) => Promise<unknown>> = Wire<Awaited<ReturnType<F>>>

export type TableView = Said<typeof tableView>
export type Round = Wire<RoundView>
export type Ticketed = Said<typeof placeTicket>
export type DrawnRounds = Said<typeof drawnRounds>
export type OneRound = NonNullable<Said<typeof oneRound>>
/** One line of a ticket: what is bet on, and how much. */
export type TicketLine = { pick: string; stake: number; odds?: string }
