import type { CallName, Calls, Given, Payload } from '@tianping/contract'
import type {
  ConsoleCallName,
  ConsoleCalls,
  ConsoleGiven,
  ConsolePayload,
  Permission,
} from '@tianping/contract/console'
import type { Db } from '@tianping/database'
import type { Logger } from 'pino'
import type { Session, Sessions } from '../account/session.ts'
import type { Clock } from '../clock.ts'
import type { Operators } from '../console/session.ts'
import type { Bus } from '../live/bus.ts'
import type { Cached } from '../live/cached.ts'
import type { Settings } from '../settings.ts'
import type { Venues } from '../venues/venues.ts'

/** What every handler can reach; made once per process in site.ts. */
export type Services = {
  db: Db
  clock: Clock
  settings: Settings
  log: Logger
  sessions: Sessions
  operators: Operators
  bus: Bus
  venues: Venues
  /**
   * What a member can spend from the central wallet, in fen; for the polled balance only, never for
   * a decision.
   */
  cash: Cached<bigint, bigint>
}

/**
 * Where a call comes from, and the key of the action it belongs to (the client's `Idempotency-Key`,
 * or one minted for it).
 */
export type Caller = { address: string; agent: string; host: string; key: string }

/** The one file of a multipart call. */
export type Upload = { bytes: Buffer; filename: string }

type MemberOf<By> = By extends 'member' ? Session : Session | null
export type Context<N extends CallName> = Services & {
  body: Payload<N>
  caller: Caller
  member: MemberOf<Calls[N]['by']>
  file: Upload | null
  /** The browser's mark, which it keeps from now on; for what begins a session. */
  markDevice: () => string
}
/** Answers data and, where the member reads it, a message; throws `Refusal`. */
export type Handler<N extends CallName> = (
  context: Context<N>,
) => Promise<{ data: Given<N>; message?: string }>
/** Handlers by call; one that is missing answers 501. */
export type Handlers = { [N in CallName]?: Handler<N> }

export type Operator = {
  operatorId: bigint
  sessionId: bigint
  name: string
  role: string
  roleLabel: string
  /** None while something has to be done first. */
  permissions: readonly Permission[]
  must: '' | 'password' | 'second_factor'
  /** The operator's own account as a member, if there is one. */
  memberId: bigint | null
  tokenHash: string
}
type OperatorOf<By> = By extends 'operator' ? Operator : null
export type ConsoleContext<N extends ConsoleCallName> = Services & {
  body: ConsolePayload<N>
  caller: Caller
  operator: OperatorOf<ConsoleCalls[N]['by']>
  /** Sets the operator's session cookie, or clears it. */
  setSession: (token: string | null) => void
}
export type ConsoleHandler<N extends ConsoleCallName> = (
  context: ConsoleContext<N>,
) => Promise<{ data: ConsoleGiven<N>; message?: string }>
export type ConsoleHandlers = { [N in ConsoleCallName]?: ConsoleHandler<N> }
