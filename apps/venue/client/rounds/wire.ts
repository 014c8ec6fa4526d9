import type { placeTicket } from '../../server/rounds/placeTicket.ts'
import type { RoundView } from '../../server/rounds/roundView.ts'
import type { drawnRounds, oneRound, tableView } from '../../server/rounds/tableView.ts'
import type { Bet, Wire } from '../session/wire.ts'

type Said<F extends (...given: never[]) => Promise<unknown>> = Wire<Awaited<ReturnType<F>>>

/** A round with the outcome of its game; null until it is drawn. */
export type Round<Outcome = unknown> = Omit<Wire<RoundView>, 'outcome'> & {
  outcome: Outcome | null
}
export type TableView<Outcome = unknown> = Omit<Said<typeof tableView>, 'rounds' | 'mine'> & {
  rounds: Round<Outcome>[]
  mine: Bet[]
}
export type Ticketed = Said<typeof placeTicket>
export type DrawnRounds = Said<typeof drawnRounds>
export type OneRound = NonNullable<Said<typeof oneRound>>
/** One line of a ticket: what is bet on, and how much. */
export type TicketLine = { pick: string; stake: number; odds?: string }
