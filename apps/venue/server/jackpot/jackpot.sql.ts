import { row, rows, run, sql, type Db, type Tx } from '@tianping/database'

export type Terms = { share: number; seed: bigint; bound: bigint }
export type Jackpot = Terms & {
  ref: string
  name: string
  games: string[]
  isOpen: boolean
  nextShare: number
  nextSeed: bigint
  nextBound: bigint
  cycle: number
  /** Beyond the seed, in ten-thousandths of a fen. */
  filled: bigint
  hasBegun: boolean
  seeded: bigint
  contributed: bigint
  paid: bigint
}

const columns = sql`ref, name, games, is_open, share, seed, bound, next_share, next_seed, next_bound, cycle, filled, has_begun, seeded, contributed, paid`

export const jackpotsOf = (db: Db, desk: number) =>
  rows(
    db,
    sql<Jackpot>`select ${columns} from jackpot where desk_id = ${desk} order by ref limit 50`,
  )

/** Jackpots of one desk are changed one after the other. */
export const lockJackpots = (tx: Tx, desk: number) =>
  run(tx, sql`select pg_advisory_xact_lock(hashtext('jackpots'), ${desk})`)

export const lockJackpot = (tx: Tx, desk: number, ref: string) =>
  row(
    tx,
    sql<Jackpot>`select ${columns} from jackpot where desk_id = ${desk} and ref = ${ref} for no key update`,
  )

const ofGame = (desk: number, game: string) =>
  sql`desk_id = ${desk} and is_open and ${game} = any(games)`

/** The pool that stakes of a game go to. */
export const jackpotOfGame = (db: Db, desk: number, game: string) =>
  row(
    db,
    sql<Jackpot>`select ${columns} from jackpot where ${ofGame(desk, game)} order by ref limit 1`,
  )

/** The same, locked: bets on it wait for each other from here to their end. */
export const lockOfGame = (tx: Tx, desk: number, game: string) =>
  row(
    tx,
    sql<Jackpot>`select ${columns} from jackpot where ${ofGame(desk, game)} order by ref limit 1 for no key update`,
  )

export type Wanted = Terms & { ref: string; name: string; games: string[]; isOpen: boolean }

/** The terms in force change with the next cycle, or at once while this one has no bet. */
export const putJackpot = (tx: Tx, desk: number, w: Wanted) =>
  run(
    tx,
    sql`insert into jackpot as j (desk_id, ref, name, games, is_open, share, seed, bound, next_share, next_seed, next_bound)
    values (${desk}, ${w.ref}, ${w.name}, ${w.games}, ${w.isOpen}, ${w.share}, ${w.seed}, ${w.bound}, ${w.share}, ${w.seed}, ${w.bound})
    on conflict (desk_id, ref) do update set name = excluded.name, games = excluded.games, is_open = excluded.is_open,
      next_share = excluded.share, next_seed = excluded.seed, next_bound = excluded.bound,
      share = case when j.has_begun then j.share else excluded.share end, seed = case when j.has_begun then j.seed else excluded.seed end,
      bound = case when j.has_begun then j.bound else excluded.bound end`,
  )

/** What is in a pool after a bet. */
export type Filled = { filled: bigint; share: bigint; won: bigint; begins: boolean }

/** A bet that won nothing; the first of a cycle brings the seed. */
export const fillPool = (tx: Tx, desk: number, ref: string, f: Filled) =>
  run(
    tx,
    sql`update jackpot set filled = ${f.filled}, has_begun = true, contributed = contributed + ${f.share},
      seeded = seeded + case when ${f.begins} then seed else 0 end where desk_id = ${desk} and ref = ${ref}`,
  )

/** A bet that won the pool: the next cycle begins, under the terms that were asked for last. */
export const emptyPool = (tx: Tx, desk: number, ref: string, f: Filled) =>
  run(
    tx,
    sql`update jackpot set filled = ${f.filled}, has_begun = false, contributed = contributed + ${f.share}, paid = paid + ${f.won},
      seeded = seeded + case when ${f.begins} then seed else 0 end, cycle = cycle + 1, share = next_share, seed = next_seed, bound = next_bound
    where desk_id = ${desk} and ref = ${ref}`,
  )

/** A win that was made void goes back to the pool as it is now. */
export const refillPool = (tx: Tx, desk: number, ref: string, { won }: { won: bigint }) =>
  run(
    tx,
    sql`update jackpot set filled = filled + ${won} * 10000::bigint, paid = paid - ${won} where desk_id = ${desk} and ref = ${ref}`,
  )

/** What a bet had to do with a jackpot. */
export type Drawn = {
  ref: string
  cycle: number
  seed: bigint
  part: bigint
  room: bigint
  share: bigint
  won: bigint
}

export const keepDrawn = (tx: Tx, desk: number, betId: string, d: Drawn) =>
  run(
    tx,
    sql`insert into jackpot_bet (desk_id, bet_id, ref, cycle, seed, part, room, share, won)
    values (${desk}, ${betId}, ${d.ref}, ${d.cycle}, ${d.seed}, ${d.part}, ${d.room}, ${d.share}, ${d.won})`,
  )

/** What a bet won of a jackpot; none for most. */
export const wonBy = (tx: Tx, desk: number, betId: string) =>
  row(
    tx,
    sql<{ ref: string; won: bigint }>`
    select ref, won from jackpot_bet where desk_id = ${desk} and bet_id = ${betId} and won > 0`,
  )

export const dropWin = (tx: Tx, desk: number, betId: string) =>
  run(tx, sql`update jackpot_bet set won = 0 where desk_id = ${desk} and bet_id = ${betId}`)

export type Win = {
  ref: string
  cycle: number
  betId: string
  playerId: string
  won: bigint
  at: Date
}

/** The latest wins of each jackpot of a desk, the newest first. */
export const winsOf = (db: Db, desk: number, limit: number) =>
  rows(
    db,
    sql<Win>`select w.ref, w.cycle, w.bet_id, b.player_id, w.won, b.placed_at as at from jackpot j cross join lateral (
      select * from jackpot_bet x where x.desk_id = j.desk_id and x.ref = j.ref and x.won > 0 order by x.cycle desc limit ${limit}) w
    join bet b on b.desk_id = w.desk_id and b.bet_id = w.bet_id
    where j.desk_id = ${desk} order by w.ref, w.cycle desc, b.placed_at desc`,
  )
