import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'
import type { BetStatus } from '@tianping/contract/records/facts'
import type { ReturnOrder } from '@tianping/contract/venues/facts'
import { totalOf } from '../../../kernel/operator/listed.sql.ts'
import type { Evidence, Verdict } from '../returns/evidence.ts'

/** What a kind of bet returns as published: its mean as a fraction, the most of it in stakes. */
export type Term = { odds: string | null; mean: string; most: string }

export type CountedBet = {
  betId: string
  version: bigint
  revision: number
  status: BetStatus
  gameCode: string
  mathVersion: string
  roundId: string
  /** As the venue wrote them; null for a bet without lines. */
  lines: unknown[] | null
  stakeFen: bigint
  payoutFen: bigint
}

export const cursorOf = async (db: Db, venueId: number): Promise<bigint> =>
  (
    await row(
      db,
      sql<{
        version: bigint
      }>`select version from game_return_cursor where venue_id = ${venueId}`,
    )
  )?.version ?? 0n

/**
 * Bets behind the cursor that the feed has brought whole, in the order of the venue. Without the
 * game's mathematics there is nothing to compare with, nor an order: such bets come as single
 * transactions. all members: a game is one for all who play it; test accounts are in no report.
 */
export const betsAfter = (db: Db, venueId: number, after: bigint, limit: number) =>
  rows(
    db,
    sql<CountedBet>`
    select bet_id, version, revision, status, game_code, math_version, round_id,
      case when jsonb_typeof(selection -> 'lines') = 'array' then selection -> 'lines' end as lines, stake_fen,
      -- What a jackpot paid is no return of the game's mathematics.
      payout_fen - coalesce((selection -> 'jackpot' ->> 'won')::bigint, 0) as payout_fen
    from bet where venue_id = ${venueId} and version > ${after} and math_version <> ''
      and version <= (select cursor from venue_feed where venue_id = ${venueId}) and not is_test_account(member_id)
      and not selection ? 'free_rounds' order by version limit ${limit}`,
  )

/** Moves the cursor on from where it was read; false when another instance has done so since. */
export const moveCursor = async (tx: Tx, venueId: number, from: bigint, to: bigint) =>
  (await run(
    tx,
    sql`
    insert into game_return_cursor as c (venue_id, version) values (${venueId}, ${to})
    on conflict (venue_id) do update set version = excluded.version where c.version = ${from}`,
  )) === 1

export type GameKey = { venueId: number; gameCode: string; mathVersion: string }

export type GameReturn = GameKey & {
  terms: Term[] | null
  bets: bigint
  corrected: bigint
  stakeFen: bigint
  payoutFen: bigint
  draws: bigint
  returnedSum: number
  meanSum: number
  overLogs: number[]
  underLogs: number[]
  rounds: string[]
  low: number | null
  high: number | null
  outside: Verdict['outside']
}

const key = ({ venueId, gameCode, mathVersion }: GameKey) =>
  sql`venue_id = ${venueId} and game_code = ${gameCode} and math_version = ${mathVersion}`

export const knownReturns = (db: Db, venueId: number) =>
  rows(
    db,
    sql<GameKey>`select venue_id, game_code, math_version from game_return where venue_id = ${venueId}`,
  )

export const addReturn = (
  db: Db,
  game: GameKey,
  published: { rtpExact: string; terms: Term[] | null } | null,
  { over, under }: Evidence,
) =>
  run(
    db,
    sql`
    insert into game_return (venue_id, game_code, math_version, rtp_exact, terms, over_logs, under_logs)
    values (${game.venueId}, ${game.gameCode}, ${game.mathVersion}, ${published?.rtpExact ?? null},
      ${published?.terms ? JSON.stringify(published.terms) : null}::jsonb, ${over}, ${under})
    on conflict do nothing`,
  )

export const lockReturn = (tx: Tx, game: GameKey) =>
  theRow(
    tx,
    sql<GameReturn>`
    select venue_id, game_code, math_version, terms, bets, corrected, stake_fen, payout_fen, draws, returned_sum, mean_sum,
      over_logs, under_logs, rounds, low, high, outside
    from game_return where ${key(game)} for update`,
  )

export const saveReturn = (tx: Tx, g: GameReturn, at: Date) =>
  run(
    tx,
    sql`
    update game_return set bets = ${g.bets}, corrected = ${g.corrected}, stake_fen = ${g.stakeFen}, payout_fen = ${g.payoutFen},
      draws = ${g.draws}, returned_sum = ${g.returnedSum}, mean_sum = ${g.meanSum}, over_logs = ${g.overLogs}, under_logs = ${g.underLogs},
      rounds = ${g.rounds}, low = ${g.low}, high = ${g.high}, outside = ${g.outside},
      outside_at = case when ${g.outside}::text is null then null else coalesce(outside_at, ${at}::timestamptz) end, last_at = ${at}
    where ${key(g)}`,
  )

/** Games whose return has left its bounds and of which nobody was alerted. */
export const unalerted = (db: Db) =>
  rows(
    db,
    sql<GameKey>`
    select venue_id, game_code, math_version from game_return where alerted_at is null and outside_at is not null order by outside_at limit 100`,
  )

export const markAlerted = (db: Db, game: GameKey, at: Date) =>
  run(db, sql`update game_return set alerted_at = ${at} where ${key(game)}`)

export type ReturnRow = Omit<GameReturn, 'terms' | 'overLogs' | 'underLogs' | 'rounds'> & {
  /** Whether the venue publishes what each kind of bet returns. */
  published: boolean
  venue: string
  gameName: string | null
  rtpExact: string | null
  outsideAt: Date | null
  lastAt: Date | null
}

const orders: Record<ReturnOrder, ReturnType<typeof sql>> = {
  stake: sql`r.stake_fen desc`,
  draws: sql`r.draws desc`,
  actual: sql`r.payout_fen::numeric / nullif(r.stake_fen, 0) desc nulls last`,
  gap: sql`abs(r.returned_sum - r.mean_sum) / nullif(r.draws, 0) desc nulls last`,
}

export async function returnRows(
  db: Db,
  f: { venueId: number; outside: boolean; order: ReturnOrder; limit: number; offset: number },
) {
  const from = sql`
    from game_return r join venue v using (venue_id) left join game g on g.venue_id = r.venue_id and g.game_code = r.game_code
    where (${f.venueId} = 0 or r.venue_id = ${f.venueId}) and (not ${f.outside}::boolean or r.outside is not null)`
  const found = await rows(
    db,
    sql<ReturnRow>`
    select r.venue_id, r.game_code, r.math_version, r.terms is not null as published, r.bets, r.corrected, r.stake_fen, r.payout_fen, r.draws, r.returned_sum,
      r.mean_sum, r.low, r.high, r.outside, v.name as venue, g.name as game_name,
      r.rtp_exact, r.outside_at, r.last_at
    ${from} order by ${orders[f.order]}, r.venue_id, r.game_code, r.math_version limit ${f.limit} offset ${f.offset}`,
  )
  return { rows: found, total: await totalOf(db, from) }
}
