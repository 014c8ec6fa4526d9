import { row, rows, run, sql, type Db, type Sql, type Tx } from '@tianping/database'
import { MOST_IN_TURN } from '../../../kernel/jobs/eachAlone.ts'
import { levelsVersion } from '../vipLevels.ts'
import { standing } from './release.sql.ts'

export type VipKind = 'promoted' | 'relegated' | 'kept'
export type VipChange = { memberId: string; kind: VipKind; fromVip: number; toVip: number }
/** What one chunk of members came to; `last` is its last member, null when there was none. */
export type Reviewed = { last: bigint | null; members: number; changes: VipChange[] }

export type Review = {
  /** The review's Beijing day; figures are those up to its first moment. */
  day: string
  dayStart: Date
  windowDays: number
  winBack: boolean
  rulesVersion: number
  /** From `vip` on a raise waits for a release whose checks are of `since` or later. */
  release: { vip: number; since: string } | null
  now: Date
}

const depositOf = (member: Sql, before: Date) => sql`
  (select coalesce(sum(x.amount), 0) from ledger.transaction x
    where x.member_id = ${member} and x.code = 'deposit' and x.phase in ('single', 'post') and x.effective_at < ${before})::bigint`

/**
 * Who rises, of those with the figures. Where levels wait for a release, a member without one is
 * written down for the back office. A member who has one and gets no perks now is not: a list
 * without a reason beside it would name the members of secret cases. Both are looked up row by row.
 */
const risen = (r: Review) =>
  r.release === null
    ? sql`risen as materialized (select * from met)`
    : sql`
  looked as materialized (
    select t.*, t.vip >= ${r.release.vip - 1}::int as waits, s.released is not null as released,
      case when s.released is not null then perks_withheld(t.member_id, ${r.now}) end as withheld
    from met t left join lateral (${standing({ member: sql`t.member_id`, vip: sql`t.vip + 1`, since: r.release.since })}) s on t.vip >= ${r.release.vip - 1}::int),
  noted as (
    insert into vip_waiting as w (member_id, vip, since, day, deposit_fen, turnover_fen)
    select member_id, vip + 1, ${r.day}::date, ${r.day}::date, deposit_fen, turnover_fen from looked where waits and not released
    on conflict (member_id) do update set vip = excluded.vip, since = case when w.vip = excluded.vip then w.since else excluded.since end,
      day = excluded.day, deposit_fen = excluded.deposit_fen, turnover_fen = excluded.turnover_fen),
  risen as materialized (
    select m.* from met m join looked l using (member_id) where not l.waits or l.released and not l.withheld)`

/**
 * Decides the members after `after`, `size` of them, in one statement. Each CTE is a step: who is
 * looked at, who was not decided yet, who might rise, who rises, whose window has ended; then the
 * decision is written where the member still has the level it was made on. Of two instances at once
 * the key (member, day) of the history lets one write. A member of whom an earlier day is not
 * reviewed yet waits for that one.
 */
export const reviewChunk = (after: bigint, size: number, r: Review) => sql<Reviewed>`
  -- What stands beside a member is looked up row by row, which the limits ask for: a whole table read for every chunk is quadratic.
  with chunk as materialized (
    select m.member_id, m.vip, s.peak_vip, s.window_from, s.window_to, s.level_from
    from (select member_id, vip from member where member_id > ${after} order by member_id limit ${size}) m
    left join lateral (select * from vip_standing where member_id = m.member_id limit 1) s on true),
  undecided as materialized (
    select * from chunk c where not exists (select from vip_history h where h.member_id = c.member_id and h.day >= ${r.day}::date)
      and not exists (select from vip_unreviewed u where u.member_id = c.member_id and u.day < ${r.day}::date)),
  later as (
    insert into vip_unreviewed (member_id, day) select member_id, ${r.day}::date from chunk c
    where exists (select from vip_unreviewed u where u.member_id = c.member_id and u.day < ${r.day}::date) on conflict do nothing),
  hopeful as materialized (
    select c.*, n.recharge_fen, n.flow_fen, n.keep_fen, coalesce(t.valid_fen, 0) as total_fen
    from undecided c join vip_level n on n.vip = c.vip + 1
    left join lateral (select valid_fen from turnover_total where member_id = c.member_id limit 1) t on true
    where coalesce(t.valid_fen, 0) >= n.flow_fen),
  measured as materialized (
    select h.*, ${depositOf(sql`h.member_id`, r.dayStart)} as deposit_fen,
      h.total_fen - (select coalesce(sum(d.valid_fen), 0) from turnover_day d where d.member_id = h.member_id and d.day >= ${r.day}::date)::bigint as turnover_fen,
      case when h.vip < h.peak_vip and ${r.winBack}::boolean then
        (select coalesce(sum(d.valid_fen), 0) from turnover_day d where d.member_id = h.member_id and d.day >= h.level_from and d.day < ${r.day}::date)::bigint
      end as window_fen
    from hopeful h),
  met as materialized (
    select * from measured where deposit_fen >= recharge_fen and turnover_fen >= flow_fen and (window_fen is null or window_fen >= keep_fen)),
  ${risen(r)},
  ended as materialized (
    select c.*, own.keep_fen,
      (select coalesce(sum(d.valid_fen), 0) from turnover_day d where d.member_id = c.member_id and d.day >= c.window_from and d.day < c.window_to)::bigint as window_fen
    from undecided c join vip_level own on own.vip = c.vip
    where c.vip > 1 and c.window_to <= ${r.day}::date and not exists (select from risen r where r.member_id = c.member_id)),
  decision as materialized (
    select member_id, 'promoted' as kind, vip as from_vip, vip + 1 as to_vip, peak_vip, deposit_fen, recharge_fen, turnover_fen, flow_fen,
      case when window_fen is not null then level_from end as window_from, case when window_fen is not null then ${r.day}::date end as window_to,
      window_fen, case when window_fen is not null then keep_fen end as keep_fen, ${r.day}::date as level_from
    from risen
    union all
    select member_id, case when window_fen >= keep_fen then 'kept' else 'relegated' end, vip, case when window_fen >= keep_fen then vip else vip - 1 end,
      peak_vip, null, null, null, null, window_from, window_to, window_fen, keep_fen, case when window_fen >= keep_fen then level_from else ${r.day}::date end
    from ended),
  locked as materialized (
    select d.* from decision d join member m on m.member_id = d.member_id where m.vip = d.from_vip order by d.member_id for no key update of m),
  written as (
    insert into vip_history (member_id, day, kind, from_vip, to_vip, deposit_fen, deposit_needed_fen, turnover_fen, turnover_needed_fen,
      window_from, window_to, window_fen, window_needed_fen, levels_version, rules_version, decided_at)
    select member_id, ${r.day}::date, kind, from_vip, to_vip, deposit_fen, recharge_fen, turnover_fen, flow_fen,
      window_from, window_to, window_fen, keep_fen, ${levelsVersion}, ${r.rulesVersion}, ${r.now} from locked
    on conflict (member_id, day) do nothing returning member_id, kind, from_vip, to_vip),
  level as (
    update member m set vip = w.to_vip from written w where w.member_id = m.member_id and w.from_vip <> w.to_vip),
  status as (
    insert into vip_standing as s (member_id, peak_vip, window_from, window_to, level_from)
    select w.member_id, greatest(w.from_vip, w.to_vip), ${r.day}::date, case when w.to_vip > 1 then ${r.day}::date + ${r.windowDays}::int end, d.level_from
    from written w join decision d using (member_id)
    union all
    -- Whoever came to a level otherwise has a window from the first review on.
    select member_id, vip, ${r.day}::date, ${r.day}::date + ${r.windowDays}::int, ${r.day}::date from undecided
    where vip > 1 and window_from is null and member_id not in (select member_id from decision)
    on conflict (member_id) do update set peak_vip = greatest(s.peak_vip, excluded.peak_vip), window_from = excluded.window_from,
      window_to = excluded.window_to, level_from = excluded.level_from)
  select (select max(member_id) from chunk) as last, (select count(*) from chunk)::int as members,
    (select coalesce(json_agg(json_build_object('memberId', member_id::text, 'kind', kind, 'fromVip', from_vip, 'toVip', to_vip)), '[]') from written) as changes`

export type HistoryRow = {
  day: string
  kind: VipKind
  fromVip: number
  toVip: number
  depositFen: bigint | null
  depositNeededFen: bigint | null
  turnoverFen: bigint | null
  turnoverNeededFen: bigint | null
  windowFrom: string | null
  windowTo: string | null
  windowFen: bigint | null
  windowNeededFen: bigint | null
  levelsVersion: number
  rulesVersion: number
}

export const historyOf = (memberId: bigint, limit: number) => sql<HistoryRow>`
  select day, kind, from_vip, to_vip, deposit_fen, deposit_needed_fen,
    turnover_fen, turnover_needed_fen, window_from, window_to,
    window_fen, window_needed_fen, levels_version, rules_version
  from vip_history where member_id = ${memberId} order by day desc limit ${limit}`

export type VipStatus = {
  vip: number
  peakVip: number
  windowFrom: string | null
  windowTo: string | null
  /** Since when the level is held. */
  levelFrom: string | null
}

export const vipStatusOf = (memberId: bigint) => sql<VipStatus>`
  select m.vip, coalesce(s.peak_vip, m.vip) as peak_vip, s.window_from, s.window_to,
    s.level_from
  from member m left join vip_standing s using (member_id) where m.member_id = ${memberId}`

export type LevelRow = {
  vip: number
  vipname: string
  rechargeFen: bigint
  flowFen: bigint
  keepFen: bigint
} & Record<'realperson' | 'sport' | 'eSport' | 'joker' | 'electron' | 'lottery', string>

export const levels = sql<LevelRow>`
  select vip, vipname, recharge_fen, flow_fen, keep_fen, realperson, sport, e_sport, joker, electron, lottery
  from vip_level order by vip`

/** Leaves the member after `after` for later; answers who it is, null when there is none. */
export const leaveNext = async (db: Db, after: bigint, day: string): Promise<bigint | null> =>
  (
    await row(
      db,
      sql<{ memberId: bigint }>`
      insert into vip_unreviewed as u (member_id, day)
      select member_id, ${day}::date from member where member_id > ${after} order by member_id limit 1
      on conflict (member_id, day) do update set day = u.day returning member_id`,
    )
  )?.memberId ?? null

export const unreviewed = async (db: Db): Promise<bigint[]> =>
  (
    await rows(
      db,
      sql<{
        memberId: bigint
      }>`select distinct member_id from vip_unreviewed order by member_id limit ${MOST_IN_TURN}`,
    )
  ).map(({ memberId }) => memberId)

/** The member's oldest day without a review, under a lock: days are reviewed in their order. */
export const lockUnreviewed = async (tx: Tx, memberId: bigint): Promise<string | undefined> =>
  (
    await row(
      tx,
      sql<{
        day: string
      }>`select day from vip_unreviewed where member_id = ${memberId} order by day limit 1 for update`,
    )
  )?.day

export const dropUnreviewed = (tx: Tx, memberId: bigint, day: string) =>
  run(tx, sql`delete from vip_unreviewed where member_id = ${memberId} and day = ${day}::date`)
