import { rows, sql, type Db, type Sql } from '@tianping/database'
import { costNgr, dayOf, testAccounts } from '../../../kernel/dayFacts.sql.ts'

export type Depth = {
  registrations: number
  firstDeposits: number
  depositFen: bigint
  validFen: bigint
  ngrFen: bigint
}
export type TeamDay = { day: string; direct: Depth; deeper: Depth }
type DayRow = { day: string } & Depth & {
    deeperRegistrations: number
    deeperFirstDeposits: number
    deeperDepositFen: bigint
    deeperValidFen: bigint
    deeperNgrFen: bigint
  }

/** How deep the tree of invitations counts below an agent. */
export const MOST_LEVELS = 3

/** Members below an agent with their level, 1 for those whom the agent invited. */
export const teamOf = (agentId: bigint, levels: number): Sql => sql`
  with recursive tree as (
    select member_id, 1 as level, created_at from member where referrer_id = ${agentId} and ${levels} >= 1
    union all
    select m.member_id, t.level + 1, m.created_at from tree t join member m on m.referrer_id = t.member_id where t.level < ${levels})
  select member_id, level, created_at from tree`

/**
 * What the team did on each day of a span, both ends included, from the facts by day and without
 * test accounts: as reports count it. Every day has a row, the newest first.
 */
export async function teamDays(
  db: Db,
  agentId: bigint,
  { from, to }: { from: string; to: string },
) {
  const within = (day: Sql) => sql`${day} >= ${from}::date and ${day} <= ${to}::date`
  const of = (figure: Sql, deeper: boolean) =>
    sql`coalesce(sum(${figure}) filter (where ${deeper ? sql`level > 1` : sql`level = 1`}), 0)`
  const found = await rows(
    db,
    sql<DayRow>`
    with team as materialized (select * from (${teamOf(agentId, MOST_LEVELS)}) t where member_id not in ${testAccounts}),
    parts as (
      select ${dayOf(sql`created_at`)} as day, level, 1 as joined, 0 as firsts, 0::bigint as deposit, 0::bigint as valid, 0::bigint as ngr
      from team where ${within(dayOf(sql`created_at`))}
      union all
      select ${dayOf(sql`f.first_deposit_at`)}, level, 0, 1, 0, 0, 0 from team join ledger.member_first f using (member_id)
      where ${within(dayOf(sql`f.first_deposit_at`))}
      union all
      select day, level, 0, 0, deposit_fen, 0, ${costNgr}
      from team join ledger.member_day using (member_id) where ${within(sql`day`)}
      union all
      select day, level, 0, 0, 0, valid_fen, stake_fen - payout_fen from team join play_day using (member_id) where ${within(sql`day`)})
    select d.day::date as day, ${of(sql`joined`, false)}::int as registrations, ${of(sql`firsts`, false)}::int as first_deposits,
      ${of(sql`deposit`, false)}::bigint as deposit_fen, ${of(sql`valid`, false)}::bigint as valid_fen,
        ${of(sql`ngr`, false)}::bigint as ngr_fen,
      ${of(sql`joined`, true)}::int as deeper_registrations, ${of(sql`firsts`, true)}::int as deeper_first_deposits,
      ${of(sql`deposit`, true)}::bigint as deeper_deposit_fen, ${of(sql`valid`, true)}::bigint as deeper_valid_fen,
      ${of(sql`ngr`, true)}::bigint as deeper_ngr_fen
    from generate_series(${from}::date, ${to}::date, interval '1 day') d (day) left join parts on parts.day = d.day::date
    group by 1 order by 1 desc`,
  )
  return found.map(
    ({
      day,
      deeperRegistrations,
      deeperFirstDeposits,
      deeperDepositFen,
      deeperValidFen,
      deeperNgrFen,
      ...direct
    }): TeamDay => ({
      day,
      direct,
      deeper: {
        registrations: deeperRegistrations,
        firstDeposits: deeperFirstDeposits,
        depositFen: deeperDepositFen,
        validFen: deeperValidFen,
        ngrFen: deeperNgrFen,
      },
    }),
  )
}
