import { row, run, sql, theRow, type Db } from '@tianping/database'

/** The number of a pool in the books; a pool that nobody set up here is kept as well. */
export const jackpotNoOf = async (db: Db, venueId: number, ref: string): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ jackpotNo: number }>`
      with made as (insert into jackpot_pool (venue_id, ref) values (${venueId}, ${ref}) on conflict do nothing returning jackpot_no)
      select jackpot_no from made union all select jackpot_no from jackpot_pool where venue_id = ${venueId} and ref = ${ref} limit 1`,
    )
  ).jackpotNo

/** True for the first bet of a cycle. */
export const addCycle = async (
  tx: Db,
  c: { jackpotNo: number; cycle: number; seedFen: bigint },
): Promise<boolean> =>
  (await run(
    tx,
    sql`insert into jackpot_cycle (jackpot_no, cycle, seed_fen) values (${c.jackpotNo}, ${c.cycle}, ${c.seedFen}) on conflict do nothing`,
  )) > 0

export type JackpotBet = {
  memberId: bigint
  venueId: number
  betId: string
  jackpotNo: number
  cycle: number
  shareFen: bigint
  wonFen: bigint
  at: Date
}

/** What is kept of a bet, locked; undefined for one that is told first. */
export const jackpotBetBefore = (
  tx: Db,
  { memberId, venueId, betId }: Pick<JackpotBet, 'memberId' | 'venueId' | 'betId'>,
) =>
  row(
    tx,
    sql<Pick<JackpotBet, 'shareFen' | 'wonFen'>>`
    select share_fen, won_fen from jackpot_bet where member_id = ${memberId} and venue_id = ${venueId} and bet_id = ${betId} for update`,
  )

export const keepJackpotBet = (tx: Db, b: JackpotBet) =>
  run(
    tx,
    sql`insert into jackpot_bet (member_id, venue_id, bet_id, jackpot_no, cycle, share_fen, won_fen, at)
    values (${b.memberId}, ${b.venueId}, ${b.betId}, ${b.jackpotNo}, ${b.cycle}, ${b.shareFen}, ${b.wonFen}, ${b.at})
    on conflict (member_id, venue_id, bet_id) do update set share_fen = excluded.share_fen, won_fen = excluded.won_fen`,
  )
