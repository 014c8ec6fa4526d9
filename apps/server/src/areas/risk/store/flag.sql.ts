// Each rule is one statement over sets: it finds, explains by figures (`inputs`), and keeps. A flag
// that waits is seen again with its newest figures; one that was decided stays as it was.
import { flagState, type FlagState } from '@tianping/contract/risk/facts'
import { reviewState } from '@tianping/contract/facts'
import { expectedFen, verificationState } from '@tianping/contract/verification/facts'
import { depositState } from '@tianping/contract/cashier/facts'
import { betStatus } from '@tianping/contract/records/facts'
import { rows, sql, type Db, type Sql } from '@tianping/database'
import type { RiskRule } from '../setting.ts'

const approved = sql.literal(reviewState.approved)
const credited = sql.literal(depositState.credited)
const settled = sql.literal(betStatus.settled)

export const kinds = [
  'shared_address',
  'shared_device',
  'shared_card',
  'bonus_abuse',
  'opposite_sides',
  'rapid_in_out',
  'changed_payout',
  'large_win',
  'large_sum',
  'structuring',
  'third_party',
  'mule',
  'many_methods',
  'beyond_profile',
  'refused_diligence',
] as const
export type RiskKind = (typeof kinds)[number]

/** How much each kind says, of 100. */
export const weights: Record<RiskKind, number> = {
  shared_address: 40,
  shared_device: 55,
  shared_card: 80,
  bonus_abuse: 60,
  opposite_sides: 90,
  rapid_in_out: 70,
  changed_payout: 85,
  large_win: 50,
  large_sum: 45,
  structuring: 85,
  third_party: 75,
  mule: 90,
  many_methods: 60,
  beyond_profile: 80,
  refused_diligence: 85,
}

/** Others that a flag names; more are counted only. */
const MOST_NAMED = 20
/**
 * An address with more members than this is a network's, not a person's: it links nobody to
 * anybody.
 */
const MOST_LINKED = 20
/** Changes of an account by which somebody else may have come in. */
const WAYS_IN = ['password_reset', 'password_recovered', 'pay_password_reset', 'contact', 'name']
/** Days whose wins are looked at: a day is looked at many times before it is over. */
const WIN_DAYS = 2

export type Look = {
  now: Date
  since: Date
  today: string
  version: number
  rule: RiskRule
  /** Only what concerns this member; null for everybody. */
  memberId: bigint | null
}
type Part = Sql

const DAY_MS = 86_400_000
const since = (look: Look, days: number) => new Date(look.now.getTime() - days * DAY_MS)

/** Narrows a look at one member by the column that names a member; at everybody not at all. */
const about = ({ memberId }: Look, member: Part): Part =>
  memberId === null ? sql`true` : sql`${member} = ${memberId}`

/** Narrows a look at one member to what the member has in a trace or binding. */
const held = ({ memberId }: Look, column: Part, table: Part): Part =>
  memberId === null
    ? sql`true`
    : sql`${column} in (select ${column} from ${table} where member_id = ${memberId})`

/** Keeps what `found` gives (member_id, subject, inputs) and answers how many are new. */
const keep = async (db: Db, kind: RiskKind, look: Look, found: Part): Promise<number> =>
  (
    await rows(
      db,
      sql<{ fresh: boolean }>`
    insert into risk_flag as f (member_id, kind, subject, rule_version, inputs, weight, raised_at, seen_at)
    select member_id, ${kind}, left(subject, 200), ${look.version}, inputs, ${weights[kind]}, ${look.now}, ${look.now} from (${found}) found where ${about(look, sql`member_id`)}
    on conflict (member_id, kind, subject) do update set rule_version = excluded.rule_version, inputs = excluded.inputs, seen_at = excluded.seen_at where f.state = ${sql.literal(flagState.open)}
    returning old.flag_id is null as fresh`,
    )
  ).filter(each => each.fresh).length

/** Members of a group with the others of it. */
const named = (group: Part) =>
  sql`(select array_agg(o order by o) from (select unnest(${group}) as o) each_of where o <> member_id limit 1)`

const sharedAddress = (db: Db, look: Look) =>
  keep(
    db,
    'shared_address',
    look,
    sql`
  with places as (
    select address, array_agg(distinct member_id) as members from login_trace where last_at >= ${look.since} and address <> '' and ${held(look, sql`address`, sql`login_trace`)}
    group by address having count(distinct member_id) >= ${look.rule.sharedAddress.members})
  select member_id, address as subject, jsonb_build_object('address', address, 'members', cardinality(members), 'others', (${named(sql`members`)})[1:${MOST_NAMED}]) as inputs
  from places, unnest(members) as member_id`,
  )

const sharedDevice = (db: Db, look: Look) =>
  keep(
    db,
    'shared_device',
    look,
    sql`
  with devices as (
    select device, (array_agg(agent order by last_at desc, member_id desc))[1] as agent, array_agg(distinct member_id) as members from device_trace where last_at >= ${look.since} and ${held(look, sql`device`, sql`device_trace`)}
    group by device having count(distinct member_id) >= ${look.rule.sharedDevice.members})
  select member_id, device as subject,
    jsonb_build_object('device', left(device, 8), 'agent', agent, 'members', cardinality(members), 'others', (${named(sql`members`)})[1:${MOST_NAMED}]) as inputs
  from devices, unnest(members) as member_id`,
  )

const sharedCard = (db: Db, look: Look) =>
  keep(
    db,
    'shared_card',
    look,
    sql`
  with numbers as (
    select number_digest, min(bank) as bank, min(number_tail) as tail, array_agg(distinct member_id) as members
    from card where number_digest in (select number_digest from card where bound_at >= ${look.since}) and ${held(look, sql`number_digest`, sql`card`)}
    group by number_digest having count(distinct member_id) >= ${look.rule.sharedCard.members})
  select member_id, encode(substr(number_digest, 1, 8), 'hex') as subject,
    jsonb_build_object('bank', bank, 'tail', tail, 'members', cardinality(members), 'others', (${named(sql`members`)})[1:${MOST_NAMED}]) as inputs
  from numbers, unnest(members) as member_id`,
  )

const bonusAbuse = (db: Db, look: Look) =>
  keep(
    db,
    'bonus_abuse',
    look,
    sql`
  with given as (
    select member_id, sum(fen)::bigint as fen, count(*) as times from (
      select member_id, amount_fen as fen from redpacket_draw where claimed_at >= ${look.since}
      union all select member_id, bonus_fen from activity_application where state = ${approved} and decided_at >= ${look.since} and bonus_fen > 0
    ) promotions where ${about(look, sql`member_id`)} group by member_id having sum(fen) >= ${look.rule.bonusAbuse.minFen}),
  measured as (
    select g.*, (select coalesce(sum(credited_fen), 0)::bigint from deposit_order d where d.member_id = g.member_id and d.state = ${credited} and d.decided_at >= ${look.since}) as deposits
    from given g)
  select member_id, left(${look.today}, 7) as subject, jsonb_build_object('promotions_fen', fen, 'times', times, 'deposits_fen', deposits, 'days', ${look.rule.lookBackDays}::int) as inputs
  from measured where fen * 100 >= deposits * ${look.rule.bonusAbuse.percent}::bigint`,
  )

const oppositeSides = (db: Db, look: Look) =>
  keep(
    db,
    'opposite_sides',
    look,
    sql`
  with recent as (select distinct address, member_id from login_trace where last_at >= ${look.since} and address <> ''),
  homes as (select address from recent group by address having count(*) between 2 and ${MOST_LINKED}),
  used as (select device, member_id from device_trace where last_at >= ${look.since}),
  shared as (select device from used group by device having count(*) between 2 and ${MOST_LINKED}),
  linked as (
    select a.member_id as one, b.member_id as other, '设备' as tie from shared s join used a using (device) join used b using (device) where a.member_id < b.member_id
    union all
    select a.member_id, b.member_id, '网络地址' from homes h join recent a using (address) join recent b using (address) where a.member_id < b.member_id
    union all
    select a.member_id, b.member_id, '收款账号' from card a join card b on b.number_digest = a.number_digest and a.member_id < b.member_id
    union all
    select least(m.member_id, m.referrer_id), greatest(m.member_id, m.referrer_id), '推荐关系' from member m where m.referrer_id is not null and m.last_login_at >= ${look.since}),
  pairs as materialized (select one, other, string_agg(distinct tie, '、') as tie from linked where ${about(look, sql`one`)} or ${about(look, sql`other`)} group by one, other limit 20000),
  players as (select one as member_id from pairs union select other from pairs),
  played as materialized (
    select b.member_id, b.venue_id, b.game_code, b.round_id, sum(b.stake_fen) as stake, array_agg(distinct b.selection) as sides
    from players join bet b using (member_id) where b.placed_at >= ${look.since} and b.status <> ${sql.literal(betStatus.void)} group by 1, 2, 3, 4),
  found as (
    select p.one, p.other, p.tie, count(*) as rounds, sum(a.stake)::bigint as stake, sum(b.stake)::bigint as against, (array_agg(a.round_id order by a.round_id desc))[1:5] as sample
    from pairs p join played a on a.member_id = p.one
    join played b on b.member_id = p.other and b.venue_id = a.venue_id and b.game_code = a.game_code and b.round_id = a.round_id
    where not a.sides && b.sides and least(a.stake, b.stake) * 100 >= greatest(a.stake, b.stake) * ${look.rule.oppositeSides.percent}::bigint
    group by p.one, p.other, p.tie having count(*) >= ${look.rule.oppositeSides.rounds})
  select one as member_id, 'pair:' || other as subject,
    jsonb_build_object('others', jsonb_build_array(other), 'linked_by', tie, 'rounds', rounds, 'stake_fen', stake, 'against_fen', against, 'sample', to_jsonb(sample)) as inputs from found
  union all
  select other, 'pair:' || one, jsonb_build_object('others', jsonb_build_array(one), 'linked_by', tie, 'rounds', rounds, 'stake_fen', against, 'against_fen', stake, 'sample', to_jsonb(sample)) from found`,
  )

const rapidInOut = (db: Db, look: Look) =>
  keep(
    db,
    'rapid_in_out',
    look,
    sql`
  with asked as (
    select member_id, withdrawal_no, amount_fen, created_at, created_at - make_interval(hours => ${look.rule.rapidInOut.hours}) as from_at
    from withdrawal_order where created_at >= ${look.since} and state in (${sql.literal(reviewState.waiting)}, ${approved}) and ${about(look, sql`member_id`)}),
  measured as (
    select a.*, d.fen as deposits, d.first_at,
      (select coalesce(sum(b.valid_fen), 0)::bigint from bet b where b.member_id = a.member_id and b.placed_at >= d.first_at and b.placed_at <= a.created_at and b.status = ${settled}) as valid
    from asked a cross join lateral (
      select coalesce(sum(credited_fen), 0)::bigint as fen, min(decided_at) as first_at from deposit_order o
      where o.member_id = a.member_id and o.state = ${credited} and o.decided_at >= a.from_at and o.decided_at <= a.created_at) d
    where d.fen >= greatest(${look.rule.rapidInOut.minFen}::bigint, 1))
  select member_id, withdrawal_no as subject,
    jsonb_build_object('withdrawal_no', withdrawal_no, 'withdrawal_fen', amount_fen, 'deposits_fen', deposits, 'valid_fen', valid, 'hours', ceil(extract(epoch from created_at - first_at) / 3600)::int) as inputs
  from measured
  where amount_fen * 100 >= deposits * ${look.rule.rapidInOut.percent}::bigint and valid * 100 < deposits * ${look.rule.rapidInOut.turnoverPercent}::bigint`,
  )

const largeWin = (db: Db, look: Look) =>
  keep(
    db,
    'large_win',
    look,
    sql`
  select member_id, 'day:' || day as subject, jsonb_build_object('day', day, 'won_fen', sum(payout_fen - stake_fen)::bigint, 'stake_fen', sum(stake_fen)::bigint, 'bets', sum(bets)) as inputs
  from turnover_day where day > ${look.today}::date - ${WIN_DAYS}::int and ${about(look, sql`member_id`)} group by member_id, day having sum(payout_fen - stake_fen) >= ${look.rule.largeWin.dayFen}
  union all
  select b.member_id, 'bet:' || b.venue_id || ':' || b.bet_id,
    jsonb_build_object('bet_id', b.bet_id, 'venue', v.name, 'game', coalesce(g.name, b.game_code), 'stake_fen', b.stake_fen, 'payout_fen', b.payout_fen, 'times', floor(b.payout_fen / b.stake_fen))
  from bet b join venue v using (venue_id) left join game g on g.venue_id = b.venue_id and g.game_code = b.game_code
  where b.placed_at >= (${look.today}::date - ${WIN_DAYS}::int)::timestamp at time zone 'Asia/Shanghai' and b.status = ${settled} and b.stake_fen > 0
    and b.payout_fen >= ${look.rule.largeWin.betFen} and b.payout_fen >= b.stake_fen * ${look.rule.largeWin.times}::bigint and ${about(look, sql`b.member_id`)}`,
  )

/** A way in was replaced, then a card was bound, then money was asked for to it. */
const changedPayout = (db: Db, look: Look) =>
  keep(
    db,
    'changed_payout',
    look,
    sql`
  select w.member_id, w.withdrawal_no as subject,
    jsonb_build_object('withdrawal_no', w.withdrawal_no, 'withdrawal_fen', w.amount_fen, 'change', g.kind, 'bank', c.bank, 'tail', c.number_tail,
      'hours', ceil(extract(epoch from w.created_at - g.at) / 3600)) as inputs
  from withdrawal_order w join card c on c.card_id = w.card_id and c.member_id = w.member_id
  cross join lateral (
    select g.kind, g.at from account_change g where g.member_id = w.member_id and g.kind = any(${WAYS_IN}) and g.at <= c.bound_at
      and g.at >= w.created_at - make_interval(hours => ${look.rule.changedPayout.hours}) order by g.at desc limit 1) g
  where w.created_at >= ${look.since} and w.state in (${sql.literal(reviewState.waiting)}, ${approved}) and ${about(look, sql`w.member_id`)}`,
  )

/** What went in and out within the days of the rule, each day of a member once. */
const largeSum = (db: Db, look: Look) =>
  keep(
    db,
    'large_sum',
    look,
    sql`
  with moved as (
    select member_id, credited_fen as in_fen, 0::bigint as out_fen from deposit_order
    where state = ${credited} and decided_at >= ${since(look, look.rule.largeSum.days)} and ${about(look, sql`member_id`)}
    union all
    select member_id, 0, amount_fen from withdrawal_order
    where state in (${sql.literal(reviewState.waiting)}, ${approved}) and created_at >= ${since(look, look.rule.largeSum.days)} and ${about(look, sql`member_id`)})
  select member_id, 'until:' || ${look.today}::text as subject,
    jsonb_build_object('days', ${look.rule.largeSum.days}::int, 'deposits_fen', sum(in_fen)::bigint, 'deposits', count(*) filter (where in_fen > 0),
      'withdrawals_fen', sum(out_fen)::bigint, 'withdrawals', count(*) filter (where out_fen > 0)) as inputs
  from moved m
  where not exists (select from risk_flag f where f.member_id = m.member_id and f.kind = 'large_sum' and f.raised_at >= ${since(look, look.rule.largeSum.days)} and f.subject <> 'until:' || ${look.today}::text)
  group by member_id having greatest(sum(in_fen), sum(out_fen)) >= ${look.rule.largeSum.sumFen}`,
  )

/** Several deposits just below a sum, within some hours of the last of them. */
const structuring = (db: Db, look: Look) =>
  keep(
    db,
    'structuring',
    look,
    sql`
  with near as (
    select member_id, deposit_no, credited_fen, decided_at from deposit_order
    where state = ${credited} and decided_at >= ${look.since} and credited_fen < ${look.rule.structuring.limitFen}
      and credited_fen * 100 >= ${look.rule.structuring.limitFen}::bigint * ${look.rule.structuring.nearPercent}::bigint and ${about(look, sql`member_id`)}),
  runs as (
    select member_id, (array_agg(deposit_no) over w)[1] as first_no, count(*) over w as deposits, sum(credited_fen) over w as fen
    from near window w as (partition by member_id order by decided_at range between make_interval(hours => ${look.rule.structuring.hours}) preceding and current row)),
  largest as (select distinct on (member_id) * from runs where deposits >= ${look.rule.structuring.atLeast} order by member_id, deposits desc, fen desc)
  select member_id, first_no as subject,
    jsonb_build_object('hours', ${look.rule.structuring.hours}::int, 'deposits', deposits, 'limit_fen', ${look.rule.structuring.limitFen}::bigint, 'deposits_fen', fen::bigint) as inputs
  from largest`,
  )

const plainName = (name: Part) =>
  sql`lower(regexp_replace(normalize(${name}, nfkc), '[[:space:]·•.,]', '', 'g'))`

/** Deposits in another person's name; a payer who is not known is nobody else. */
const thirdParty = (db: Db, look: Look) =>
  keep(
    db,
    'third_party',
    look,
    sql`
  select d.member_id, left(${look.today}, 7) as subject,
    jsonb_build_object('deposits', count(*), 'deposits_fen', sum(d.credited_fen)::bigint, 'sample', to_jsonb((array_agg(d.deposit_no order by d.decided_at desc))[1:5])) as inputs
  from deposit_order d join member m using (member_id)
  where d.state = ${credited} and d.decided_at >= ${look.since} and d.payer_owner <> '' and m.realname <> ''
    and ${plainName(sql`d.payer_owner`)} <> ${plainName(sql`m.realname`)} and ${about(look, sql`d.member_id`)}
  group by d.member_id having sum(d.credited_fen) >= ${look.rule.thirdParty.minFen}`,
  )

/** Groups that share a card, a device or an address, through which money passes unplayed. */
const mule = (db: Db, look: Look) =>
  keep(
    db,
    'mule',
    look,
    sql`
  with ties as (
    select encode(substr(number_digest, 1, 8), 'hex') as tie, '收款账号' as linked_by, array_agg(distinct member_id) as members from card
    where ${held(look, sql`number_digest`, sql`card`)} group by number_digest having count(distinct member_id) between ${look.rule.mule.members} and ${MOST_LINKED}
    union all
    select device, '设备', array_agg(distinct member_id) from device_trace where last_at >= ${look.since} and ${held(look, sql`device`, sql`device_trace`)}
    group by device having count(distinct member_id) between ${look.rule.mule.members} and ${MOST_LINKED}
    union all
    select address, '网络地址', array_agg(distinct member_id) from login_trace where last_at >= ${look.since} and address <> '' and ${held(look, sql`address`, sql`login_trace`)}
    group by address having count(distinct member_id) between ${look.rule.mule.members} and ${MOST_LINKED}),
  each_of as (select t.tie, t.linked_by, t.members, member_id from ties t, unnest(t.members) as member_id),
  -- Each member is looked up once, by the index of its own orders and bets.
  sums as (
    select member_id,
      (select coalesce(sum(credited_fen), 0)::bigint from deposit_order d where d.member_id = e.member_id and d.state = ${credited} and d.decided_at >= ${look.since}) as in_fen,
      (select coalesce(sum(amount_fen), 0)::bigint from withdrawal_order w where w.member_id = e.member_id and w.state in (${sql.literal(reviewState.waiting)}, ${approved}) and w.created_at >= ${look.since}) as out_fen,
      (select coalesce(sum(valid_fen), 0)::bigint from turnover_day t
        where t.member_id = e.member_id
        and t.day >= ${look.today}::date - ${look.rule.lookBackDays}::int) as valid_fen
    from (select distinct member_id from each_of) e),
  grouped as (
    select tie, linked_by, members, sum(in_fen)::bigint as group_in, sum(out_fen)::bigint as group_out, sum(valid_fen)::bigint as group_valid, count(*) filter (where in_fen > 0) as paying
    from each_of join sums using (member_id) group by tie, linked_by, members)
  select member_id, linked_by || ':' || tie as subject,
    jsonb_build_object('linked_by', linked_by, 'members', cardinality(members), 'others', (${named(sql`members`)})[1:${MOST_NAMED}],
      'group_in_fen', group_in, 'group_out_fen', group_out, 'group_valid_fen', group_valid, 'deposits_fen', in_fen) as inputs
  from grouped, unnest(members) as member_id join sums using (member_id)
  where group_in >= ${look.rule.mule.throughFen} and paying >= ${look.rule.mule.members} and group_out * 100 >= group_in * 50
    and group_valid * 100 < group_in * ${look.rule.mule.turnoverPercent}::bigint and in_fen > 0`,
  )

/** Methods, and payers' accounts or addresses on a chain, within the days of the rule. */
const manyMethods = (db: Db, look: Look) =>
  keep(
    db,
    'many_methods',
    look,
    sql`
  with ways as (
    select member_id, method, credited_fen as fen,
      case when payer_no_tail <> '' or payer_owner <> '' then concat_ws(' ', payer_bank, payer_no_tail, ${plainName(sql`payer_owner`)}) end as account
    from deposit_order where state = ${credited} and decided_at >= ${since(look, look.rule.manyMethods.days)} and ${about(look, sql`member_id`)}
    union all
    select member_id, null, null, from_address from provider_payment
    where from_address <> '' and received_at >= ${since(look, look.rule.manyMethods.days)} and ${about(look, sql`member_id`)})
  select member_id, 'until:' || ${look.today}::text as subject,
    jsonb_build_object('days', ${look.rule.manyMethods.days}::int, 'methods', count(distinct method), 'accounts', count(distinct account),
      'deposits', count(fen), 'deposits_fen', coalesce(sum(fen), 0)::bigint) as inputs
  from ways w
  where not exists (select from risk_flag f where f.member_id = w.member_id and f.kind = 'many_methods' and f.raised_at >= ${since(look, look.rule.manyMethods.days)} and f.subject <> 'until:' || ${look.today}::text)
  group by member_id
  having count(distinct method) >= ${look.rule.manyMethods.methods} or count(distinct account) >= ${look.rule.manyMethods.accounts}`,
  )

const PROFILE_DAYS = 30

const depositedIn30Days = (look: Look, member: Part) => sql`
  (select coalesce(sum(credited_fen), 0)::bigint from deposit_order d
   where d.member_id = ${member} and d.state = ${credited} and d.decided_at >= ${since(look, PROFILE_DAYS)})`

/** Deposits far beyond what the member said to expect, by the last statement that was approved. */
const beyondProfile = (db: Db, look: Look) =>
  keep(
    db,
    'beyond_profile',
    look,
    sql`
  with stated as (
    select distinct on (member_id) member_id, (${JSON.stringify(expectedFen)}::jsonb ->> expected)::bigint as expected_fen
    from verification_case where expected <> '' and state = ${sql.literal(verificationState.approved)} and ${about(look, sql`member_id`)}
    order by member_id, case_id desc),
  measured as (select s.*, ${depositedIn30Days(look, sql`s.member_id`)} as fen from stated s)
  select member_id, left(${look.today}, 7) as subject,
    jsonb_build_object('deposits_fen', fen, 'expected_fen', expected_fen, 'times_allowed', ${look.rule.beyondProfile.profileTimes}::int) as inputs
  from measured where fen > expected_fen * ${look.rule.beyondProfile.profileTimes}::bigint`,
  )

/** The second tier was refused, and the member has handed in nothing since. */
const refusedDiligence = (db: Db, look: Look) =>
  keep(
    db,
    'refused_diligence',
    look,
    sql`
  with refused as (
    select member_id, case_id from verification_case v
    where tier = 2 and state = ${sql.literal(verificationState.rejected)} and decided_at >= ${look.since} and ${about(look, sql`member_id`)}
      and not exists (select from verification_case w where w.member_id = v.member_id and w.case_id > v.case_id)),
  measured as (select r.*, ${depositedIn30Days(look, sql`r.member_id`)} as fen from refused r)
  select member_id, 'case:' || case_id as subject, jsonb_build_object('deposits_fen', fen) as inputs
  from measured where fen >= ${look.rule.refusedDiligence.aboveFen}`,
  )

/** The rules by their kind, each with its switch. */
export const looks: {
  kind: RiskKind
  on: (rule: RiskRule) => boolean
  look: (db: Db, look: Look) => Promise<number>
}[] = [
  { kind: 'shared_address', on: rule => rule.sharedAddress.enabled, look: sharedAddress },
  { kind: 'shared_device', on: rule => rule.sharedDevice.enabled, look: sharedDevice },
  { kind: 'shared_card', on: rule => rule.sharedCard.enabled, look: sharedCard },
  { kind: 'bonus_abuse', on: rule => rule.bonusAbuse.enabled, look: bonusAbuse },
  { kind: 'opposite_sides', on: rule => rule.oppositeSides.enabled, look: oppositeSides },
  { kind: 'rapid_in_out', on: rule => rule.rapidInOut.enabled, look: rapidInOut },
  { kind: 'changed_payout', on: rule => rule.changedPayout.enabled, look: changedPayout },
  { kind: 'large_win', on: rule => rule.largeWin.enabled, look: largeWin },
  { kind: 'large_sum', on: rule => rule.largeSum.enabled, look: largeSum },
  { kind: 'structuring', on: rule => rule.structuring.enabled, look: structuring },
  { kind: 'third_party', on: rule => rule.thirdParty.enabled, look: thirdParty },
  { kind: 'mule', on: rule => rule.mule.enabled, look: mule },
  { kind: 'many_methods', on: rule => rule.manyMethods.enabled, look: manyMethods },
  { kind: 'beyond_profile', on: rule => rule.beyondProfile.enabled, look: beyondProfile },
  { kind: 'refused_diligence', on: rule => rule.refusedDiligence.enabled, look: refusedDiligence },
]

/** Whether it is this instance's turn; then nobody else's until `until`. */
export const takeTurn = async (db: Db, now: Date, until: Date): Promise<boolean> =>
  (
    await rows(
      db,
      sql`
    insert into throttle as t (bucket, window_ends_at, attempts) values ('job:risk', ${until}, 1)
    on conflict (bucket) do update set window_ends_at = excluded.window_ends_at, attempts = t.attempts + 1 where t.window_ends_at <= ${now} returning 1 as taken`,
    )
  ).length > 0

export type Flag = {
  flagId: bigint
  memberId: bigint
  kind: RiskKind
  subject: string
  ruleVersion: number
  inputs: Record<string, unknown>
  weight: number
  raisedAt: Date
  seenAt: Date
  state: FlagState
  decidedBy: string
  decidedAt: Date | null
  remark: string
}
export const flagColumns = sql`
  f.flag_id, f.member_id, f.kind, f.subject, f.rule_version, f.inputs, f.weight, f.raised_at, f.seen_at, f.state,
  f.decided_by, f.decided_at, f.remark`

/** What stands against a member and was not dismissed, the weightiest first. */
export const standingFlags = (db: Db, memberId: bigint, limit: number) =>
  rows(
    db,
    sql<Flag>`select ${flagColumns} from risk_flag f where f.member_id = ${memberId} and f.state <> ${sql.literal(flagState.dismissed)} order by f.state, f.weight desc, f.raised_at desc limit ${limit}`,
  )
