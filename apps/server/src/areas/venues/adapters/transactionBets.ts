// Bets out of a list of single transactions: one bet for each round of a player, in its full state.
import type { VenueBet } from '@tianping/venue-protocol'
import { createHash } from 'node:crypto'
import { z } from 'zod'

const PER_FEN = 1_000n
/** A transaction may be listed that much after its moment. */
export const OVERLAP_MS = 60_000
/** The longest and the shortest span of one question beside the overlap. */
export const SPAN_MS = { most: 10 * 60_000, least: 5_000 }
/** A feed that begins has nothing to tell of the days before the connection. */
const FIRST_MS = 60 * 60_000

export const transactionList = z.array(
  z.object({
    transaction_uuid: z.string(),
    kind: z.enum(['BET', 'WIN', 'ROLLBACK']),
    status: z.string(),
    user: z.string(),
    round: z.string(),
    round_closed: z.boolean().default(false),
    game_code: z.string(),
    amount: z.int().min(0),
    reference_transaction_uuid: z.string().nullish(),
    created_at: z.string(),
  }),
)
export type Transaction = z.output<typeof transactionList>[number]

/** A transaction as it is kept; `told` counts what became of it. */
export type Kept = {
  user: string
  round: string
  transactionUuid: string
  kind: 'BET' | 'WIN' | 'ROLLBACK'
  status: string
  roundClosed: boolean
  gameCode: string
  amount: bigint
  referenceUuid: string | null
  madeAt: Date
  told: number
}

/** What is kept of a venue that lists transactions one by one, so that it is asked little. */
export type RoundMemory = {
  /** The rounds of these transactions that have to be asked for as a whole. */
  begunBefore(listed: readonly Transaction[]): Promise<string[]>
  /** Keeps them, and answers all of each of their rounds that is in a newer state than its bet. */
  keep(all: readonly Transaction[]): Promise<Kept[]>
}

/** A trial keeps nothing: what is listed is all there is. */
export const forgetful: RoundMemory = {
  begunBefore: async () => [],
  keep: async all =>
    all.map(each => ({
      user: each.user,
      round: each.round,
      transactionUuid: each.transaction_uuid,
      kind: each.kind,
      status: each.status,
      roundClosed: each.round_closed,
      gameCode: each.game_code,
      amount: BigInt(each.amount),
      referenceUuid: each.reference_transaction_uuid ?? null,
      madeAt: new Date(each.created_at),
      told: 1,
    })),
}

/** What to ask for after a moment; times are UTC without a zone. */
export function spanFrom(after: bigint, { now, spanMs }: { now: number; spanMs: number }) {
  const from = after === 0n ? now - FIRST_MS : Number(after)
  const until = Math.min(now, from + spanMs)
  const written = (at: number) => new Date(at).toISOString().slice(0, 19)
  return {
    until,
    asked: { start_time: written(from - OVERLAP_MS), end_time: written(until + 1_000) },
  }
}

/** Only numbers that a member can have are of this platform; times get a zone. */
export const ownTransactions = (listed: readonly Transaction[]): Transaction[] =>
  listed
    .filter(({ user }) => /^\d{1,18}$/.test(user))
    .map(each => ({ ...each, created_at: zoned(each.created_at) }))

const zoned = (at: string) => (/[Zz]|[+-]\d\d:?\d\d$/.test(at) ? at : `${at}Z`)

export const betIdOf = ({ user, round }: { user: string; round: string }) => {
  const digest = createHash('sha256').update(`${user} ${round}`).digest('hex')
  return `R-${digest.slice(0, 32).toUpperCase()}`
}

const sum = (found: readonly Kept[]) =>
  found.reduce((total, { amount }) => total + amount, 0n) / PER_FEN

/** The rounds of these transactions, each as one bet. All of a round must be there. */
export function betsOf(all: readonly Kept[]): VenueBet[] {
  const rounds = Map.groupBy(all, betIdOf)
  return [...rounds.values()].flatMap(found => betOf(found) ?? [])
}

function betOf(all: readonly Kept[]): VenueBet | undefined {
  const found = all.filter(({ status }) => status === 'TS_SUCCESS')
  const undone = new Set(
    found.flatMap(each => (each.kind === 'ROLLBACK' ? [each.referenceUuid] : [])),
  )
  const staked = found.filter(({ kind }) => kind === 'BET')
  const [first] = staked.toSorted((a, b) => +a.madeAt - +b.madeAt)
  if (!first) return undefined
  const kept = staked.filter(each => !undone.has(each.transactionUuid))
  const wins = found.filter(each => each.kind === 'WIN' && !undone.has(each.transactionUuid))
  const status = statusOf(found, kept, wins)
  const stake = sum(kept.length > 0 ? kept : staked)
  const payout = status === 'VOID' ? stake : sum(wins)
  const newest = new Date(Math.max(...found.map(({ madeAt }) => +madeAt)))
  return {
    bet_id: betIdOf(first),
    // Whatever is added to a round or changes in it makes the sum higher.
    version: BigInt(all.reduce((total, { told }) => total + told, 0)),
    revision: 1,
    player: first.user,
    category: '',
    game_code: first.gameCode,
    round_id: first.round,
    selection: {},
    stake,
    valid_amount: status === 'SETTLED' ? stake : 0n,
    payout,
    net: payout - stake,
    odds: null,
    status,
    placed_at: first.madeAt.toISOString(),
    settled_at: status === 'OPEN' ? null : newest.toISOString(),
    fairness: { commit: '', client_seed: '', nonce: 0 },
    math_version: '',
  }
}

function statusOf(
  found: readonly Kept[],
  kept: readonly Kept[],
  wins: readonly Kept[],
): VenueBet['status'] {
  if (kept.length === 0) return 'VOID'
  return wins.length > 0 || found.some(({ roundClosed }) => roundClosed) ? 'SETTLED' : 'OPEN'
}
