import { gameState } from '@tianping/contract/games/facts'
import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'
import { asGame, gameColumns, type GameRow } from './games.sql.ts'

const shown = sql.literal(gameState.shown)
/** Only what opens is offered above the categories. */
const opens = sql`g.app_state = ${shown} and v.state = 'open'`

/** Opened by most members first; what the operator put there stands before. */
export const hotGames = async (db: Db, limit: number) =>
  (
    await rows(
      db,
      sql<GameRow>`
      select ${gameColumns} from game g join venue v using (venue_id)
        left join game_heat h on h.venue_id = g.venue_id and h.game_code = g.game_code
      where ${opens} and (g.pick = 'hot' or (g.pick <> 'none' and h.players is not null))
      order by g.pick = 'hot' desc, h.players desc nulls last, v.rank, g.rank, g.game_code limit ${limit}`,
    )
  ).map(asGame)

/** Shown for the first time since then, newest first. */
export const newGames = async (db: Db, since: Date, limit: number) =>
  (
    await rows(
      db,
      sql<GameRow>`
      select ${gameColumns} from game g join venue v using (venue_id)
      where ${opens} and (g.pick = 'new' or (g.pick <> 'none' and g.first_shown_at >= ${since}))
      order by g.pick = 'new' desc, g.first_shown_at desc nulls last, v.rank, g.rank, g.game_code limit ${limit}`,
    )
  ).map(asGame)

/** Launches that are looked through for the games a member opened last. */
const LAUNCHES = 300

export const recentGames = async (db: Db, memberId: bigint, limit: number) =>
  (
    await rows(
      db,
      sql<GameRow>`
      select ${gameColumns} from (
        select venue_id, game_code, max(at) as at from (
          select venue_id, game_code, at from game_launch where member_id = ${memberId} order by at desc limit ${LAUNCHES}) l
        group by venue_id, game_code) l
        join game g using (venue_id, game_code) join venue v using (venue_id)
      where g.app_state = ${shown} order by l.at desc limit ${limit}`,
    )
  ).map(asGame)

export const favouriteGames = async (db: Db, memberId: bigint, limit: number) =>
  (
    await rows(
      db,
      sql<GameRow>`
      select ${gameColumns} from game_favourite f join game g using (venue_id, game_code) join venue v using (venue_id)
      where f.member_id = ${memberId} and g.app_state = ${shown} order by f.added_at desc, g.game_code limit ${limit}`,
    )
  ).map(asGame)

/** Games that are looked through at once. */
export const MAX_FOUND = 1_000

/** Every game that is shown, for the search. */
export const allGames = async (db: Db, limit: number) =>
  (
    await rows(
      db,
      sql<GameRow>`
      select ${gameColumns} from game g join venue v using (venue_id)
      where g.app_state = ${shown} order by v.rank, g.rank, g.game_code limit ${limit}`,
    )
  ).map(asGame)

/** Whether members see the game. */
export const isShown = async (db: Db, venueId: number, gameCode: string): Promise<boolean> =>
  (await row(
    db,
    sql`select 1 from game where venue_id = ${venueId} and game_code = ${gameCode} and app_state = ${shown}`,
  )) !== undefined

type Favourite = { memberId: bigint; venueId: number; gameCode: string }

/** Marks a game; false where the member has marked `most` others. */
export async function addFavourite(
  tx: Tx,
  { memberId, venueId, gameCode, at, most }: Favourite & { at: Date; most: number },
): Promise<boolean> {
  await run(tx, sql`select 1 from member where member_id = ${memberId} for no key update`)
  await run(
    tx,
    sql`
    insert into game_favourite (member_id, venue_id, game_code, added_at)
    select ${memberId}, ${venueId}, ${gameCode}, ${at}
    where (select count(*) from game_favourite where member_id = ${memberId}) < ${most}
    on conflict do nothing`,
  )
  const { found } = await theRow(
    tx,
    sql<{ found: boolean }>`
    select exists (select from game_favourite where member_id = ${memberId} and venue_id = ${venueId} and game_code = ${gameCode}) as found`,
  )
  return found
}

export const dropFavourite = (db: Db, { memberId, venueId, gameCode }: Favourite) =>
  run(
    db,
    sql`delete from game_favourite where member_id = ${memberId} and venue_id = ${venueId} and game_code = ${gameCode}`,
  )

/** When games were counted last; null before the first time. */
export const heatCountedAt = async (db: Db): Promise<Date | null> =>
  (await theRow(db, sql<{ at: Date | null }>`select max(counted_at) as at from game_heat`)).at

/**
 * Counts the members who opened each game since then, test accounts apart. Games of fewer than
 * `least` members have no row. Answers how many games were counted.
 */
export async function countHeat(tx: Tx, p: { since: Date; least: number; at: Date }) {
  // Two instances at once count the same; the second waits and writes it again.
  await run(tx, sql`lock table game_heat in share row exclusive mode`)
  const counted = await run(
    tx,
    sql`
    insert into game_heat (venue_id, game_code, players, counted_at)
    select l.venue_id, l.game_code, count(distinct l.member_id)::int, ${p.at}
    from game_launch l join game g using (venue_id, game_code)
    where l.at >= ${p.since} and not is_test_account(l.member_id)
    group by l.venue_id, l.game_code having count(distinct l.member_id) >= ${p.least}
    on conflict (venue_id, game_code) do update set players = excluded.players, counted_at = excluded.counted_at`,
  )
  await run(tx, sql`delete from game_heat where counted_at < ${p.at}`)
  return counted
}
