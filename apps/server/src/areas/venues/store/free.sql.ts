import { grantState } from '@tianping/contract/freeRounds/facts'
import { row, run, sql, theRow, type Db } from '@tianping/database'
import type { VenueBet } from '@tianping/venue-protocol'
import { betStatus } from '@tianping/contract/records/facts'

/** Keeps what a bet says of the grant that paid for it; called for newer versions alone. */
export const noteFreeRound = (
  tx: Db,
  b: {
    memberId: bigint
    venueId: number
    bet: VenueBet
    free: NonNullable<VenueBet['free_rounds']>
  },
) =>
  run(
    tx,
    sql`insert into free_round_bet as f (member_id, venue_id, grant_no, bet_id, stake_fen, payout_fen, status)
    values (${b.memberId}, ${b.venueId}, ${b.free.ref}, ${b.bet.bet_id}, ${b.free.stake}, ${b.bet.payout}, ${STATUS[b.bet.status]})
    on conflict (member_id, venue_id, grant_no, bet_id) do update set payout_fen = excluded.payout_fen, status = excluded.status`,
  )

const STATUS = { SETTLED: betStatus.settled, OPEN: betStatus.open, VOID: betStatus.void } as const

/** Rounds of a grant as the feed told them: begun and counting, not settled, and what they won. */
export type Played = { used: number; open: number; wonFen: bigint }

export const playedOf = (db: Db, g: { memberId: bigint; venueId: number; grantNo: string }) =>
  theRow(
    db,
    sql<Played>`select count(*) filter (where status <> ${sql.literal(betStatus.void)})::int as used,
      count(*) filter (where status = ${sql.literal(betStatus.open)})::int as open,
      coalesce(sum(payout_fen) filter (where status = ${sql.literal(betStatus.settled)}), 0)::bigint as won_fen
    from free_round_bet where member_id = ${g.memberId} and venue_id = ${g.venueId} and grant_no = ${g.grantNo}`,
  )

/** What a venue calls a grant in its calls of our wallet. */
export const nameFreeRounds = async (
  tx: Db,
  g: { memberId: bigint; venueId: number; grantNo: string; names: readonly string[] },
): Promise<void> => {
  if (g.names.length > 0)
    await run(
      tx,
      sql`insert into free_round_name (venue_id, name, member_id, grant_no)
      select ${g.venueId}, unnest(${g.names}::text[]), ${g.memberId}, ${g.grantNo} on conflict do nothing`,
    )
}

type Named = { memberId: bigint; venueId: number; name: string; game: string; fen: bigint }

/** The grant that a bet names and the word that answers it; undefined for a bonus of the venue. */
export const namedGrant = (tx: Db, b: Named & { now: Date }) =>
  row(
    tx,
    sql<{ grantNo: string; stakeFen: bigint; status: string }>`
    select grant_no, stake_fen, status from free_round_of(${b.memberId}, ${b.venueId}::smallint, ${b.name}, ${b.game}, ${b.fen}, ${b.now})`,
  )

type OfCall = { memberId: bigint; venueId: number; uuid: string }

/** Keeps that a bet, or a win with what it pays, belongs to a grant. */
export const noteFreeCall = (
  tx: Db,
  c: OfCall & { grantNo: string; stakeFen: bigint; wonFen: bigint },
) =>
  run(
    tx,
    sql`insert into free_round_call (member_id, venue_id, transaction_uuid, grant_no, stake_fen, won_fen)
    values (${c.memberId}, ${c.venueId}, ${c.uuid}::uuid, ${c.grantNo}, ${c.stakeFen}, ${c.wonFen})`,
  )

/** The grant that a bet belongs to. */
export const grantOfBet = async (db: Db, c: OfCall): Promise<string | undefined> =>
  (
    await row(
      db,
      sql<{ grantNo: string }>`/* prepared */
      select grant_no from free_round_call where member_id = ${c.memberId} and venue_id = ${c.venueId} and transaction_uuid = ${c.uuid}::uuid`,
    )
  )?.grantNo

/** The last bet of a grant that is not paid yet, by what the venue calls the grant. */
export const lastFreeBet = async (
  tx: Db,
  g: { memberId: bigint; venueId: number; name: string },
): Promise<string | null> =>
  (
    await row(
      tx,
      sql<{ uuid: string }>`
      select c.transaction_uuid::text as uuid from free_round_name n join free_round_grant g on g.member_id = n.member_id and g.grant_no = n.grant_no
      join free_round_call c on c.member_id = g.member_id and c.venue_id = g.venue_id and c.grant_no = g.grant_no
      join bet b on b.member_id = c.member_id and b.venue_id = c.venue_id and b.bet_id = c.transaction_uuid::text
      where n.venue_id = ${g.venueId} and n.name = ${g.name} and g.member_id = ${g.memberId} and g.state in (${sql.literal(grantState.open)}, ${sql.literal(grantState.settling)})
      order by b.placed_at desc, b.bet_id limit 1`,
    )
  )?.uuid ?? null
