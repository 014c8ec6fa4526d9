// What the server says, as it arrives: the types of its own functions with JSON in between.
import type { betView } from '../../server/play/betView.ts'
import type { placeBet } from '../../server/play/placeBet.ts'
import type { changeClientSeed, revealedSeed, rotate } from '../../server/play/seeds.ts'
import type { history } from '../../server/play/history.ts'
import type { openSession } from '../../server/play/openSession.ts'
import type { snapshot } from '../../server/play/snapshot.ts'

/** bigint and Date do not survive JSON: the one becomes a number, the other a text. */
export type Wire<T> = T extends bigint
  ? number
  : T extends Date
    ? string
    : T extends readonly (infer U)[]
      ? Wire<U>[]
      : T extends object
        ? { [K in keyof T]: Wire<T[K]> }
        : T
type Said<F extends (...given: never[]) => Promise<unknown>> = Wire<Awaited<ReturnType<F>>>

/** The same where what a game has drawn is of a type that only the game knows. */
type With<T, Known> = Omit<T, keyof Known> & Known

/** An outcome of whatever game. */
export type Stored = Record<string, unknown>

/** A bet with the outcome that its game stores. */
export type Bet<Outcome = Stored> = With<Wire<ReturnType<typeof betView>>, { outcome: Outcome }>
export type State<Outcome = Stored> = With<Said<typeof snapshot>, { last: Bet<Outcome> | null }>
export type Figures = Pick<State, 'balance' | 'session'>
export type Entered<Outcome = Stored> = With<Said<typeof openSession>, { state: State<Outcome> }>
export type Placed<Outcome = Stored> = With<Said<typeof placeBet>, { bet: Bet<Outcome> }>
export type SeedsChanged = Said<typeof changeClientSeed>
export type Rotated = Said<typeof rotate>
export type Revealed = Said<typeof revealedSeed>
export type History = With<Said<typeof history>, { items: Bet[] }>
export type Envelope<T> = { code: number; message: string; data: T }
