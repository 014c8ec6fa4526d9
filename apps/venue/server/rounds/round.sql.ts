import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'

export type RoundState = 'open' | 'closed' | 'drawn' | 'settled' | 'void'
export type RoundRow = {
  tableCode: string
  number: bigint
  day: string
  place: number
  state: RoundState
  opensAt: Date
  closesAt: Date
  drawsAt: Date
  resultsAt: Date
  endsAt: Date
  mathVersion: string
  commitHash: string
  salt: string
  seed: Buffer | null
  outcome: Record<string, unknown> | null
  /** The beacon it waits for; null where it is drawn with the salt alone. */
  beaconChain: string | null
  beaconRound: bigint | null
  beaconAt: Date | null
  beaconSignature: Buffer | null
  /** What it was drawn with, besides its seed; null until then, and where that is the salt. */
  clientSeed: string | null
}
export type NewRound = Omit<
  RoundRow,
  'state' | 'seed' | 'outcome' | 'beaconSignature' | 'clientSeed'
>
export type ChainRow = {
  tableCode: string
  day: string
  length: number
  root: Buffer
  terminal: string
  publishedAt: Date
  salt: string | null
  saltedAt: Date | null
}

export const roundColumns = sql`table_code, number, day, place, state, opens_at, closes_at, draws_at, results_at, ends_at, math_version, commit_hash, salt, seed, outcome, beacon_chain, beacon_round, beacon_at, beacon_signature, client_seed`

/** The tables' clock, read at this very moment and not when the transaction began. */
export const roundNow = async (db: Db): Promise<Date> =>
  (await theRow(db, sql<{ now: Date }>`select round_now() as now`)).now

/** Publishes a chain once; the first one stands. */
export const addChain = (
  db: Db,
  chain: Pick<ChainRow, 'tableCode' | 'day' | 'length' | 'root' | 'terminal'>,
) =>
  run(
    db,
    sql`insert into chain (table_code, day, length, root, terminal, published_at)
    values (${chain.tableCode}, ${chain.day}, ${chain.length}, ${chain.root}, ${chain.terminal}, round_now()) on conflict do nothing`,
  )

export const chainOf = (db: Db, code: string, day: string) =>
  row(db, sql<ChainRow>`select * from chain where table_code = ${code} and day = ${day}`)

/**
 * Salts a chain, once; the clock may have been set back since it was published, the order of the
 * two may not.
 */
export const saltChain = (db: Db, code: string, day: string, salt: string) =>
  run(
    db,
    sql`update chain set salt = ${salt}, salted_at = greatest(round_now(), published_at) where table_code = ${code} and day = ${day} and salt is null`,
  )

/**
 * Opens a round unless it, or a later one, was opened before, or an earlier one is not drawn yet
 * (whose seed this round's commitment would give away). Answers how many were opened.
 */
export const openRound = (tx: Tx, round: NewRound) =>
  run(
    tx,
    sql`insert into round (table_code, number, day, place, state, opens_at, closes_at, draws_at, results_at, ends_at, math_version, commit_hash, salt, beacon_chain, beacon_round, beacon_at)
    select ${round.tableCode}, ${round.number}, ${round.day}, ${round.place}, 'open', ${round.opensAt}, ${round.closesAt}, ${round.drawsAt},
      ${round.resultsAt}, ${round.endsAt}, ${round.mathVersion}, ${round.commitHash}, ${round.salt}, ${round.beaconChain}, ${round.beaconRound}::bigint, ${round.beaconAt}::timestamptz
    where not exists (select 1 from round where table_code = ${round.tableCode} and (number >= ${round.number} or state in ('open', 'closed')))
    on conflict do nothing`,
  )

const LOCKS = { no: sql``, share: sql`for share`, update: sql`for update` }

export const findRound = (db: Db, code: string, number: bigint, lock: keyof typeof LOCKS = 'no') =>
  row(
    db,
    sql<RoundRow>`select ${roundColumns} from round where table_code = ${code} and number = ${number}
    ${LOCKS[lock]}`,
  )

/** Rounds that are past their close, or void, and not settled, the oldest first. */
export const overdueRounds = (db: Db, code: string, now: Date, limit: number) =>
  rows(
    db,
    sql<RoundRow>`select ${roundColumns} from round
    where table_code = ${code} and settled_at is null and (state = 'void' or closes_at <= ${now}) order by number limit ${limit}`,
  )

export const closeRound = (tx: Tx, code: string, number: bigint) =>
  run(
    tx,
    sql`update round set state = 'closed' where table_code = ${code} and number = ${number} and state = 'open'`,
  )

type Draw = {
  seed: Buffer
  outcome: object
  clientSeed: string
  /** The beacon's; null for a round without one. */
  signature: Uint8Array | null
}
export const writeDraw = (tx: Tx, code: string, number: bigint, draw: Draw) =>
  run(
    tx,
    sql`update round set state = 'drawn', seed = ${draw.seed}, outcome = ${JSON.stringify(draw.outcome)}, client_seed = ${draw.clientSeed},
      beacon_signature = ${draw.signature}::bytea, drawn_at = round_now()
    where table_code = ${code} and number = ${number} and state = 'closed'`,
  )

/** Makes a round void that is not settled; its stakes are still to be given back. */
export const markVoid = (tx: Tx, code: string, number: bigint) =>
  run(
    tx,
    sql`update round set state = 'void' where table_code = ${code} and number = ${number} and settled_at is null`,
  )

/** Marks a round as settled once none of its bets is open; a void one stays void. */
export const endRound = (tx: Tx, code: string, number: bigint) =>
  run(
    tx,
    sql`update round set state = case state when 'void' then 'void' else 'settled' end, settled_at = round_now()
    where table_code = ${code} and number = ${number} and state in ('drawn', 'void') and settled_at is null
      and not exists (select 1 from bet where table_code = ${code} and round_number = ${number} and status = 'OPEN')`,
  )

/** Notifies every server, at the commit, that a round changed. */
export const notifyRound = (tx: Tx, code: string, number: bigint) =>
  run(tx, sql`select pg_notify('rounds', ${`${code}:${number}`})`)

/**
 * Rounds before `before`, latest first: those that were drawn, and with `all` those under way too.
 */
export const roundsBefore = (
  db: Db,
  code: string,
  before: bigint | null,
  limit: number,
  all = false,
) =>
  rows(
    db,
    sql<RoundRow>`select ${roundColumns} from round where table_code = ${code}
    ${before === null ? sql`` : sql`and number < ${before}`} ${all ? sql`` : sql`and seed is not null`} order by number desc limit ${limit}`,
  )

export const chainsFrom = (db: Db, code: string, day: string) =>
  rows(
    db,
    sql<ChainRow>`select * from chain where table_code = ${code} and day >= ${day} order by day limit 10`,
  )

/** Forgets rounds nobody bet on once they are old; the chains that determine them stay. */
export const deleteOldRounds = (db: Db, before: Date, limit: number) =>
  run(
    db,
    sql`delete from round where (table_code, number) in (
    select r.table_code, r.number from round r where r.ends_at < ${before} and r.state in ('settled', 'void')
      and not exists (select 1 from bet b where b.table_code = r.table_code and b.round_number = r.number)
    order by r.ends_at limit ${limit})`,
  )
