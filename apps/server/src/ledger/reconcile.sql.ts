// The checks of reconciliation. Every query answers the rows that are wrong, and none when the
// books hold. all members: each check looks at the whole database (one shard at a time, when there
// are shards).
import { sql } from '@tianping/database'

export type DifferenceRow = {
  memberId: bigint | null
  subject: string
  expected: string | null
  found: string | null
}

/** So that broken books still make a readable report. */
const LIMIT = sql`limit 100`

const accountName = sql`concat_ws('/', a.account_code, nullif(a.venue_id, 0))`

export const counts = sql<{
  accounts: bigint
  transactions: bigint
  entries: bigint
  openHolds: bigint
}>`
  select (select count(*) from ledger.account) as accounts, (select count(*) from ledger.transaction) as transactions,
    (select count(*) from ledger.entry) as entries,
    (select count(*) from ledger.transaction h where h.phase = 'pending' and not exists (
      select from ledger.transaction r where r.member_id = h.member_id and r.pending_id = h.transaction_id)) as open_holds`

export const unbalancedTransactions = sql<DifferenceRow>`
  with line as (
    select member_id, transaction_id, count(*) filter (where layer = 'posted') as posted, count(*) filter (where layer = 'pending') as pending,
      coalesce(sum(amount) filter (where layer = 'posted'), 0) as posted_sum, coalesce(sum(amount) filter (where layer = 'pending'), 0) as pending_sum,
      max(amount) filter (where layer = 'posted') as posted_amount, max(amount) filter (where layer = 'pending') as pending_amount
    from ledger.entry group by member_id, transaction_id)
  select coalesce(t.member_id, l.member_id) as member_id, coalesce(t.transaction_id, l.transaction_id)::text as subject,
    case t.phase when 'single' then '2 posted lines' when 'pending' then '2 pending lines' when 'post' then '2 pending and 2 posted lines'
      when 'void' then '2 pending lines' else 'a transaction' end || ', each layer summing to 0' as expected,
    concat_ws(' ', l.posted, 'posted lines sum', l.posted_sum, '·', l.pending, 'pending lines sum', l.pending_sum, '· amount', t.amount) as found
  from ledger.transaction t full join line l on l.member_id = t.member_id and l.transaction_id = t.transaction_id
  where t.member_id is null or l.member_id is null or l.posted_sum <> 0 or l.pending_sum <> 0
    or l.posted <> (case when t.phase in ('single', 'post') then 2 else 0 end)
    or l.pending <> (case when t.phase = 'single' then 0 else 2 end)
    or l.posted_amount <> t.amount or (t.phase = 'pending' and l.pending_amount <> t.amount)
  ${LIMIT}`

export const balancesUnlikeEntries = sql<DifferenceRow>`
  with total as (
    select member_id, account_code, venue_id, coalesce(sum(amount) filter (where layer = 'posted'), 0) as posted,
      coalesce(sum(amount) filter (where layer = 'pending'), 0) as pending
    from ledger.entry where account_version is not null group by member_id, account_code, venue_id)
  select coalesce(a.member_id, e.member_id) as member_id, concat_ws('/', coalesce(a.account_code, e.account_code), nullif(coalesce(a.venue_id, e.venue_id), 0)) as subject,
    concat('posted ', coalesce(e.posted, 0), ', pending ', coalesce(e.pending, 0)) as expected,
    concat('posted ', a.posted_balance, ', pending ', a.pending_credits - a.pending_debits) as found
  from ledger.account a full join total e on e.member_id = a.member_id and e.account_code = a.account_code and e.venue_id = a.venue_id
  where a.posted_balance is distinct from coalesce(e.posted, 0) or a.pending_credits - a.pending_debits is distinct from coalesce(e.pending, 0)
  ${LIMIT}`

export const negativeBalances = sql<DifferenceRow>`
  select a.member_id, ${accountName} as subject, 'nothing below 0' as expected,
    concat('posted ', a.posted_balance, ', reserved ', a.pending_debits, ', on its way in ', a.pending_credits) as found
  from ledger.account a where least(a.posted_balance, a.pending_debits, a.pending_credits, a.posted_balance - a.pending_debits) < 0
  ${LIMIT}`

export const brokenVersions = sql<DifferenceRow>`
  with line as (
    select member_id, account_code, venue_id, account_version, balance_after,
      row_number() over w as place, sum(amount) over (partition by member_id, account_code, venue_id, layer order by account_version) as running
    from ledger.entry where account_version is not null window w as (partition by member_id, account_code, venue_id order by account_version)),
  wrong as (
    select a.member_id, a.account_code, a.venue_id, concat('version ', a.version) as expected, concat(count(l.place), ' entries') as found
    from ledger.account a left join line l on l.member_id = a.member_id and l.account_code = a.account_code and l.venue_id = a.venue_id
    group by a.member_id, a.account_code, a.venue_id, a.version having count(l.place) <> a.version
    union all
    select member_id, account_code, venue_id, concat('entry ', place, ' leaves ', running), concat('entry ', account_version, ' says ', balance_after)
    from line where place <> account_version or running <> balance_after)
  select a.member_id, ${accountName} as subject, a.expected, a.found from wrong a ${LIMIT}`

export const pendingUnlikeHolds = sql<DifferenceRow>`
  with open_line as (
    select e.member_id, e.account_code, e.venue_id, -sum(e.amount) filter (where e.line_no = 1) as debits, sum(e.amount) filter (where e.line_no = 2) as credits
    from ledger.transaction h join ledger.entry e on e.member_id = h.member_id and e.transaction_id = h.transaction_id
    where h.phase = 'pending' and e.account_version is not null
      and not exists (select from ledger.transaction r where r.member_id = h.member_id and r.pending_id = h.transaction_id)
    group by e.member_id, e.account_code, e.venue_id)
  select a.member_id, ${accountName} as subject,
    concat('reserved ', coalesce(o.debits, 0), ', on its way in ', coalesce(o.credits, 0)) as expected,
    concat('reserved ', a.pending_debits, ', on its way in ', a.pending_credits) as found
  from ledger.account a left join open_line o on o.member_id = a.member_id and o.account_code = a.account_code and o.venue_id = a.venue_id
  where a.pending_debits <> coalesce(o.debits, 0) or a.pending_credits <> coalesce(o.credits, 0)
  ${LIMIT}`

export const orphanResolutions = sql<DifferenceRow>`
  select r.member_id, r.transaction_id::text as subject, 'resolves a hold' as expected, coalesce(h.phase, 'nothing there') as found
  from ledger.transaction r left join ledger.transaction h on h.member_id = r.member_id and h.transaction_id = r.pending_id
  where r.pending_id is not null and h.phase is distinct from 'pending'
  ${LIMIT}`

export const brokenChains = sql<DifferenceRow>`
  with line as (
    select e.*, t.phase, t.request_hash, t.effective_at, t.actor_type, t.actor_id, t.idempotency_key,
      lag(e.hash) over (partition by e.member_id, e.account_code, e.venue_id order by e.account_version) as before,
      lead(e.hash) over (partition by e.member_id, e.account_code, e.venue_id order by e.account_version) is null as last
    from ledger.entry e join ledger.transaction t on t.member_id = e.member_id and t.transaction_id = e.transaction_id
    where e.account_version is not null),
  wrong as (
    select member_id, account_code, venue_id, account_version, 'the hash of its content' as expected from line
    where hash is distinct from ledger.link(coalesce(before, ''), line_no, account_code, venue_id, layer, amount, balance_after, account_version,
      ledger.seal(member_id, transaction_id, phase, request_hash, effective_at, actor_type, actor_id, idempotency_key))
    union all
    select a.member_id, a.account_code, a.venue_id, a.version, 'the head of its account'
    from ledger.account a left join line l on l.member_id = a.member_id and l.account_code = a.account_code and l.venue_id = a.venue_id and l.last
    where a.head <> coalesce(l.hash, ''))
  select a.member_id, ${accountName} as subject, a.expected, concat('another, at entry ', a.account_version) as found from wrong a ${LIMIT}`

export const changedRequests = sql<DifferenceRow>`
  select t.member_id, t.transaction_id::text as subject, 'the hash of what was asked' as expected, 'another' as found
  from ledger.transaction t
  left join ledger.transaction h on h.member_id = t.member_id and h.transaction_id = t.pending_id
  left join ledger.entry f on f.member_id = t.member_id and f.transaction_id = t.transaction_id and f.line_no = 1
  left join ledger.entry o on o.member_id = t.member_id and o.transaction_id = t.transaction_id and o.line_no = 2
  where t.request_hash is distinct from ledger.request_hash(t.code, t.phase, f.account_code, f.venue_id, o.account_code, o.venue_id, t.amount,
    case when t.pending_id is null then t.source_type else 'hold' end, case when t.pending_id is null then t.source_id else h.idempotency_key end)
  ${LIMIT}`

export const requirementsUnlikeContributions = sql<DifferenceRow>`
  with total as (
    select member_id, requirement_id, sum(coalesce(counted, amount)) as amount from ledger.wagering_contribution
    where requirement_id is not null group by member_id, requirement_id),
  part as (
    select c.member_id, c.venue_id, c.bet_id, c.requirement_id, sum(c.amount) as amount, sum(coalesce(c.counted, c.amount)) as counted,
      max(c.weight) as weight, count(distinct c.weight) as weights
    from ledger.wagering_contribution c group by c.member_id, c.venue_id, c.bet_id, c.requirement_id)
  select coalesce(r.member_id, c.member_id) as member_id, coalesce(r.source_type || ':' || r.source_id, c.requirement_id::text) as subject,
    coalesce(c.amount, 0)::text as expected, coalesce(r.contributed_fen::text, 'no requirement') as found
  from ledger.wagering_requirement r full join total c on c.member_id = r.member_id and c.requirement_id = r.requirement_id
  where r.contributed_fen is distinct from coalesce(c.amount, 0)
  union all
  select member_id, concat_ws(':', 'bet', venue_id, bet_id), 'no part below 0', amount::text from part where amount < 0
  union all
  -- What a gift counts of a bet, and the turnover of the bet that it takes, belong together by the weight; others count all.
  select p.member_id, concat_ws(':', 'bet', p.venue_id, p.bet_id), concat(p.amount, ' weighed by ', p.weight), p.counted::text
  from part p left join ledger.wagering_requirement r on r.member_id = p.member_id and r.requirement_id = p.requirement_id
  where p.weights > 1 or case when r.is_gift and p.weight = 0 then p.amount <> 0 or p.counted <> 0
    when r.is_gift then p.amount <> div(p.counted * 100 + p.weight - 1, p.weight) else p.amount <> p.counted end
  ${LIMIT}`

export const houseRollUp = sql<DifferenceRow>`
  with place as (select shard, through_xid from ledger.house_balance where account_code = 0),
  total as (
    select p.shard, e.account_code, e.venue_id, sum(e.amount) as amount
    from place p join ledger.transaction t on t.xact_id < p.through_xid
    join ledger.entry e on e.member_id = t.member_id and e.transaction_id = t.transaction_id and e.account_code >= 200 and e.layer = 'posted'
    group by p.shard, e.account_code, e.venue_id),
  kept as (select shard, account_code, venue_id, amount from ledger.house_balance where account_code > 0)
  select null::bigint as member_id, concat_ws('/', account_code, nullif(venue_id, 0)) as subject, coalesce(t.amount, 0)::text as expected, coalesce(k.amount, 0)::text as found
  from kept k full join total t using (shard, account_code, venue_id) where coalesce(k.amount, 0) <> coalesce(t.amount, 0)
  ${LIMIT}`

// Transaction numbers begin anew when rows are copied into another cluster by a logical restore;
// the roll-up would then be blind.
export const foreignNumbers = sql<DifferenceRow>`
  select null::bigint as member_id, 'transaction numbers' as subject, concat('below ', pg_snapshot_xmax(pg_current_snapshot())) as expected, max(xact_id)::text as found
  from ledger.transaction having max(xact_id) >= pg_snapshot_xmax(pg_current_snapshot())`

export const oldHolds = (olderThanMs: number) => sql<DifferenceRow>`
  select h.member_id, h.idempotency_key as subject, concat('resolved by ', least(h.expires_at, h.created_at + ${olderThanMs}::float8 * interval '1 millisecond')) as expected,
    concat(h.amount, ' held since ', h.created_at) as found
  from ledger.transaction h
  where h.phase = 'pending' and least(h.expires_at, h.created_at + ${olderThanMs}::float8 * interval '1 millisecond') < now()
    and not exists (select from ledger.transaction r where r.member_id = h.member_id and r.pending_id = h.transaction_id)
  order by h.created_at ${LIMIT}`

export const stuckOutbox = sql<DifferenceRow>`
  select member_id, concat_ws(' ', topic, id) as subject, 'delivered' as expected, concat(attempts, ' attempts: ', last_error) as found
  from ledger.outbox where next_attempt_at = 'infinity' order by created_at ${LIMIT}`

export const venueTotals = sql<{
  venueId: number
  members: bigint
  postedFen: bigint
  inFlightOutFen: bigint
  inFlightInFen: bigint
  floatFen: bigint
  gameResultFen: bigint
}>`
  with mirrored as (
    select venue_id, count(*) filter (where posted_balance > 0) as members, sum(posted_balance)::bigint as posted, sum(pending_debits)::bigint as debits, sum(pending_credits)::bigint as credits
    from ledger.account where account_code = 110 group by venue_id),
  house as (
    select venue_id, coalesce(sum(amount) filter (where account_code = 400), 0)::bigint as float, coalesce(sum(amount) filter (where account_code = 410), 0)::bigint as result
    from ledger.entry where account_code in (400, 410) and layer = 'posted' group by venue_id)
  select venue_id, coalesce(members, 0) as members, coalesce(posted, 0) as posted_fen, coalesce(debits, 0) as in_flight_out_fen,
    coalesce(credits, 0) as in_flight_in_fen, coalesce(float, 0) as float_fen, coalesce(result, 0) as game_result_fen
  from mirrored full join house using (venue_id) order by venue_id`

export const accountTotals = sql<{ accountCode: number; venueId: number; amountFen: bigint }>`
  select account_code, venue_id, sum(amount)::bigint as amount_fen
  from ledger.entry where layer = 'posted' group by account_code, venue_id order by account_code, venue_id`

export const record = (
  startedAt: Date,
  mismatches: number,
  attentions: number,
  report: string,
  items: string,
) => sql<{ runId: string }>`
  select ledger.record_reconciliation(${startedAt}, ${mismatches}, ${attentions}, ${report}, ${items}) as run_id`

export const rollUpHouse = (shard: number) =>
  sql<{ throughXid: string }>`select ledger.roll_up_house(${shard}::smallint)::text as through_xid`

type Head = {
  memberId: bigint
  accountCode: number
  venueId: number
  version: bigint
  hash: string
}

export const heads = (
  after: { memberId: bigint; accountCode: number; venueId: number },
  limit: number,
) => sql<Head>`
  select member_id, account_code, venue_id, version, encode(head, 'hex') as hash from ledger.account
  where (member_id, account_code, venue_id) > (${after.memberId}, ${after.accountCode}, ${after.venueId}) and version > 0
  order by member_id, account_code, venue_id limit ${limit}`

export const headsThatDiffer = (all: Head[]) => sql<DifferenceRow>`
  select k.member_id, concat_ws('/', k.account_code, nullif(k.venue_id, 0), 'entry', k.version) as subject, k.hash as expected, coalesce(encode(e.hash, 'hex'), 'nothing') as found
  from unnest(${all.map(h => h.memberId)}::bigint[], ${all.map(h => h.accountCode)}::smallint[], ${all.map(h => h.venueId)}::smallint[],
    ${all.map(h => h.version)}::bigint[], ${all.map(h => h.hash)}::text[]) k (member_id, account_code, venue_id, version, hash)
  left join ledger.entry e on e.member_id = k.member_id and e.account_code = k.account_code and e.venue_id = k.venue_id and e.account_version = k.version
  where encode(e.hash, 'hex') is distinct from k.hash ${LIMIT}`
