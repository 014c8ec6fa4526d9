import { row, rows, run, sql, theRow, type Db } from '@tianping/database'

/**
 * Games of a member that are to be ended at a venue; `attempts` includes the one it was taken for.
 */
export type PlayEnd = { memberId: bigint; venueId: number; mark: string; attempts: number }
const columns = sql`e.member_id, e.venue_id, e.mark, e.attempts`

/** Writes down that all games a member has opened are to be ended, and takes them until then. */
export const askEnds = (db: Db, p: { memberId: bigint; now: Date; until: Date }) =>
  rows(
    db,
    sql<PlayEnd>`
    insert into play_end as e (member_id, venue_id, due_at, asked_at)
    select member_id, venue_id, ${p.until}, ${p.now} from venue_player
    where member_id = ${p.memberId} and launched_at is not null order by venue_id
    on conflict (member_id, venue_id) do update set mark = gen_random_uuid(), due_at = excluded.due_at, attempts = 1
    returning ${columns}`,
  )

/**
 * Writes down that every game opened since then is to be ended, at once; the job asks the venues.
 * all members: all play stops.
 */
export const askAllEnds = (db: Db, { since, now }: { since: Date; now: Date }) =>
  run(
    db,
    sql`
    insert into play_end as e (member_id, venue_id, due_at, asked_at)
    select member_id, venue_id, ${now}, ${now} from venue_player where launched_at >= ${since} order by member_id, venue_id
    on conflict (member_id, venue_id) do update set mark = gen_random_uuid(), due_at = excluded.due_at, attempts = 1`,
  )

/** How many games are to be ended and are not yet. all members: the switch of all play shows it. */
export const endsLeft = async (db: Db): Promise<number> =>
  (await theRow(db, sql<{ count: number }>`select count(*)::int as count from play_end`)).count

export const isEnding = async (db: Db, memberId: bigint, venueId: number): Promise<boolean> =>
  (await row(
    db,
    sql`select 1 from play_end where member_id = ${memberId} and venue_id = ${venueId}`,
  )) !== undefined

/** Takes one that nobody is at. */
export const takeEnd = (db: Db, p: { memberId: bigint; venueId: number; now: Date; until: Date }) =>
  row(
    db,
    sql<PlayEnd>`
    update play_end e set due_at = ${p.until}, attempts = attempts + 1
    where member_id = ${p.memberId} and venue_id = ${p.venueId} and (due_at is null or due_at <= ${p.now}) returning ${columns}`,
  )

/** Takes one whoever is at it: asking a venue twice ends the same games. */
export const takeAnyEnd = (db: Db, p: { memberId: bigint; venueId: number; until: Date }) =>
  row(
    db,
    sql<PlayEnd>`
    update play_end e set due_at = ${p.until}, attempts = attempts + 1
    where member_id = ${p.memberId} and venue_id = ${p.venueId} returning ${columns}`,
  )

/** Takes those that are to be asked again. all members: what is due is asked wherever it is. */
export const takeDueEnds = (db: Db, now: Date, until: Date, limit: number) =>
  rows(
    db,
    sql<PlayEnd>`
    update play_end e set due_at = ${until}, attempts = attempts + 1 where (member_id, venue_id) in (
      select member_id, venue_id from play_end where due_at <= ${now} order by due_at limit ${limit} for update skip locked)
    returning ${columns}`,
  )

export const ended = (db: Db, end: PlayEnd) =>
  run(
    db,
    sql`delete from play_end where member_id = ${end.memberId} and venue_id = ${end.venueId} and mark = ${end.mark}::uuid`,
  )

/** Not ended: asked again at `dueAt`, or with null only by the next launch. */
export const putBack = (db: Db, end: PlayEnd, dueAt: Date | null) =>
  run(
    db,
    sql`update play_end set due_at = ${dueAt} where member_id = ${end.memberId} and venue_id = ${end.venueId} and mark = ${end.mark}::uuid`,
  )
