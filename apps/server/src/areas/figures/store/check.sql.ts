// The facts recomputed from ledger and bets. Each statement answers the rows that differ, and none
// when the facts are right. all members: the whole database is compared.
import { betStatus } from '@tianping/contract/records/facts'
import { sql } from '@tianping/database'
import type { Difference } from '../../../ledger/reconcile.ts'

const LIMIT = sql`limit 100`
/** What the facts say they hold. */
const counted = sql`t.xact_id < (select through_xid from ledger.fact_progress)`

export const accountsUnlikeEntries = sql<Difference>`
  with told as (
    select ledger.booked_on(t.effective_at, t.xact_id) as day, e.account_code, e.venue_id, t.code, coalesce(-sum(e.amount) filter (where e.amount < 0), 0) as debit,
      coalesce(sum(e.amount) filter (where e.amount > 0), 0) as credit, count(*) as entries
    from ledger.transaction t join ledger.entry e on e.member_id = t.member_id and e.transaction_id = t.transaction_id
    where ${counted} and e.layer = 'posted' group by 1, 2, 3, 4)
  select null::bigint as member_id, concat_ws(' ', day, concat_ws('/', account_code, nullif(venue_id, 0)), code) as subject,
    concat_ws(' ', coalesce(t.debit, 0), coalesce(t.credit, 0), coalesce(t.entries, 0)) as expected,
    concat_ws(' ', coalesce(k.debit_fen, 0), coalesce(k.credit_fen, 0), coalesce(k.entries, 0)) as found
  from told t full join ledger.account_day k using (day, account_code, venue_id, code)
  where (t.debit, t.credit, t.entries) is distinct from (k.debit_fen, k.credit_fen, k.entries) ${LIMIT}`

export const membersUnlikeEntries = sql<Difference>`
  with told as (
    select t.member_id, ledger.booked_on(t.effective_at, t.xact_id) as day,
      count(*) filter (where e.account_code = 200 and e.amount < 0) as deposits, coalesce(-sum(e.amount) filter (where e.account_code = 200), 0) as deposit_fen,
      count(*) filter (where e.account_code = 220 and e.amount > 0) as withdrawals, coalesce(sum(e.amount) filter (where e.account_code = 220), 0) as withdrawal_fen,
      coalesce(-sum(e.amount) filter (where e.account_code in (300, 310, 320, 330, 340, 900, 910)), 0) as given_fen,
      coalesce(sum(e.amount) filter (where e.account_code in (500, 520)), 0) as fee_fen
    from ledger.transaction t join ledger.entry e on e.member_id = t.member_id and e.transaction_id = t.transaction_id
    where ${counted} and e.layer = 'posted' and e.account_code in (200, 220, 300, 310, 320, 330, 340, 500, 520, 900, 910) group by 1, 2),
  kept as (
    select member_id, day, deposits, deposit_fen, withdrawals, withdrawal_fen, bonus_fen + packet_fen + rebate_fen + commission_fen + adjustment_fen as given_fen,
      fee_fen - rail_fee_fen as fee_fen
    from ledger.member_day)
  select coalesce(t.member_id, k.member_id) as member_id, coalesce(t.day, k.day)::text as subject,
    concat_ws(' ', t.deposits, t.deposit_fen, t.withdrawals, t.withdrawal_fen, t.given_fen, t.fee_fen) as expected,
    concat_ws(' ', k.deposits, k.deposit_fen, k.withdrawals, k.withdrawal_fen, k.given_fen, k.fee_fen) as found
  from told t full join kept k on k.member_id = t.member_id and k.day = t.day
  where (t.deposits, t.deposit_fen, t.withdrawals, t.withdrawal_fen, t.given_fen, t.fee_fen)
    is distinct from (k.deposits, k.deposit_fen, k.withdrawals, k.withdrawal_fen, k.given_fen, k.fee_fen) ${LIMIT}`

/** A bet counts on its own day; what is late is moved, and what waits is not there yet. */
export const playUnlikeBets = sql<Difference>`
  with part as (
    select b.member_id, play_day_of(b) as day, b.venue_id, b.game_code, 1 as bets, b.stake_fen, b.valid_fen, b.payout_fen from bet b where b.status = ${sql.literal(betStatus.settled)}
    union all
    select member_id, day, venue_id, game_code, -bets, -stake_fen, -valid_fen, -payout_fen from play_late
    union all
    select member_id, booked_on, venue_id, game_code, bets, stake_fen, valid_fen, payout_fen from play_late
    union all
    select member_id, day, venue_id, game_code, -bets, -stake_fen, -valid_fen, -payout_fen from play_change
    union all
    select member_id, day, venue_id, game_code, -bets, -stake_fen, -valid_fen, -payout_fen from play_day)
  select member_id, concat_ws(' ', day, venue_id, game_code) as subject, '0 0 0 0' as expected,
    concat_ws(' ', -sum(bets), -sum(stake_fen), -sum(valid_fen), -sum(payout_fen)) as found
  from part group by member_id, day, venue_id, game_code
  having sum(bets) <> 0 or sum(stake_fen) <> 0 or sum(valid_fen) <> 0 or sum(payout_fen) <> 0 ${LIMIT}`

/** Sums over all members are those of their days. */
export const houseUnlikeMembers = sql<Difference>`
  with part as (
    select day, deposits, deposit_fen, withdrawals, withdrawal_fen, bonus_fen + packet_fen + rebate_fen + commission_fen + adjustment_fen as given_fen,
      fee_fen, rail_fee_fen from ledger.member_day
    union all
    select day, -deposits, -deposit_fen, -withdrawals, -withdrawal_fen, -(bonus_fen + packet_fen + rebate_fen + commission_fen + adjustment_fen), -fee_fen,
      -rail_fee_fen from ledger.house_day)
  select null::bigint as member_id, day::text as subject, '0 0 0 0 0 0 0' as expected,
    concat_ws(' ', -sum(deposits), -sum(deposit_fen), -sum(withdrawals), -sum(withdrawal_fen), -sum(given_fen), -sum(fee_fen), -sum(rail_fee_fen)) as found
  from part group by day
  having sum(deposits) <> 0 or sum(deposit_fen) <> 0 or sum(withdrawals) <> 0 or sum(withdrawal_fen) <> 0 or sum(given_fen) <> 0 or sum(fee_fen) <> 0
    or sum(rail_fee_fen) <> 0 ${LIMIT}`

export const gamesUnlikePlay = sql<Difference>`
  with part as (
    select day, venue_id, game_code, bets, stake_fen, valid_fen, payout_fen from play_day
    union all
    select day, venue_id, game_code, -bets, -stake_fen, -valid_fen, -payout_fen from play_game_day)
  select null::bigint as member_id, concat_ws(' ', day, venue_id, game_code) as subject, '0 0 0 0' as expected,
    concat_ws(' ', -sum(bets), -sum(stake_fen), -sum(valid_fen), -sum(payout_fen)) as found
  from part group by day, venue_id, game_code
  having sum(bets) <> 0 or sum(stake_fen) <> 0 or sum(valid_fen) <> 0 or sum(payout_fen) <> 0 ${LIMIT}`

export const activeUnlikeDays = sql<Difference>`
  with told as (
    select day, member_id from play_day where bets > 0 union select day, member_id from ledger.member_day where deposits > 0)
  select member_id, day::text as subject, (t.active is not null)::text as expected, (k.active is not null)::text as found
  from (select day, member_id, true as active from told) t full join (select day, member_id, true as active from active_day) k using (day, member_id)
  where t.active is null or k.active is null ${LIMIT}`

/** The lines of closed months, from the entries and the cuts alone. */
export const monthsUnlikeEntries = sql<Difference>`
  with told as (
    select date_trunc('month', ledger.booked_on(t.effective_at, t.xact_id))::date as month, e.account_code, e.venue_id,
      coalesce(-sum(e.amount) filter (where e.amount < 0), 0) as debit, coalesce(sum(e.amount) filter (where e.amount > 0), 0) as credit, count(*) as entries
    from ledger.transaction t join ledger.entry e on e.member_id = t.member_id and e.transaction_id = t.transaction_id
    where ${counted} and e.layer = 'posted' group by 1, 2, 3),
  line as (
    select c.month, t.account_code, t.venue_id, coalesce(sum(t.credit - t.debit) filter (where t.month < c.month), 0) as opening,
      coalesce(sum(t.debit) filter (where t.month = c.month), 0) as debit, coalesce(sum(t.credit) filter (where t.month = c.month), 0) as credit,
      coalesce(sum(t.entries) filter (where t.month = c.month), 0) as entries
    from ledger.month_closing c join told t on t.month <= c.month group by 1, 2, 3)
  select null::bigint as member_id, concat_ws(' ', month, concat_ws('/', account_code, nullif(venue_id, 0))) as subject,
    concat_ws(' ', l.opening, l.debit, l.credit, l.entries) as expected, concat_ws(' ', k.opening_fen, k.debit_fen, k.credit_fen, k.entries) as found
  from line l full join ledger.month_line k using (month, account_code, venue_id)
  where (l.opening, l.debit, l.credit, l.entries) is distinct from (k.opening_fen, k.debit_fen, k.credit_fen, k.entries) ${LIMIT}`

/** Each closed month carries the hash of its lines, its signatures and the month before. */
export const brokenMonths = sql<Difference>`
  with line as (
    select month, sha256(convert_to(string_agg(concat_ws('|', account_code, venue_id, opening_fen, debit_fen, credit_fen, closing_fen, entries), ';'
      order by account_code, venue_id), 'UTF8')) as digest
    from ledger.month_line group by month),
  told as (
    select c.month, c.hash, ledger.month_hash(coalesce(lag(c.hash) over (order by c.month), ''), c.month, c.cut_xid, l.digest, c.prepared_by, c.prepared_at, c.closed_by, c.closed_at) as expected
    from ledger.month_closing c left join line l using (month))
  select null::bigint as member_id, month::text as subject, coalesce(encode(expected, 'hex'), 'lines') as expected, encode(hash, 'hex') as found
  from told where hash is distinct from expected ${LIMIT}`
