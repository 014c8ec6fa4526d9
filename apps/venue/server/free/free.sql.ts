import { row, run, sql, type Db, type Tx } from '@tianping/database'

export type Grant = {
  ref: string
  playerId: string
  games: string[]
  stake: bigint
  rounds: number
  endsAt: Date
  cancelledAt: Date | null
  /** Rounds begun that count, those not settled, and what the settled ones won. */
  used: number
  open: number
  won: bigint
}
type OfTombstone = 'playerId' | 'games' | 'stake' | 'rounds' | 'endsAt'
/** A tombstone knows nothing but its ref. */
export type GrantRow = Omit<Grant, OfTombstone> & { [K in OfTombstone]: Grant[K] | null }

/** The grant of a row; null for a tombstone, or for none. */
export function grantIn(found: GrantRow | undefined): Grant | null {
  if (!found) return null
  const { playerId, games, stake, rounds, endsAt, ...rest } = found
  if (playerId === null || !games || stake === null || rounds === null || !endsAt) return null
  return { ...rest, playerId, games, stake, rounds, endsAt }
}

const grants = sql`
  select g.ref, g.player_id, g.games, g.stake, g.rounds, g.ends_at, g.cancelled_at, b.used, b.open, b.won
  from free_grant g cross join lateral (
    select count(*) filter (where status <> 'VOID')::int as used, count(*) filter (where status = 'OPEN')::int as open,
      coalesce(sum(payout) filter (where status = 'SETTLED'), 0)::bigint as won
    from bet where bet.desk_id = g.desk_id and bet.free_ref = g.ref) b`

export const grantOf = (db: Db, desk: number, ref: string) =>
  row(db, sql<GrantRow>`${grants} where g.desk_id = ${desk} and g.ref = ${ref}`)

/** Keeps a grant, unless its ref is known. */
export const addGrant = (
  db: Db,
  desk: number,
  g: Pick<Grant, 'ref' | 'playerId' | 'games' | 'stake' | 'rounds' | 'endsAt'> & { at: Date },
) =>
  run(
    db,
    sql`insert into free_grant (desk_id, ref, player_id, games, stake, rounds, ends_at, created_at)
    values (${desk}, ${g.ref}, ${g.playerId}, ${g.games}, ${g.stake}, ${g.rounds}, ${g.endsAt}, ${g.at}) on conflict do nothing`,
  )

/** Ends a grant, or keeps a tombstone in its place. */
export const cancelGrant = (tx: Tx, desk: number, ref: string, at: Date) =>
  run(
    tx,
    sql`insert into free_grant as g (desk_id, ref, cancelled_at, created_at) values (${desk}, ${ref}, ${at}, ${at})
    on conflict (desk_id, ref) do update set cancelled_at = coalesce(g.cancelled_at, excluded.cancelled_at)`,
  )

type Place = { deskId: number; playerId: string; gameCode: string; at: Date }

const isPlayable = ({ deskId, playerId, gameCode, at }: Place) =>
  sql`g.desk_id = ${deskId} and g.player_id = ${playerId} and ${gameCode} = any(g.games) and g.cancelled_at is null and g.ends_at > ${at}`

/** A grant that pays for rounds of this player in this game; the wallet must be locked. */
export const playableGrant = async (tx: Tx, place: Place & { ref: string }) =>
  grantIn(
    await row(
      tx,
      sql<GrantRow>`${grants} where ${isPlayable(place)} and g.ref = ${place.ref} for share of g`,
    ),
  )

/** The one that ends first of those with rounds left. */
export const nextGrant = async (db: Db, place: Place) =>
  grantIn(
    await row(
      db,
      sql<GrantRow>`${grants} where ${isPlayable(place)} and b.used < g.rounds order by g.ends_at, g.ref limit 1`,
    ),
  )
