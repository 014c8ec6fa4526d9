import type { JourneyRefusal } from '@tianping/contract/journeys/facts'
import { rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'
import { inSpan, totalOf, type Narrowed } from '../../../kernel/operator/listed.sql.ts'
import {
  byNumbered,
  foundOf,
  window,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'

type Marked = {
  seriesId: number
  journeyId: number
  memberId: bigint
  occasion: string
  refused: JourneyRefusal | ''
  bonusFen: bigint
  at: Date
}

/** Notes what became of an occasion; fails where it is noted already. Answers its number. */
export const mark = async (tx: Tx, m: Marked): Promise<bigint> =>
  (
    await theRow(
      tx,
      sql<{ reachId: bigint }>`
    insert into journey_member (series_id, member_id, occasion, journey_id, refused, bonus_fen, at)
    values (${m.seriesId}, ${m.memberId}, ${m.occasion}::timestamptz, ${m.journeyId}, ${m.refused}, ${m.bonusFen}, ${m.at}) returning reach_id`,
    )
  ).reachId

/** What a series did on a day and in its month, and all series in it. Under the journey's lock. */
export const spentOf = (db: Db, p: { seriesId: number; day: string; monthDay: string }) =>
  theRow(
    db,
    sql<{ reachedToday: number; monthFen: bigint; allFen: bigint }>`
    select coalesce(sum(reached) filter (where series_id = ${p.seriesId} and day = ${p.day}::date), 0)::int as reached_today,
      coalesce(sum(spent_fen) filter (where series_id = ${p.seriesId}), 0)::bigint as month_fen, coalesce(sum(spent_fen), 0)::bigint as all_fen
    from journey_day where day >= ${p.monthDay}::date`,
  )

/** Counts a member who is reached. */
export const countReached = (tx: Tx, c: { seriesId: number; day: string; fen: bigint }) =>
  run(
    tx,
    sql`insert into journey_day as d (series_id, day, reached, spent_fen) values (${c.seriesId}, ${c.day}::date, 1, ${c.fen})
    on conflict (series_id, day) do update set reached = d.reached + 1, spent_fen = d.spent_fen + excluded.spent_fen`,
  )

/** What a series came to; first deposits are those after the letter. */
export const sumsOf = (db: Db, seriesId: number, today: string) =>
  theRow(
    db,
    sql<{
      reached: number
      reachedToday: number
      bonuses: number
      used: number
      givenUp: number
      firstDeposits: number
      costFen: bigint
    }>`
    select count(*)::int as reached, (count(*) filter (where (x.at at time zone 'Asia/Shanghai')::date = ${today}::date))::int as reached_today,
      (count(*) filter (where x.bonus_fen > 0))::int as bonuses, (count(*) filter (where r.state in ('met', 'carried')))::int as used,
      (count(*) filter (where r.state = 'cancelled'))::int as given_up,
      (count(*) filter (where f.first_deposit_at > x.at))::int as first_deposits, coalesce(sum(x.bonus_fen), 0)::bigint as cost_fen
    from journey_member x
    left join ledger.member_first f on f.member_id = x.member_id
    left join ledger.wagering_requirement r on r.member_id = x.member_id and r.source_type = 'journey' and r.source_id = 'J' || x.reach_id and x.bonus_fen > 0
    where x.series_id = ${seriesId} and x.refused = ''`,
  )

export const refusedOf = (db: Db, seriesId: number) =>
  rows(
    db,
    sql<{
      why: JourneyRefusal
      times: number
    }>`select refused as why, count(*)::int as times from journey_member
    where series_id = ${seriesId} and refused <> '' group by refused order by times desc, refused`,
  )

export type Reached = {
  memberId: bigint
  username: string
  occasion: Date
  bonusFen: bigint
  at: Date
}

/** Whom a series reached, the newest first. */
export async function reachedRows(
  db: Db,
  f: { seriesId: number; paging: Paging; span: Narrowed['span'] },
) {
  const { paging: p } = f
  const { behind, order, key } = byNumbered(p, sql`x.at`, sql`x.reach_id`, true)
  const from = sql`from journey_member x where x.series_id = ${f.seriesId} and x.refused = '' and ${inSpan(sql`x.at`, { span: f.span, amounts: null })}`
  const read = await rows(
    db,
    sql<Reached & Keyed>`
    select x.member_id, m.name as username, x.occasion, x.bonus_fen, x.at, x.sort_value, x.sort_no
    from (select x.*, ${key} ${from} and ${behind} order by ${order} ${window(p)}) x join member m using (member_id) order by ${order}`,
  )
  return { ...foundOf(p, read), total: p.counted ? await totalOf(db, from) : 0 }
}

/** Journeys whose days, members and entries do not say the same. */
export const oddJourneys = (db: Db) =>
  rows(
    db,
    sql<{ memberId: bigint; subject: string; expected: string; found: string }>`
    (select 0::bigint as member_id, 'journey:J' || series_id || ' ' || day as subject, coalesce(d.spent_fen, 0)::text as expected, coalesce(x.fen, 0)::text as found
    from journey_day d full join (select series_id, (at at time zone 'Asia/Shanghai')::date as day, sum(bonus_fen)::bigint as fen, count(*)::int as members
      from journey_member where refused = '' group by 1, 2) x using (series_id, day)
    where d.spent_fen is distinct from x.fen or d.reached is distinct from x.members)
    union all
    (select x.member_id, 'journey:J' || x.reach_id, x.bonus_fen::text, 'no entry' from journey_member x
    where x.bonus_fen > 0 and not exists (select from ledger.transaction t
      where t.member_id = x.member_id and t.idempotency_key = 'journey:J' || x.reach_id))
    limit 100`,
  )
