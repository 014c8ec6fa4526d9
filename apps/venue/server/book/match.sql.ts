import { row, rows, run, sql, type Db, type Tx } from '@tianping/database'

export type MatchRow = {
  gameCode: string
  number: bigint
  day: string
  place: number
  state: 'open' | 'over' | 'void'
  home: string
  away: string
  terms: unknown
  opensAt: Date
  kicksOffAt: Date
  endsAt: Date
  mathVersion: string
  commitHash: string
  salt: string
  seed: Buffer | null
  outcome: unknown
  settledAt: Date | null
}
export type NewMatch = Omit<MatchRow, 'state' | 'seed' | 'outcome' | 'settledAt'>

const columns = sql`game_code, number, day, place, state, home, away, terms, opens_at, kicks_off_at, ends_at, math_version, commit_hash, salt, seed, outcome, settled_at`

/** Opens a match, once. Answers how many were opened. */
export const openMatch = (tx: Tx, match: NewMatch) =>
  run(
    tx,
    sql`insert into match (game_code, number, day, place, state, home, away, terms, opens_at, kicks_off_at, ends_at, math_version, commit_hash, salt)
    values (${match.gameCode}, ${match.number}, ${match.day}, ${match.place}, 'open', ${match.home}, ${match.away}, ${JSON.stringify(match.terms)},
      ${match.opensAt}, ${match.kicksOffAt}, ${match.endsAt}, ${match.mathVersion}, ${match.commitHash}, ${match.salt}) on conflict do nothing`,
  )

const LOCKS = { no: sql``, share: sql`for share`, update: sql`for update` }

export const findMatch = (db: Db, code: string, number: bigint, lock: keyof typeof LOCKS = 'no') =>
  row(
    db,
    sql<MatchRow>`select ${columns} from match where game_code = ${code} and number = ${number}
    ${LOCKS[lock]}`,
  )

/** Matches of a ticket, locked against their end in one order. */
export const shareMatches = (tx: Tx, code: string, numbers: readonly bigint[]) =>
  rows(
    tx,
    sql<MatchRow>`select ${columns} from match where game_code = ${code} and number = any(${numbers}::bigint[]) order by number for share`,
  )

/** The last match that was opened; nothing when none ever was. */
export const lastOpened = (db: Db, code: string) =>
  row(
    db,
    sql<{
      number: bigint
    }>`select number from match where game_code = ${code} order by number desc limit 1`,
  )

/** Matches that are past their end, or void, and not settled, the oldest first. */
export const overdueMatches = (db: Db, code: string, limit: number) =>
  rows(
    db,
    sql<MatchRow>`select ${columns} from match
    where game_code = ${code} and settled_at is null and (state = 'void' or ends_at <= round_now()) order by number limit ${limit}`,
  )

/** When the next match that is under way ends. */
export const nextEnd = (db: Db, code: string) =>
  row(
    db,
    sql<{
      endsAt: Date
    }>`select ends_at from match where game_code = ${code} and state = 'open' order by ends_at limit 1`,
  )

export const endMatch = (
  tx: Tx,
  code: string,
  number: bigint,
  seed: Uint8Array,
  outcome: unknown,
) =>
  run(
    tx,
    sql`update match set state = 'over', seed = ${seed}, outcome = ${JSON.stringify(outcome)} where game_code = ${code} and number = ${number} and state = 'open'`,
  )

/** Makes a match void; what was staked on it is still to be given back. */
export const voidMatchRow = (tx: Tx, code: string, number: bigint) =>
  run(
    tx,
    sql`update match set state = 'void', settled_at = null where game_code = ${code} and number = ${number} and state <> 'void'`,
  )

/** Marks a match as settled once none of its selections is undecided. */
export const settledMatch = (tx: Tx, code: string, number: bigint) =>
  run(
    tx,
    sql`update match set settled_at = round_now() where game_code = ${code} and number = ${number} and state <> 'open' and settled_at is null
    and not exists (select 1 from leg where game_code = ${code} and number = ${number} and result is null)`,
  )

/** Notifies every server, at the commit, that a match changed. */
export const notifyMatch = (tx: Tx, code: string, number: bigint) =>
  run(tx, sql`select pg_notify('matches', ${`${code}:${number}`})`)

/** Matches on show: those not yet over and the last that are, by number. */
export const matchesOnShow = (db: Db, code: string, ended: number) =>
  rows(
    db,
    sql<MatchRow>`select * from (
      select ${columns} from match where game_code = ${code} and state = 'open'
      union all (select ${columns} from match where game_code = ${code} and state <> 'open' order by number desc limit ${ended})
    ) m order by number`,
  )

/** Matches that ended before `before`, latest first. */
export const matchesBefore = (db: Db, code: string, before: bigint | null, limit: number) =>
  rows(
    db,
    sql<MatchRow>`select ${columns} from match where game_code = ${code} and state <> 'open'
    ${before === null ? sql`` : sql`and number < ${before}`} order by number desc limit ${limit}`,
  )

/**
 * True when no earlier match of the book is still under way: then its chain seed gives nothing
 * away.
 */
export const nothingBefore = async (db: Db, code: string, number: bigint): Promise<boolean> =>
  !(await row(
    db,
    sql`select 1 from match where game_code = ${code} and number < ${number} and state = 'open' limit 1`,
  ))

/** Forgets matches nobody bet on once they are old; the chains that determine them stay. */
export const deleteOldMatches = (db: Db, before: Date, limit: number) =>
  run(
    db,
    sql`delete from match where (game_code, number) in (
    select m.game_code, m.number from match m where m.ends_at < ${before} and m.settled_at is not null
      and not exists (select 1 from leg l where l.game_code = m.game_code and l.number = m.number)
    order by m.ends_at limit ${limit})`,
  )
