// Rounds that venues made void, as their bets tell of them.
import { gameState } from '@tianping/contract/games/facts'
import { betStatus } from '@tianping/contract/records/facts'
import type { VoidState } from '@tianping/contract/compliance/facts'
import { row, run, sql, theRow, type Db, type Tx } from '@tianping/database'
import { inSpan, type Narrowed } from '../../../kernel/operator/listed.sql.ts'
import { byMoment, keyedRows, type Keyed, type Paging } from '../../../kernel/operator/pages.sql.ts'

const voided = sql.literal(betStatus.void)

/** How many changes one look has taken, and the rounds it kept, with their venues. */
type Found = { looked: number; rounds: number; venueIds: number[] }

/**
 * Keeps the rounds of which bets have become void since the last look, with all their void bets;
 * one that a person has decided about stays decided. all members: a round is one for all of them.
 */
export const keepVoids = (
  tx: Tx,
  v: { most: number; except: readonly number[]; now: Date },
): Promise<Found> =>
  theRow(
    tx,
    sql<Found>`
    with next as (select change_id from void_change order by change_id limit ${v.most} for update skip locked),
    looked as (delete from void_change c using next n where c.change_id = n.change_id returning c.venue_id, c.round_id),
    kept as (
      insert into void_round as r (venue_id, round_id, game_code, bets, members, stake_fen, seen_at)
      select b.venue_id, b.round_id, min(b.game_code), count(*)::int, count(distinct b.member_id)::int,
        sum(b.stake_fen)::bigint, ${v.now}::timestamptz
      from (select distinct venue_id, round_id from looked where venue_id <> all(${v.except}::smallint[])) l
        join bet b using (venue_id, round_id)
      where b.status = ${voided} group by b.venue_id, b.round_id order by b.venue_id, b.round_id
      -- Of two looks at once the one that began later sees more.
      on conflict (venue_id, round_id) do update set bets = greatest(r.bets, excluded.bets),
        members = greatest(r.members, excluded.members), stake_fen = greatest(r.stake_fen, excluded.stake_fen)
      returning r.venue_id)
    select (select count(*) from looked)::int as looked, (select count(*) from kept)::int as rounds,
      array(select distinct venue_id from kept order by venue_id) as venue_ids`,
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
