// Bets out of a list of single transactions: one bet for each round of a player, in its full state.
import type { VenueBet } from '@tianping/venue-protocol'
import { createHash } from 'node:crypto'
import { z } from 'zod'

const PER_FEN = 1_000n
/** A transaction may be listed that much after its moment. */
export const OVERLAP_MS = 60_000
const SPAN_MS = 10 * 60_000
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

/** What to ask for after a moment; times are UTC without a zone. */
export function spanFrom(after: bigint, now: number) {
  const from = after === 0n ? now - FIRST_MS : Number(after)
  const until = Math.min(now, from + SPAN_MS)
  const written = (at: number) => new Date(at).toISOString().slice(0, 19)
  return {
    until,
    asked: { start_time: written(from - OVERLAP_MS), end_time: written(until + 1_000) },
  }
}

const momentOf = ({ created_at }: Transaction) =>
  Date.parse(/[Zz]|[+-]\d\d:\d\d$/.test(created_at) ? created_at : `${created_at}Z`)

const betIdOf = ({ user, round }: Transaction) => {
  const digest = createHash('sha256').update(`${user} ${round}`).digest('hex')
  return `R-${digest.slice(0, 32).toUpperCase()}`
}

const sum = (found: readonly Transaction[]) =>
  found.reduce((total, { amount }) => total + BigInt(amount), 0n) / PER_FEN

const newest = (found: readonly Transaction[]) => Math.max(...found.map(momentOf))

/** The rounds of these transactions, each as one bet. All of a round must be there. */
export function betsOf(all: readonly Transaction[]): VenueBet[] {
  const done = all.filter(({ status }) => status === 'TS_SUCCESS')
  const rounds = Map.groupBy(done, ({ user, round }) => `${user} ${round}`)
  return [...rounds.values()].flatMap(found => betOf(found) ?? [])
}

function betOf(found: readonly Transaction[]): VenueBet | undefined {
  const undone = new Set(
    found.flatMap(each => (each.kind === 'ROLLBACK' ? [each.reference_transaction_uuid] : [])),
  )
  const staked = found.filter(({ kind }) => kind === 'BET')
  const [first] = staked.toSorted((a, b) => momentOf(a) - momentOf(b))
  if (!first) return undefined
  const kept = staked.filter(each => !undone.has(each.transaction_uuid))
  const wins = found.filter(each => each.kind === 'WIN' && !undone.has(each.transaction_uuid))
  const status = statusOf(found, kept, wins)
  const stake = sum(kept.length > 0 ? kept : staked)
  const payout = status === 'VOID' ? stake : sum(wins)
  const at = newest(found)
  return {
    bet_id: betIdOf(first),
    // Transactions are only added, so a bet with more of them is in a later state.
    version: BigInt(found.length),
    revision: 1,
    player: first.user,
    category: '',
    game_code: first.game_code,
    round_id: first.round,
    selection: {},
    stake,
    valid_amount: status === 'SETTLED' ? stake : 0n,
    payout,
    net: payout - stake,
    odds: null,
    status,
    placed_at: new Date(momentOf(first)).toISOString(),
    settled_at: status === 'OPEN' ? null : new Date(at).toISOString(),
    fairness: { commit: '', client_seed: '', nonce: 0 },
    math_version: '',
  }
}

function statusOf(
  found: readonly Transaction[],
  kept: readonly Transaction[],
  wins: readonly Transaction[],
): VenueBet['status'] {
  if (kept.length === 0) return 'VOID'
  return wins.length > 0 || found.some(({ round_closed }) => round_closed) ? 'SETTLED' : 'OPEN'
}
