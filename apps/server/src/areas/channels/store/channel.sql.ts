import { row, rows, run, sql, theRow, type Db, type Sql } from '@tianping/database'
import { costNgr, dayOf, testAccounts } from '../../../kernel/dayFacts.sql.ts'
import { totalOf } from '../../../kernel/operator/listed.sql.ts'

export type Channel = {
  channelId: bigint
  code: string
  /** Null for the operator's own. */
  agentId: bigint | null
  name: string
  createdAt: Date
  offAt: Date | null
}
const columns = sql`channel_id, code, agent_id, name, created_at, off_at`

/** Additions to the channels of one owner run one after the other, so their limit holds. */
export const lockOwner = (tx: Db, agentId: bigint | null) =>
  run(tx, sql`select pg_advisory_xact_lock(525, hashint8(${agentId ?? 0n}::bigint))`)

export const countChannels = (tx: Db, agentId: bigint | null): Promise<number> =>
  totalOf(tx, sql`from promo_channel where agent_id is not distinct from ${agentId}::bigint`)

export type NewChannel = Pick<Channel, 'code' | 'agentId' | 'name' | 'createdAt'> & { by: string }

/** The number of the new channel; undefined when the owner has one of that name. */
export const insertChannel = async (tx: Db, c: NewChannel): Promise<bigint | undefined> =>
  (
    await row(
      tx,
      sql<{ channelId: bigint }>`
    insert into promo_channel (code, agent_id, name, created_at, created_by)
    values (${c.code}, ${c.agentId}, ${c.name}, ${c.createdAt}, ${c.by})
    on conflict ((coalesce(agent_id, 0)), lower(name)) do nothing returning channel_id`,
    )
  )?.channelId

/** All channels of an agent, the newest first; `most` of them. */
export const channelsOf = (db: Db, agentId: bigint, most: number) =>
  rows(
    db,
    sql<Channel>`select ${columns} from promo_channel where agent_id = ${agentId} order by channel_id desc limit ${most}`,
  )

/** The channel of a code while it is switched on. */
export const openChannel = (db: Db, code: string) =>
  row(
    db,
    sql<Pick<Channel, 'channelId' | 'agentId'>>`
    select channel_id, agent_id from promo_channel where code = ${code} and off_at is null`,
  )

export const lockChannel = (tx: Db, channelId: bigint) =>
  row(
    tx,
    sql<Channel>`select ${columns} from promo_channel where channel_id = ${channelId} for update`,
  )

export const switchChannel = (
  tx: Db,
  c: { channelId: bigint; offAt: Date | null; by: string; reason: string },
) =>
  run(
    tx,
    sql`update promo_channel set off_at = ${c.offAt}, off_by = ${c.by}, off_reason = ${c.reason} where channel_id = ${c.channelId}`,
  )

export const insertMember = (tx: Db, memberId: bigint, channelId: bigint) =>
  run(
    tx,
    sql`insert into member_channel (member_id, channel_id) values (${memberId}, ${channelId})`,
  )

/**
 * One more visit of a day; none by a code that is unknown or switched off. It is counted in a row
 * of the day that nobody else is counting in, or in a new one, so that many at once do not wait.
 */
export const addVisit = (db: Db, code: string, day: string) =>
  run(
    db,
    sql`
    with link as (select channel_id from promo_channel where code = ${code} and off_at is null),
    counted as (
      update promo_channel_visit_part set visits = visits + 1
      where part_id = (select part_id from promo_channel_visit_part where channel_id = (select channel_id from link) and day = ${day}::date
        limit 1 for update skip locked)
      returning part_id)
    insert into promo_channel_visit_part (channel_id, day, visits)
    select channel_id, ${day}::date, 1 from link where not exists (select from counted)`,
  )

/** Days before `promo_channel_visit_part`, and the release before, count in the other table. */
const linkVisits = sql`(select channel_id, day, visits from promo_channel_visit
  union all select channel_id, day, visits from promo_channel_visit_part) v`

/** One more browser that opened the site on a day, counted as visits by a link are. */
export const addSiteVisit = (db: Db, day: string) =>
  run(
    db,
    sql`
    with counted as (
      update site_visit_part set visits = visits + 1
      where part_id = (select part_id from site_visit_part where day = ${day}::date limit 1 for update skip locked)
      returning part_id)
    insert into site_visit_part (day, visits) select ${day}::date, 1 where not exists (select from counted)`,
  )

/** Days before `site_visit_part`, and servers of the release before, count in `site_visit`. */
const visitsByDay = sql`(select day, visits from site_visit union all select day, visits from site_visit_part)`

/** Visits of the site on the days of a span, and the first day that any were counted on. */
export const siteVisits = (db: Db, { from, to }: Span) =>
  theRow(
    db,
    sql<{ visits: number; since: string | null }>`
    select coalesce(sum(visits) filter (where day >= ${from}::date and day <= ${to}::date), 0)::int as visits, min(day) as since
      from ${visitsByDay} v`,
  )

/** How channels are called, with their agents. */
export const channelNames = (db: Db, ids: bigint[]) =>
  rows(
    db,
    sql<{ channelId: bigint; name: string; agent: string }>`
    select c.channel_id, c.name, coalesce(m.name, '') as agent
    from promo_channel c left join member m on m.member_id = c.agent_id where c.channel_id = any(${ids}::bigint[])`,
  )

export type Span = { from: string; to: string }
export type ChannelFigures = {
  channelId: bigint
  visits: number
  registrations: number
  firstDeposits: number
  depositFen: bigint
  ngrFen: bigint
}

/**
 * What came by channels on the days of a span, both included, from the facts by day and without
 * test accounts: as reports count it. Channels by which nothing came have no row.
 */
export function channelFigures(db: Db, ids: bigint[], { from, to }: Span) {
  const within = (day: Sql) => sql`${day} >= ${from}::date and ${day} <= ${to}::date`
  return rows(
    db,
    sql<ChannelFigures>`
    with came as (
      select c.channel_id, m.member_id, ${dayOf(sql`m.created_at`)} as joined_on from member_channel c join member m using (member_id)
      where c.channel_id = any(${ids}::bigint[]) and m.member_id not in ${testAccounts}),
    parts as (
      select channel_id, visits, 0 as joined, 0 as firsts, 0::bigint as deposit, 0::bigint as ngr from ${linkVisits}
      where channel_id = any(${ids}::bigint[]) and ${within(sql`day`)}
      union all
      select channel_id, 0, 1, 0, 0, 0 from came where ${within(sql`joined_on`)}
      union all
      select channel_id, 0, 0, 1, 0, 0 from came join ledger.member_first f using (member_id)
        where ${within(dayOf(sql`f.first_deposit_at`))}
      union all
      select channel_id, 0, 0, 0, deposit_fen, ${costNgr}
      from came join ledger.member_day using (member_id) where ${within(sql`day`)}
      union all
      select channel_id, 0, 0, 0, 0, stake_fen - payout_fen from came join play_day using (member_id) where ${within(sql`day`)})
    select channel_id, sum(visits)::int as visits, sum(joined)::int as registrations, sum(firsts)::int as first_deposits,
      sum(deposit)::bigint as deposit_fen, sum(ngr)::bigint as ngr_fen
    from parts group by 1`,
  )
}
