// What the markers are read from, of some members at once. Every sum is bounded in time and goes by
// an index that begins with the member.
import { depositState } from '@tianping/contract/cashier/facts'
import { reviewState } from '@tianping/contract/facts'
import { betStatus } from '@tianping/contract/records/facts'
import { rows, sql, type Db } from '@tianping/database'
import { containsOf } from '../../../kernel/operator/listed.sql.ts'
import type { HarmRule } from '../setting.ts'

const credited = sql.literal(depositState.credited)
const approved = sql.literal(reviewState.approved)
const rejected = sql.literal(reviewState.rejected)
const waiting = sql.literal(depositState.waiting)
const settled = sql.literal(betStatus.settled)

export type Facts = {
  memberId: bigint
  /** Null without a birthday. */
  age: number | null
  vulnerable: boolean
  /** Below zero for who took out more. */
  netFen: bigint
  weekFen: bigint
  /** The median of the member's earlier weeks with deposits; 0 before there were three. */
  usualFen: bigint
  chased: number
  losses: number
  raisedAfterLoss: number
  bets: number
  playedSeconds: number
  nightSeconds: number
  longestSeconds: number
  limitRaises: number
  raisedAtLimit: number
  breaks: number
  words: number
  crisis: number
  bonusAsks: number
  complaints: number
  reversed: number
  backAgain: number
  methods: number
  failed: number
  /** A check of vulnerability was opened within its months. */
  checked: boolean
}

/** The stakes of a member that are compared with each other; more say nothing new. */
const MOST_BETS = 3_000
/** Two bets that are further apart belong to two stretches of play. */
const GAP = sql`interval '15 minutes'`

const likeAny = (words: string[]) => words.map(containsOf)

const money = (now: Date, rule: HarmRule) => sql`
  cross join lateral (
    select coalesce(sum(credited_fen) filter (where state = ${credited} and decided_at > ${now}::timestamptz - interval '30 days'), 0) as in_fen,
      coalesce(sum(credited_fen) filter (where state = ${credited} and decided_at > ${now}::timestamptz - interval '7 days'), 0)::bigint as week_fen,
      (count(distinct method) filter (where created_at > ${now}::timestamptz - interval '30 days'))::int as methods,
      (count(*) filter (where created_at > ${now}::timestamptz - interval '30 days' and (state = ${rejected} or state = ${waiting} and expires_at < ${now})))::int as failed
    from deposit_order d where d.member_id = any(u.accounts) and d.created_at > ${now}::timestamptz - interval '60 days') d
  cross join lateral (
    select case when count(*) >= 3 then percentile_cont(0.5) within group (order by fen) else 0 end::bigint as usual_fen from (
      select sum(credited_fen)::bigint as fen from deposit_order o
      where o.member_id = any(u.accounts) and o.state = ${credited} and o.decided_at > ${now}::timestamptz - interval '91 days' and o.decided_at <= ${now}::timestamptz - interval '7 days'
      group by floor(extract(epoch from ${now}::timestamptz - o.decided_at) / 604800)) weeks) g
  cross join lateral (
    select coalesce(sum(amount_fen), 0) as out_fen from withdrawal_order w
    where w.member_id = any(u.accounts) and w.state = ${approved} and w.decided_at > ${now}::timestamptz - interval '30 days') w
  cross join lateral (
    select count(*)::int as chased from deposit_order o
    where o.member_id = any(u.accounts) and o.created_at > ${now}::timestamptz - interval '14 days' and -${rule.chasing.minFen}::bigint >= (
      select sum(b.net_fen) from bet b where b.member_id = any(u.accounts) and b.status = ${settled} and b.placed_at <= o.created_at and b.placed_at > o.created_at - interval '1 hour')) c
  cross join lateral (
    select (count(*) filter (where exists (
        select from play_stretch s where s.member_id = any(u.accounts) and s.last_at > w.decided_at and s.began_at < w.decided_at + interval '1 day')))::int as reversed
    from withdrawal_order w where w.member_id = any(u.accounts) and w.state = ${rejected} and w.decided_at > ${now}::timestamptz - interval '30 days') r
  cross join lateral (
    select count(*)::int as back_again from deposit_order o
    where o.member_id = any(u.accounts) and o.created_at > ${now}::timestamptz - interval '30 days' and exists (
      select from withdrawal_order w where w.member_id = any(u.accounts) and w.created_at < o.created_at and w.created_at > o.created_at - interval '1 day')) a`

const play = (now: Date) => sql`
  cross join lateral (
    select (count(*) filter (where before < 0))::int as losses, (count(*) filter (where before < 0 and stake_fen * 2 >= stake_before * 3))::int as raised_after_loss, count(*)::int as bets
    from (
      select stake_fen, placed_at, lag(net_fen) over way as before, lag(stake_fen) over way as stake_before, lag(placed_at) over way as placed_before from (
        select stake_fen, net_fen, placed_at, bet_id, game_code, venue_id from bet b
        where b.member_id = any(u.accounts) and b.status = ${settled} and b.placed_at > ${now}::timestamptz - interval '7 days' order by b.placed_at desc, b.bet_id limit ${MOST_BETS}) lately
      window way as (partition by venue_id, game_code order by placed_at, bet_id)) b
    where stake_before is not null and placed_at - placed_before <= ${GAP}) b
  cross join lateral (
    select coalesce(sum(extract(epoch from s.last_at - greatest(s.began_at, ${now}::timestamptz - interval '7 days'))), 0)::int as played_seconds,
      coalesce(max(extract(epoch from s.last_at - s.began_at)), 0)::int as longest_seconds,
      coalesce(sum(n.seconds), 0)::int as night_seconds
    from play_stretch s cross join lateral (
      select sum(greatest(0, extract(epoch from least(s.last_at, night + interval '6 hours') - greatest(s.began_at, night)))) as seconds
      from generate_series(date_trunc('day', ${now}::timestamptz, 'Asia/Shanghai') - interval '7 days', ${now}::timestamptz, interval '1 day') night
      where night + interval '6 hours' > s.began_at and night < s.last_at) n
    where s.member_id = any(u.accounts) and s.last_at > ${now}::timestamptz - interval '7 days') p`

const signs = (now: Date, rule: HarmRule) => sql`
  cross join lateral (
    select (count(*) filter (where act = 'limit_raise' and at > ${now}::timestamptz - interval '30 days'))::int as limit_raises,
      (count(*) filter (where act = 'timeout'))::int as breaks,
      (count(*) filter (where act = 'limit_raise' and at > ${now}::timestamptz - interval '30 days' and exists (
        select from refusal f where f.member_id = any(u.accounts) and f.reason in ('protection.deposit_limit', 'protection.loss_limit', 'protection.stake_limit', 'protection.time_limit')
          and f.refused_at < l.at and f.refused_at > l.at - interval '1 day')))::int as raised_at_limit
    from protection_log l where l.member_id = any(u.accounts) and l.at > ${now}::timestamptz - interval '90 days' and l.by_operator = '') t
  cross join lateral (
    select (count(*) filter (where content like any(${likeAny(rule.words.words)}::text[])))::int as words,
      (count(*) filter (where content like any(${likeAny(rule.crisis.words)}::text[])))::int as crisis
    from member_note n where n.member_id = any(u.accounts) and n.written_at > ${now}::timestamptz - interval '30 days') n
  cross join lateral (
    select (count(distinct c.complaint_id) filter (where c.created_at > ${now}::timestamptz - interval '30 days'))::int as complaints,
      (count(*) filter (where l.content like any(${likeAny(rule.words.words)}::text[])))::int as words,
      (count(*) filter (where l.content like any(${likeAny(rule.crisis.words)}::text[])))::int as crisis
    from complaint c join complaint_message l on l.complaint_id = c.complaint_id and l.author = 'member'
    where c.member_id = any(u.accounts) and l.at > ${now}::timestamptz - interval '30 days') o
  cross join lateral (
    select (count(*) filter (where l.content like any(${likeAny(rule.words.words)}::text[])))::int as words,
      (count(*) filter (where l.content like any(${likeAny(rule.crisis.words)}::text[])))::int as crisis
    from ticket t join ticket_line l on l.ticket_id = t.ticket_id and l.author = 'member'
    where t.member_id = any(u.accounts) and t.updated_at > ${now}::timestamptz - interval '30 days' and l.at > ${now}::timestamptz - interval '30 days') s
  cross join lateral (
    select (count(*) filter (where content like any(${likeAny(rule.words.words)}::text[])))::int as words,
      (count(*) filter (where content like any(${likeAny(rule.crisis.words)}::text[])))::int as crisis
    from (
      select closing_reason as content, closing_at as at from member c where c.member_id = any(u.accounts)
      union all select reason, asked_at from protection_request q where q.member_id = any(u.accounts)
      union all select content, asked_at from data_request q where q.member_id = any(u.accounts)) asked
    where at > ${now}::timestamptz - interval '30 days') q
  cross join lateral (
    select ((select count(*) from refusal f where f.member_id = any(u.accounts) and f.call in ('POST /api/doactivityapply', 'POST /api/douserredpacket') and f.refused_at > ${now}::timestamptz - interval '7 days')
      + (select count(*) from activity_application e where e.member_id = any(u.accounts) and e.state = ${rejected} and e.applied_at > ${now}::timestamptz - interval '7 days'))::int as bonus_asks) k`

/**
 * The figures of some members, of every venue and from the first hour of an account: what all
 * accounts of the person add up to.
 */
export const factsOf = (db: Db, memberIds: bigint[], now: Date, rule: HarmRule) =>
  rows(
    db,
    sql<Facts>`
    select u.member_id, extract(year from age(${now}::timestamptz at time zone 'Asia/Shanghai', m.birthday))::int as age, exists (select from harm_member v where v.member_id = any(u.accounts) and v.vulnerable) as vulnerable,
      (d.in_fen - w.out_fen)::bigint as net_fen, d.week_fen, g.usual_fen, c.chased, b.losses, b.raised_after_loss, b.bets,
      p.played_seconds, p.night_seconds, p.longest_seconds, t.limit_raises, t.raised_at_limit, t.breaks,
      n.words + o.words + s.words + q.words as words, n.crisis + o.crisis + s.crisis + q.crisis as crisis, k.bonus_asks, o.complaints,
      r.reversed, a.back_again, d.methods, d.failed,
      exists (select from harm_case e where e.member_id = u.member_id and e.kind = 'check' and e.opened_at > ${now}::timestamptz - make_interval(months => ${rule.netCheck.months})) as checked
    from (select member_id, array(select accounts_of_person(member_id)) as accounts from unnest(${memberIds}::bigint[]) g (member_id)) u join member m using (member_id)
    ${money(now, rule)} ${play(now)} ${signs(now, rule)}
    order by u.member_id`,
  )
