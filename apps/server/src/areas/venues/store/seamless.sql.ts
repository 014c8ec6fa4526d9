// What a seamless venue's calls do, in the database's own functions (migrations/331): a bet is one
// statement, a win or a rollback one more than its bets need.
import { row, rows, run, sql, theRow, type Db, type Sql } from '@tianping/database'

/** What one call was answered; `bets` are those whose state changes with it. */
export type Judged = { status: string; balanceFen: bigint; replayed: boolean; bets: string[] }

type Call = {
  memberId: bigint
  venueId: number
  platname: string
  uuid: string
  round: string
  roundClosed: boolean
  game: string
  amountFen: bigint
  isFree: boolean
  digest: Buffer
  apartFen: bigint
  now: Date
}
export type BetCall = Call & { ticket: string; isOpen: boolean }
export type ResultCall = Call & { kind: 'win' | 'rollback'; reference: string | null }

const judged = sql`status, balance_fen, replayed, bets::text[] as bets`

export const placeBet = (db: Db, c: BetCall) =>
  theRow(
    db,
    sql<Judged>`/* prepared */
    select ${judged} from seamless_bet(${c.memberId}, ${c.venueId}::smallint, ${c.platname}, ${c.uuid}::uuid, ${c.ticket}, ${c.round}, ${c.roundClosed},
      ${c.game}, ${c.amountFen}, ${c.isFree}, ${c.digest}, ${c.isOpen}, ${c.apartFen}, ${c.now})`,
  )

export const takeResult = (tx: Db, c: ResultCall) =>
  theRow(
    tx,
    sql<Judged>`/* prepared */
    select ${judged} from seamless_result(${c.memberId}, ${c.venueId}::smallint, ${c.platname}, ${c.kind}, ${c.uuid}::uuid, ${c.reference}::uuid, ${c.round},
      ${c.roundClosed}, ${c.game}, ${c.amountFen}, ${c.isFree}, ${c.digest}, ${c.apartFen}, ${c.now})`,
  )

/** What a number was answered before, and what the wallet may give. */
export const answeredBefore = (
  tx: Db,
  c: Pick<Call, 'memberId' | 'venueId' | 'uuid' | 'digest' | 'apartFen'>,
) =>
  theRow(
    tx,
    sql<{ status: string | null; balanceFen: bigint }>`
    select b.status, coalesce(b.balance_fen, seamless_balance(${c.memberId}, ${c.apartFen})) as balance_fen
    from seamless_before(${c.memberId}, ${c.venueId}::smallint, ${c.uuid}::uuid, ${c.digest}, ${c.apartFen}) b`,
  )

/** Keeps a bet that was refused before it was looked at, so that a repetition is answered alike. */
export const keepRefusal = (tx: Db, c: BetCall & { status: string; balanceFen: bigint }) =>
  run(
    tx,
    sql`insert into seamless_call (member_id, venue_id, transaction_uuid, kind, round_id, round_closed, game_code, amount_fen, is_free, digest,
      status, balance_fen, at)
    values (${c.memberId}, ${c.venueId}, ${c.uuid}::uuid, 'bet', ${c.round}, ${c.roundClosed}, ${c.game}, 0, ${c.isFree}, ${c.digest},
      ${c.status}, ${c.balanceFen}, ${c.now})`,
  )

/** Ends open bets: their stakes are the venue's. */
export const endBets = (
  tx: Db,
  c: Pick<Call, 'memberId' | 'venueId' | 'platname' | 'now'> & { bets: readonly string[] },
) =>
  row(
    tx,
    sql`select seamless_settle(${c.memberId}, ${c.venueId}::smallint, ${c.platname}, ${c.bets}::uuid[], ${c.now})`,
  )

export type BetState = {
  betId: string
  version: bigint
  gameCode: string
  roundId: string
  isFree: boolean
  isBonus: boolean
  stakeFen: bigint
  wonFen: bigint
  isUndone: boolean
  placedAt: Date
  /** Of a round that a grant pays for: nothing of it is in the wallet. */
  grantNo: string | null
  grantStakeFen: bigint
  grantWonFen: bigint
  isClosed: boolean
}

/** Whether a rollback names it. */
const undone = (uuid: Sql) => sql`exists (
  select from seamless_call r where r.member_id = c.member_id and r.venue_id = c.venue_id and r.kind = 'rollback' and r.status = 'RS_OK'
    and r.reference_uuid = ${uuid})`

/** What the calls of these bets come to; the next version of each. */
export const betStates = (
  tx: Db,
  { memberId, venueId, bets }: { memberId: bigint; venueId: number; bets: readonly string[] },
) =>
  rows(
    tx,
    sql<BetState>`
    select b.bet_id, b.version + 1 as version, b.game_code, b.round_id, c.is_free, c.kind = 'win' as is_bonus, b.stake_fen, b.placed_at,
      coalesce(w.fen, 0)::bigint as won_fen, g.grant_no, coalesce(g.stake_fen, 0) as grant_stake_fen, coalesce(w.free_fen, 0)::bigint as grant_won_fen,
      g.grant_no is not null and exists (select from seamless_call e
        where e.member_id = b.member_id and e.venue_id = b.venue_id and e.round_id = b.round_id and e.round_closed and e.status = 'RS_OK') as is_closed,
      ${undone(sql`c.transaction_uuid`)} as is_undone
    from bet b join seamless_call c on c.member_id = b.member_id and c.venue_id = b.venue_id and c.transaction_uuid = b.bet_id::uuid
    left join free_round_call g on g.member_id = c.member_id and g.venue_id = c.venue_id and g.transaction_uuid = c.transaction_uuid
    left join lateral (
      select sum(s.amount_fen) as fen, sum(f.won_fen) as free_fen
      from seamless_call s left join free_round_call f on f.member_id = s.member_id and f.venue_id = s.venue_id and f.transaction_uuid = s.transaction_uuid
      where s.member_id = c.member_id and s.venue_id = c.venue_id and s.kind = 'win' and s.status = 'RS_OK'
        and (s.reference_uuid = c.transaction_uuid or s.transaction_uuid = c.transaction_uuid) and not ${undone(sql`s.transaction_uuid`)}) w on true
    where b.member_id = ${memberId} and b.venue_id = ${venueId} and b.bet_id = any(${bets}::text[]) order by b.bet_id`,
  )

/** What the wallet may give to a launch that is open, or why none is. */
export const balanceFor = (
  db: Db,
  p: { memberId: bigint; venueId: number; ticket: string; apartFen: bigint; now: Date },
) =>
  row(
    db,
    sql<{ isOpen: boolean; balanceFen: bigint }>`/* prepared */
    select ended_at is null and expires_at > ${p.now} as is_open, seamless_balance(member_id, ${p.apartFen}) as balance_fen
    from launch_ticket where ticket = ${p.ticket} and member_id = ${p.memberId} and venue_id = ${p.venueId}`,
  )
