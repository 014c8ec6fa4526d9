// Rounds that venues made void, as the feed of bets tells of them.
import { gameState } from '@tianping/contract/games/facts'
import { betStatus } from '@tianping/contract/records/facts'
import type { VoidState } from '@tianping/contract/compliance/facts'
import { row, rows, run, sql, type Db, type Tx } from '@tianping/database'
import { inSpan, type Narrowed } from '../../../kernel/operator/listed.sql.ts'
import { byMoment, keyedRows, type Keyed, type Paging } from '../../../kernel/operator/pages.sql.ts'

const voided = sql.literal(betStatus.void)

export const venuesRead = (db: Db) =>
  rows(
    db,
    sql<{ venueId: number; version: bigint; cursor: bigint }>`
    select f.venue_id, coalesce(c.version, 0) as version, f.cursor from venue_feed f left join void_round_cursor c using (venue_id)
    where f.cursor > coalesce(c.version, 0) order by f.venue_id`,
  )

/** Moves on from where it was read; false when another instance has done so since. */
export const moveVoidCursor = async (tx: Tx, venueId: number, from: bigint, to: bigint) =>
  (await run(
    tx,
    sql`
    insert into void_round_cursor as c (venue_id, version) values (${venueId}, ${to})
    on conflict (venue_id) do update set version = excluded.version where c.version = ${from}`,
  )) === 1

/**
 * Keeps the rounds of which bets have become void between two versions, with all their void bets;
 * one that a person has decided about stays decided. all members: a round is one for all of them.
 */
export const keepVoids = (
  tx: Tx,
  v: { venueId: number; after: bigint; upTo: bigint; now: Date },
): Promise<number> =>
  run(
    tx,
    sql`
    insert into void_round as r (venue_id, round_id, game_code, bets, members, stake_fen, seen_at)
    select b.venue_id, b.round_id, min(b.game_code), count(*)::int, count(distinct b.member_id)::int, sum(b.stake_fen)::bigint, ${v.now}::timestamptz
    from bet b where b.venue_id = ${v.venueId} and b.status = ${voided} and b.version > ${v.after} and b.version <= ${v.upTo}
    group by b.venue_id, b.round_id
    on conflict (venue_id, round_id) do update
      set bets = r.bets + excluded.bets, members = greatest(r.members, excluded.members), stake_fen = r.stake_fen + excluded.stake_fen`,
  )

export type VoidRound = {
  venueId: number
  roundId: string
  gameCode: string
  bets: number
  members: number
  stakeFen: bigint
  seenAt: Date
  state: VoidState
  incidentId: bigint | null
  decidedBy: string
}
const columns = sql`
  r.venue_id, r.round_id, r.game_code, r.bets, r.members, r.stake_fen, r.seen_at, r.state, r.incident_id, r.decided_by`

export type VoidListed = VoidRound & { venue: string; game: string; shown: boolean }
/** The newest first; rounds of one moment follow a digest of their numbers. */
export function voidRows(db: Db, f: Narrowed & { state: VoidState | ''; paging: Paging }) {
  const no = sql`md5(r.venue_id || '/' || r.round_id)`
  const { key, page, order } = byMoment(f.paging, sql`r.seen_at`, no, true)
  const from = sql`from void_round r where (${f.state} = '' or r.state = ${f.state}) and ${inSpan(sql`r.seen_at`, f)}`
  return keyedRows(
    db,
    f.paging,
    sql<VoidListed & Keyed>`
    select ${columns}, v.name as venue, coalesce(g.name, r.game_code) as game,
      coalesce(g.app_state = ${sql.literal(gameState.shown)}, false) as shown, r.sort_value, r.sort_no
    from (select r.*, ${key} ${from} and ${page}) r
      join venue v using (venue_id) left join game g on g.venue_id = r.venue_id and g.game_code = r.game_code
    order by ${order}`,
    from,
  )
}

export const lockVoid = (tx: Tx, venueId: number, roundId: string) =>
  row(
    tx,
    sql<VoidRound>`
    select ${columns} from void_round r where r.venue_id = ${venueId} and r.round_id = ${roundId} for update`,
  )

export const decideVoid = (
  tx: Tx,
  v: {
    venueId: number
    roundId: string
    state: VoidState
    incidentId: bigint | null
    by: string
    at: Date
  },
) =>
  run(
    tx,
    sql`
    update void_round set state = ${v.state}, incident_id = ${v.incidentId}, decided_by = ${v.by}, decided_at = ${v.at}
    where venue_id = ${v.venueId} and round_id = ${v.roundId}`,
  )
