// Signatures of months, and what months came to with others. all members: the books of the house.
import { caseState } from '@tianping/contract/books/facts'
import { depositState } from '@tianping/contract/cashier/facts'
import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'

export type Preparation = { month: string; digest: string; preparedBy: string; preparedAt: Date }

const preparation = sql`to_char(month, 'YYYY-MM') as month, encode(digest, 'hex') as digest, prepared_by, prepared_at`

export const preparations = (db: Db) =>
  rows(db, sql<Preparation>`select ${preparation} from month_preparation order by month`)

export const lockPreparation = (tx: Tx, month: string) =>
  row(
    tx,
    sql<Preparation>`select ${preparation} from month_preparation where month = ${`${month}-01`}::date for update`,
  )

export const insertPreparation = (tx: Tx, p: Preparation) =>
  run(
    tx,
    sql`
    insert into month_preparation (month, digest, prepared_by, prepared_at)
    values (${`${p.month}-01`}::date, decode(${p.digest}, 'hex'), ${p.preparedBy}, ${p.preparedAt}) on conflict do nothing`,
  )

export const deletePreparation = (tx: Tx, month: string) =>
  run(tx, sql`delete from month_preparation where month = ${`${month}-01`}::date`)

/** Whether the books were compared after a moment without a difference, and what is unresolved. */
export const comparedSince = (db: Db, since: Date) =>
  theRow(
    db,
    sql<{ compared: boolean; differences: number }>`
    select exists (select from ledger.reconciliation_run where started_at >= ${since} and mismatches = 0 and report -> 'accounts' is not null) as compared,
      (select count(*)::int from reconciliation_case where state = ${sql.literal(caseState.open)} and severity = 'mismatch') as differences`,
  )

/** Corrections of earlier, closed months that count in a month. */
export const lateIn = (db: Db, month: string) =>
  theRow(
    db,
    sql<{ bets: number; entries: number }>`
    select (select count(*)::int from play_late where booked_on >= ${`${month}-01`}::date and booked_on < ${`${month}-01`}::date + interval '1 month') as bets,
      (select count(*)::int from ledger.transaction t join ledger.month_closing c on c.month = ${`${month}-01`}::date - interval '1 month'
        where t.xact_id >= c.cut_xid and t.effective_at < ${`${month}-01 00:00:00+08`}::timestamptz and t.phase in ('single', 'post')) as entries`,
  )

export type Party = {
  key: string
  name: string
  count: number
  openingFen: bigint
  inflowFen: bigint
  outflowFen: bigint
  resultFen: bigint
  closingFen: bigint
}

/** Account 110 of each venue: transfers in and out, and what members won (below zero: lost). */
export const venueParties = (db: Db, month: string) =>
  rows(
    db,
    sql<Party>`
    select v.venue_id::text as key, v.name, coalesce((select sum(p.bets) from play_day p where p.venue_id = v.venue_id and p.day >= m.first and p.day < m.after), 0)::int as count,
      coalesce(sum(d.credit_fen - d.debit_fen) filter (where d.day < m.first), 0)::bigint as opening_fen,
      coalesce(sum(d.credit_fen) filter (where d.day >= m.first and d.code = 'venue_in'), 0)::bigint as inflow_fen,
      coalesce(sum(d.debit_fen) filter (where d.day >= m.first and d.code = 'venue_out'), 0)::bigint as outflow_fen,
      coalesce(sum(d.credit_fen - d.debit_fen) filter (where d.day >= m.first and d.code not in ('venue_in', 'venue_out')), 0)::bigint as result_fen,
      coalesce(sum(d.credit_fen - d.debit_fen), 0)::bigint as closing_fen
    from venue v cross join (select ${`${month}-01`}::date as first, (${`${month}-01`}::date + interval '1 month')::date as after) m
      left join ledger.account_day d on d.venue_id = v.venue_id and d.account_code = 110 and d.day < m.after
    group by v.venue_id, v.name, v.rank, m.first, m.after order by v.rank, v.venue_id`,
  )

/** What came in and went out through each payment provider; empty is by hand. */
export const providerParties = (db: Db, month: string) =>
  rows(
    db,
    sql<Party>`
    with m as (select ${`${month}-01 00:00:00+08`}::timestamptz as since, ${`${month}-01 00:00:00+08`}::timestamptz + interval '1 month' as until),
    moved as (
      select provider, 1 as count, credited_fen as inflow, 0::bigint as outflow from deposit_order, m
      where state = ${sql.literal(depositState.credited)} and decided_at >= m.since and decided_at < m.until
      union all
      select p.provider, 1, 0, w.amount_fen from payout_attempt p join withdrawal_order w using (member_id, withdrawal_no), m
      where p.state = 'paid' and p.settled_at >= m.since and p.settled_at < m.until)
    select provider as key, provider as name, sum(count)::int as count, 0::bigint as opening_fen, sum(inflow)::bigint as inflow_fen, sum(outflow)::bigint as outflow_fen,
      sum(inflow - outflow)::bigint as result_fen, 0::bigint as closing_fen
    from moved group by 1 order by 1`,
  )

/** Statements of agents for the month: base, what was paid, what is carried on. */
export const agentParties = (db: Db, month: string) =>
  rows(
    db,
    sql<Party>`
    select s.agent_id::text as key, m.name, s.members as count, s.carried_in_fen as opening_fen, s.base_fen as inflow_fen, s.commission_fen as outflow_fen,
      s.base_fen - s.commission_fen as result_fen, s.carried_out_fen as closing_fen
    from agent_statement s join member m on m.member_id = s.agent_id where s.month = ${month} order by s.agent_id`,
  )
