// Figures of a span of Beijing days, both included, without test accounts. all members: an operator
// asks about the house.
import type { Dimension, FigureName } from '@tianping/contract/figures/facts'
import { rows, sql, theRow, type Db, type Sql } from '@tianping/database'
import { dayOf, testAccounts } from '../../../kernel/dayFacts.sql.ts'
import type { Span } from '../../../kernel/reportSpan.ts'
import { isOfMembers, memberGroups, type MemberDimension } from './groups.sql.ts'

export type { Span } from '../../../kernel/reportSpan.ts'

export type Figures = {
  registrations: number
  firstDeposits: number
  active: number
  deposits: number
  depositFen: bigint
  withdrawals: number
  withdrawalFen: bigint
  bets: number
  stakeFen: bigint
  validFen: bigint
  payoutFen: bigint
  bonusFen: bigint
  packetFen: bigint
  rebateFen: bigint
  commissionFen: bigint
  adjustmentFen: bigint
  feeFen: bigint
  railFeeFen: bigint
}
export type Group = Figures & { key: string; groups: number }

export const within = ({ from, to }: Span, column: Sql) =>
  sql`${column} >= ${from}::date and ${column} <= ${to}::date`
/** From the first moment of a span to its last; an index on the moments serves it. */
export const during = ({ from, to }: Span, column: Sql) =>
  sql`${column} >= ${`${from} 00:00:00+08`}::timestamptz and ${column} < ${`${to} 00:00:00+08`}::timestamptz + interval '1 day'`

const money = sql`
  deposits, deposit_fen, withdrawals, withdrawal_fen, bonus_fen, packet_fen, rebate_fen, commission_fen, adjustment_fen, fee_fen,
    rail_fee_fen`
const lessMoney = sql`
  -deposits, -deposit_fen, -withdrawals, -withdrawal_fen, -bonus_fen, -packet_fen, -rebate_fen, -commission_fen, -adjustment_fen,
    -fee_fen, -rail_fee_fen`
const moneySums = sql`
  sum(deposits)::int as deposits, sum(deposit_fen)::bigint as deposit_fen, sum(withdrawals)::int as withdrawals,
    sum(withdrawal_fen)::bigint as withdrawal_fen,
  sum(bonus_fen)::bigint as bonus_fen, sum(packet_fen)::bigint as packet_fen, sum(rebate_fen)::bigint as rebate_fen,
  sum(commission_fen)::bigint as commission_fen, sum(adjustment_fen)::bigint as adjustment_fen, sum(fee_fen)::bigint as fee_fen,
  sum(rail_fee_fen)::bigint as rail_fee_fen`
const play = sql`bets, stake_fen, valid_fen, payout_fen`
const lessPlay = sql`-bets, -stake_fen, -valid_fen, -payout_fen`
const playSums = sql`
  sum(bets)::int as bets, sum(stake_fen)::bigint as stake_fen, sum(valid_fen)::bigint as valid_fen, sum(payout_fen)::bigint as payout_fen`

/** Days of the house: the kept sums of everybody, less what test accounts did. */
const houseMoney = (span: Span) => sql`
  (select day, ${money} from ledger.house_day where ${within(span, sql`day`)}
  union all
  select day, ${lessMoney} from ledger.member_day where ${within(span, sql`day`)} and member_id in ${testAccounts}) days`
const housePlay = (span: Span) => sql`
  (select day, venue_id, game_code, ${play} from play_game_day where ${within(span, sql`day`)}
  union all
  select day, venue_id, game_code, ${lessPlay} from play_day where ${within(span, sql`day`)} and member_id in ${testAccounts}) days`

/** Every figure of `p` (play), `c` (money), `j` (registrations) and `f` (first deposits). */
const everyFigure = sql`
  coalesce(deposits, 0) as deposits, coalesce(deposit_fen, 0)::bigint as deposit_fen, coalesce(withdrawals, 0) as withdrawals,
  coalesce(withdrawal_fen, 0)::bigint as withdrawal_fen, coalesce(bets, 0) as bets, coalesce(stake_fen, 0)::bigint as stake_fen,
  coalesce(valid_fen, 0)::bigint as valid_fen, coalesce(payout_fen, 0)::bigint as payout_fen, coalesce(bonus_fen, 0)::bigint as bonus_fen,
  coalesce(packet_fen, 0)::bigint as packet_fen, coalesce(rebate_fen, 0)::bigint as rebate_fen, coalesce(commission_fen,
    0)::bigint as commission_fen,
  coalesce(adjustment_fen, 0)::bigint as adjustment_fen, coalesce(fee_fen, 0)::bigint as fee_fen,
  coalesce(rail_fee_fen, 0)::bigint as rail_fee_fen`

/** What a list is ordered by, in terms of the columns above. */
const sorts: Record<FigureName, Sql> = {
  registrations: sql`registrations`,
  first_deposits: sql`first_deposits`,
  active: sql`active`,
  deposits: sql`deposits`,
  deposit: sql`deposit_fen`,
  withdrawals: sql`withdrawals`,
  withdrawal: sql`withdrawal_fen`,
  net_cash: sql`(deposit_fen - withdrawal_fen)`,
  bets: sql`bets`,
  stake: sql`stake_fen`,
  valid: sql`valid_fen`,
  payout: sql`payout_fen`,
  ggr: sql`(stake_fen - payout_fen)`,
  bonus: sql`bonus_fen`,
  packet: sql`packet_fen`,
  rebate: sql`rebate_fen`,
  commission: sql`commission_fen`,
  adjustment: sql`adjustment_fen`,
  fee: sql`fee_fen`,
  rail_fee: sql`rail_fee_fen`,
  ngr: sql`(stake_fen - payout_fen - bonus_fen - packet_fen - rebate_fen - commission_fen - adjustment_fen + fee_fen - rail_fee_fen)`,
}

/** A member is active once in a period; on one day there is one row of each. */
const periods = {
  all: { key: sql`''`, seen: sql`select distinct 1 as period, member_id`, name: sql`''` },
  day: { key: sql`day::text`, seen: sql`select day as period, member_id`, name: sql`period::text` },
  month: {
    key: sql`to_char(day, 'YYYY-MM')`,
    seen: sql`select distinct day - extract(day from day)::int + 1 as period, member_id`,
    name: sql`to_char(period, 'YYYY-MM')`,
  },
}

/** The house as a whole, by day or by month. */
const byTime = (span: Span, period: keyof typeof periods) => {
  const { seen, name } = periods[period]
  const key = sql`${periods[period].key} as key`
  return sql`
  with c as (select ${key}, ${moneySums} from ${houseMoney(span)} group by 1),
  p as (select ${key}, ${playSums} from ${housePlay(span)} group by 1),
  a as (
    select ${name} as key, active from (
      select period, count(*)::int as active from (
        ${seen} from active_day where ${within(span, sql`day`)} and member_id not in ${testAccounts}) seen
      group by 1) counted),
  j as (
    select ${key}, count(*)::int as registrations from (
      select ${dayOf(sql`created_at`)} as day from member where ${during(span, sql`created_at`)}
        and member_id not in ${testAccounts}) days group by 1),
  f as (
    select ${key}, count(*)::int as first_deposits from (
      select ${dayOf(sql`first_deposit_at`)} as day from ledger.member_first where ${during(span, sql`first_deposit_at`)}
        and member_id not in ${testAccounts}) days group by 1),
  told as (
    select key, coalesce(registrations, 0) as registrations, coalesce(first_deposits, 0) as first_deposits, coalesce(active, 0) as active,
      ${everyFigure}
    from c full join p using (key) full join a using (key) full join j using (key) full join f using (key))`
}

/** Groups of members: all figures of a member belong to one of them. */
const byMember = (span: Span, by: MemberDimension) => sql`
  with c as (select member_id, ${moneySums} from ledger.member_day where ${within(span, sql`day`)} group by 1),
  p as (select member_id, ${playSums} from play_day where ${within(span, sql`day`)} group by 1),
  j as (select member_id, 1 as registrations from member where ${during(span, sql`created_at`)}),
  f as (select member_id, 1 as first_deposits from ledger.member_first where ${during(span, sql`first_deposit_at`)}),
  a as (select distinct member_id, 1 as active from active_day where ${within(span, sql`day`)}),
  one as (
    select member_id, coalesce(registrations, 0) as registrations, coalesce(first_deposits, 0) as first_deposits, coalesce(active,
      0) as active,
      ${everyFigure}
    from c full join p using (member_id) full join a using (member_id) full join j using (member_id) full join f using (member_id)),
  told as (
    select key, sum(registrations)::int as registrations, sum(first_deposits)::int as first_deposits, sum(active)::int as active,
      ${moneySums}, ${playSums}
    from one join ${memberGroups(by)} g using (member_id) where member_id not in ${testAccounts} group by 1)`

/** Rounds a share so that the shares of all groups add up to the whole: by running sums. */
const wholly = (cost: Sql) => sql`
  (round(sum(${cost}) over w) - round(sum(${cost}) over w - ${cost}))::bigint`

/**
 * Venues or games. Costs are shared by the valid turnover of each day; those of a day without play
 * are a group of their own.
 */
const byGame = (span: Span, by: 'venue' | 'game') => {
  const key = by === 'venue' ? sql`venue_id::text` : sql`concat_ws(':', venue_id, game_code)`
  const parts = by === 'venue' ? sql`venue_id` : sql`venue_id, game_code`
  return sql`
  with p as (select day, ${key} as key, ${playSums} from ${housePlay(span)} group by 1, 2),
  a as (
    select ${key} as key, count(*)::int as active from (
      select distinct ${parts}, member_id from play_day where ${within(span, sql`day`)} and bets > 0
        and member_id not in ${testAccounts}) seen
    group by ${parts}),
  v as (select day, sum(valid_fen) as whole from p group by 1),
  c as (select day, ${moneySums} from ${houseMoney(span)} group by 1),
  part as (
    select p.key, p.bets, p.stake_fen, p.valid_fen, p.payout_fen, p.valid_fen::numeric / nullif(v.whole, 0) as share, p.day from p
      join v using (day)
    union all
    select '', 0, 0, 0, 0, 1, c.day from c left join v using (day) where coalesce(v.whole, 0) = 0),
  costs as (
    select part.key, sum(part.bets)::int as bets, sum(part.stake_fen)::bigint as stake_fen, sum(part.valid_fen)::bigint as valid_fen,
      sum(part.payout_fen)::bigint as payout_fen,
      coalesce(sum(share * c.bonus_fen), 0) as bonus, coalesce(sum(share * c.packet_fen), 0) as packet,
        coalesce(sum(share * c.rebate_fen), 0) as rebate,
      coalesce(sum(share * c.commission_fen), 0) as commission, coalesce(sum(share * c.adjustment_fen), 0) as adjustment,
        coalesce(sum(share * c.fee_fen), 0) as fee,
      coalesce(sum(share * c.rail_fee_fen), 0) as rail_fee
    from part left join c using (day) group by 1),
  told as (
    select costs.key, 0 as registrations, 0 as first_deposits, coalesce(a.active, 0) as active, 0 as deposits, 0::bigint as deposit_fen,
      0 as withdrawals,
      0::bigint as withdrawal_fen, costs.bets, costs.stake_fen, costs.valid_fen, costs.payout_fen, ${wholly(sql`costs.bonus`)} as bonus_fen,
      ${wholly(sql`costs.packet`)} as packet_fen, ${wholly(sql`costs.rebate`)} as rebate_fen,
        ${wholly(sql`costs.commission`)} as commission_fen,
      ${wholly(sql`costs.adjustment`)} as adjustment_fen, ${wholly(sql`costs.fee`)} as fee_fen,
      ${wholly(sql`costs.rail_fee`)} as rail_fee_fen
    from costs left join a using (key) window w as (order by costs.key rows unbounded preceding))`
}

const columns = sql`key, registrations, first_deposits, active, deposits, deposit_fen, withdrawals, withdrawal_fen, bets, stake_fen,
  valid_fen, payout_fen,
  bonus_fen, packet_fen, rebate_fen, commission_fen, adjustment_fen, fee_fen, rail_fee_fen`

type Asked = Span & { by: Dimension | 'all'; sort: FigureName; limit: number; offset: number }

function toldBy(span: Span, by: Asked['by']): Sql {
  if (by === 'all' || by === 'day' || by === 'month') return byTime(span, by)
  return isOfMembers(by) ? byMember(span, by) : byGame(span, by)
}

/** The groups of a span, the largest of a figure first; days and months in their order. */
export const figureGroups = (db: Db, f: Asked) =>
  rows(
    db,
    sql<Group>`
    ${toldBy(f, f.by)}
    select ${columns}, (count(*) over ())::int as groups from told
    order by ${f.by === 'day' || f.by === 'month' ? sql`key desc` : sql`${sorts[f.sort]} desc, key`} limit ${f.limit} offset ${f.offset}`,
  )

/** Up to when the facts are complete. */
export const factsAsOf = async (db: Db): Promise<Date | null> =>
  (await theRow(db, sql<{ at: Date | null }>`select rolled_at as at from ledger.fact_progress`)).at

/** How groups are called that are numbers of members. */
export const memberNames = (db: Db, ids: bigint[]) =>
  rows(
    db,
    sql<{
      memberId: bigint
      name: string
    }>`select member_id, name from member where member_id = any(${ids}::bigint[])`,
  )

/** How games are called, `venue:code` each. */
export const gameNames = (db: Db, keys: string[]) =>
  rows(
    db,
    sql<{ key: string; name: string }>`
    select concat_ws(':', venue_id, game_code) as key, name from game where concat_ws(':', venue_id, game_code) = any(${keys}::text[])`,
  )
