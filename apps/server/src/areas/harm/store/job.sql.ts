import { depositState } from '@tianping/contract/cashier/facts'
import { harmState, type InteractionKind } from '@tianping/contract/harm/facts'
import { row, rows, sql, theRow, type Db } from '@tianping/database'

const credited = sql.literal(depositState.credited)
const open = sql.literal(harmState.open)

/** Whether it is this instance's turn; then nobody else's until `until`. */
export const takeTurn = async (db: Db, now: Date, until: Date): Promise<boolean> =>
  (
    await rows(
      db,
      sql`
      insert into throttle as t (bucket, window_ends_at, attempts) values ('job:harm', ${until}, 1)
      on conflict (bucket) do update set window_ends_at = excluded.window_ends_at, attempts = t.attempts + 1 where t.window_ends_at <= ${now} returning 1 as taken`,
    )
  ).length > 0

/**
 * A page of those to look at, by their number: who was active or wrote to us since they were looked
 * at, with an hour for bets that venues send late; and once in a while who has markers, which may
 * be gone.
 */
export const dueMembers = async (
  db: Db,
  p: { now: Date; after: bigint; limit: number },
): Promise<bigint[]> =>
  (
    await rows(
      db,
      sql<{ memberId: bigint }>`
      with active as (
        select member_id, max(at) as at from (
          select member_id, last_at as at from play_stretch where last_at > ${p.now}::timestamptz - interval '2 days'
          union all select member_id, created_at from deposit_order where created_at > ${p.now}::timestamptz - interval '2 days'
          union all select member_id, decided_at from deposit_order where state = ${credited} and decided_at > ${p.now}::timestamptz - interval '2 days'
          union all select member_id, created_at from withdrawal_order where created_at > ${p.now}::timestamptz - interval '2 days'
          union all select member_id, at from protection_log where at > ${p.now}::timestamptz - interval '2 days'
          union all select member_id, written_at from member_note where written_at > ${p.now}::timestamptz - interval '2 days'
          union all select t.member_id, l.at from ticket_line l join ticket t using (ticket_id)
            where l.author = 'member' and l.at > ${p.now}::timestamptz - interval '2 days'
          union all select c.member_id, l.at from complaint_message l join complaint c using (complaint_id)
            where l.author = 'member' and l.at > ${p.now}::timestamptz - interval '2 days'
          union all select member_id, closing_at from member where closing_at > ${p.now}::timestamptz - interval '2 days'
          union all select member_id, asked_at from protection_request where asked_at > ${p.now}::timestamptz - interval '2 days'
          union all select member_id, asked_at from data_request where asked_at > ${p.now}::timestamptz - interval '2 days'
        ) a where member_id > ${p.after} group by member_id),
      due as (
        select a.member_id from active a left join harm_member h using (member_id) where h.looked_at is null or a.at > h.looked_at - interval '1 hour' or h.looked_at < ${p.now}::timestamptz - interval '12 hours'
        union
        select member_id from harm_member where (level > 0 or vulnerable) and (looked_at is null or looked_at < ${p.now}::timestamptz - interval '12 hours') and member_id > ${p.after})
      select member_id from due order by member_id limit ${p.limit}`,
    )
  ).map(({ memberId }) => memberId)

/** How many tasks wait for a person, since when the oldest does, and how many are late. */
export const harmWaiting = (db: Db, now: Date) =>
  theRow(
    db,
    sql<{ pending: number; late: number; oldest: Date | null }>`
    select count(*)::int as pending, (count(*) filter (where due_at < ${now}))::int as late, min(opened_at) as oldest from harm_case where state = ${open}`,
  )

type Month = { month: string; players: number; reached: number; rate: number; goal: number }

/** Sums a month up that is over, once; undefined when it was. */
export const makeMonth = (
  db: Db,
  p: { month: string; from: Date; to: Date; goal: number; now: Date },
) =>
  row(
    db,
    sql<Month>`
    insert into harm_month (month, players, reached, rate, goal, made_at)
    select ${p.month}, players, reached, case when players = 0 then 0 else (reached * 1000 / players) end, ${p.goal}, ${p.now}
    from (select
      (select count(distinct member_id)::int from turnover_day where day >= (${p.from}::timestamptz at time zone 'Asia/Shanghai')::date and day < (${p.to}::timestamptz at time zone 'Asia/Shanghai')::date) as players,
      (select count(distinct member_id)::int from harm_interaction where at >= ${p.from} and at < ${p.to}) as reached) m
    on conflict (month) do nothing returning month, players, reached, rate, goal`,
  )

export const months = (db: Db, limit: number) =>
  rows(
    db,
    sql<Month>`select month, players, reached, rate, goal from harm_month order by month desc limit ${limit}`,
  )

export type Effect = {
  kind: InteractionKind
  count: number
  beforeNetFen: bigint
  beforeStakeFen: bigint
  beforeMinutes: number
  afterNetFen: bigint
  afterStakeFen: bigint
  afterMinutes: number
}

/** The mean of 30 days before and after, of what was measured of the last year. */
export const effects = (db: Db, now: Date) =>
  rows(
    db,
    sql<Effect>`
    select kind, count(*)::int as count, avg(before_net_fen)::bigint as before_net_fen, avg(before_stake_fen)::bigint as before_stake_fen, avg(before_minutes)::int as before_minutes,
      avg(after_net_fen)::bigint as after_net_fen, avg(after_stake_fen)::bigint as after_stake_fen, avg(after_minutes)::int as after_minutes
    from harm_interaction where measured_at is not null and at > ${now}::timestamptz - interval '1 year' group by kind order by kind`,
  )
