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
import type { Clock } from '../clock.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Bus } from '../live/bus.ts'
import type { Cached } from '../live/cached.ts'
import type { Reads } from '../reads/reads.ts'
import type { Settings } from '../environment.ts'
import type { Clients } from './clients.ts'
import type { SecurityEvents } from '../security/events.ts'
import type { RefusalJournal } from './refusalJournal.ts'

/** Who makes a member's call. */
export type Session = {
  memberId: bigint
  tokenHash: string
  token: string
  /** A one-time password opened it, and has to be changed before anything else. */
  mustChange: boolean
}

/**
 * What every handler can reach; made once per process by the composition root. Areas add what they
 * provide with `declare module`, so the kernel names none of them.
 */
export interface Services {
  /** Of a call that is listed in readsElsewhere.ts, where it reads; else the primary. */
  db: Db
  /** What may be read elsewhere, and the primary for what such a call writes beside it. */
  reads: Reads
  clock: Clock
  settings: Settings
  log: Logger
  metrics: Metrics
  bus: Bus
  /** The origins of clients that are deployed elsewhere. */
  clients: Clients
  /** What was refused to members. */
  refusals: RefusalJournal
  /** What the site's defence refused or noticed. */
  events: SecurityEvents
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
export type Caller = {
  address: string
  /** Two letters by the trusted proxies; empty where they say nothing. */
  country: string
  agent: string
  host: string
  key: string
  /** The mark that the browser brought; empty for none. */
  device: string
  /** The origin of the listed client that calls; empty for the site's own pages. */
  client: string
}

/** The one file of a multipart call, and the plain fields that came before it. */
export type Upload = { bytes: Buffer; filename: string; fields: Record<string, string> }

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
/** All calls of members and visitors; the composition root must provide each. */
export type AllHandlers = { [N in CallName]: Handler<N> }
/** The calls of one area. */
export type Handlers = Partial<AllHandlers>

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
  /** The browser's mark, which it keeps from now on. */
  markDevice: () => string
}
export type ConsoleHandler<N extends ConsoleCallName> = (
  context: ConsoleContext<N>,
) => Promise<{ data: ConsoleGiven<N>; message?: string }>
export type AllConsoleHandlers = { [N in ConsoleCallName]: ConsoleHandler<N> }
export type ConsoleHandlers = Partial<AllConsoleHandlers>
