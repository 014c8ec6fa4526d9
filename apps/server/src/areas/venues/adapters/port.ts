import type { TrialStepName } from '@tianping/contract/venues/facts'
import type {
  VenueCallName,
  VenueClient,
  VenueFreeRounds,
  VenueInput,
  VenueKey,
  VenueOutcome,
  VenueTransfer,
  VenueWatch,
} from '@tianping/venue-protocol'
import { randomUUID } from 'node:crypto'
import type { LookupFunction } from 'node:net'
import type { RoundMemory } from './transactionBets.ts'

/** One transfer; a repeated call of the same `ref` is the same transfer, with the same figures. */
export type TransferAsked = {
  ref: string
  player: string
  direction: 'IN' | 'OUT'
  amount: bigint
  /** OUT only: everything that is there, whatever `amount` was seen last. */
  all: boolean
}

/** What rounds of one game can be given with; null where the venue leaves it open. */
export type FreeTerms = { stakeFen: bigint | null; rounds: number | null }
/** What free rounds a venue gives. */
export type FreeOffer = {
  /** Games that one grant may name. */
  games: number
  /** A game that is absent has terms that the venue does not say, or none (`isWhole`). */
  terms: ReadonlyMap<string, readonly FreeTerms[]>
  isWhole: boolean
}
export type FreeAsked = VenueInput<'grantFreeRounds'>

/**
 * One venue, whatever it speaks. The calls and their answers are those of protocol v1
 * (docs/venue-protocol.md): an adapter translates, and answers `ok`, `refused` only where the venue
 * is sure that nothing happened, and `unknown` for everything else. A call that a venue lacks is
 * refused with `NOT_OFFERED`. Nothing throws for what the venue or the network does.
 */
export type VenueAdapter = Omit<
  VenueClient,
  'transfer' | 'transferState' | 'finalize' | 'grantFreeRounds' | 'cancelFreeRounds'
> & {
  transfer(asked: TransferAsked): Promise<VenueOutcome<VenueTransfer>>
  /** What became of the transfer, without ending it. */
  transferState(asked: TransferAsked): Promise<VenueOutcome<VenueTransfer>>
  /** Null where the venue gives no free rounds. */
  freeRoundsOffered(asked: object): Promise<VenueOutcome<FreeOffer | null>>
  /** Once per `ref`. Answers what the venue calls the grant in its calls of our wallet. */
  grantFreeRounds(asked: FreeAsked): Promise<VenueOutcome<{ names: readonly string[] }>>
  /**
   * No further round begins. Answers what the venue counted; null where its calls of our wallet are
   * the only record.
   */
  cancelFreeRounds(
    asked: FreeAsked,
  ): Promise<VenueOutcome<Pick<VenueFreeRounds, 'used' | 'open' | 'won'> | null>>
  /** Calls that are answered here, without the venue: they say nothing of how it does. */
  answeredHere?: ReadonlySet<string>
  /** The steps of a trial that prove this interface. */
  trial: readonly TrialStepName[]
  /** What became of it for good: afterwards no late original counts. */
  finalize(asked: TransferAsked): Promise<VenueOutcome<VenueTransfer>>
}

/** The code of a refusal of a call that the venue does not have. */
export const NOT_OFFERED = 2000

export const notOffered = async () =>
  ({ kind: 'refused', code: NOT_OFFERED, message: 'not offered', requestId: '' }) as const

/** Said without asking the venue. */
export const here = <T>(data: T) => ({ kind: 'ok', data, requestId: randomUUID() }) as const

export const mapped = <A, B>(outcome: VenueOutcome<A>, to: (data: A) => B): VenueOutcome<B> =>
  outcome.kind === 'ok' ? { ...outcome, data: to(outcome.data) } : outcome

/** The parts of a key: `id` and `sign` are ours, `verify` proves the venue's word. */
export type ConnectionKey = VenueKey & { verify: string }

/** What an adapter is made of: one row, its live keys, and the way out. */
export type VenueConnection = {
  endpoint: string
  merchant: string
  currency: string
  /** The current one first; while keys rotate the one before still counts. */
  keys: readonly [ConnectionKey, ...ConnectionKey[]]
  connectTimeoutMs: number
  timeoutMs: number
  lookup: LookupFunction | undefined
  clock?: () => number
  memory: RoundMemory
  onUnsigned: () => void
  watch: (call: VenueCallName) => ReturnType<VenueWatch>
}
