import { depositState } from '@tianping/contract/cashier/facts'
import type { LimitKind, LimitSpan } from '@tianping/contract/protection/facts'
import { betStatus } from '@tianping/contract/records/facts'
import { row, rows, run, sql, theRow, type Db, type Sql } from '@tianping/database'

const credited = sql.literal(depositState.credited)
const waiting = sql.literal(depositState.waiting)
const open = sql.literal(betStatus.open)

export type Source = 'member' | 'operator'
/** Fen, or minutes of a limit of time; null for none. */
export type Size = bigint | null
export type Limit = {
  kind: LimitKind
  source: Source
  amount: Size
  nextAmount: Size
  nextFrom: Date | null
  nextUntil: Date | null
  setBy: string
  setAt: Date
}

/** Rows of every account that is certainly the person's. */
const ofPerson = (memberId: bigint) =>
  sql`member_id = any(array(select accounts_of_person(${memberId})))`

const columns = sql`
  kind, source, case when due then next_amount else amount end as amount,
  case when pending then next_amount end as next_amount, case when pending then next_from end as next_from,
  case when pending then next_until end as next_until, set_by, set_at`
const from = (of: Sql, now: Date) => sql`
  from (select *, coalesce(source = 'operator' and next_from <= ${now}, false) as due,
    case source when 'operator' then next_from > ${now} else next_until > ${now} end as pending
    from member_limit where ${of}) l`

/**
 * A member's limits as they count at `now`: an operator's looser one whose day has come has taken
 * the place of the other, and a raise that was not confirmed in time is gone.
 */
export const limitRows = (db: Db, memberId: bigint, now: Date) =>
  rows(
    db,
    sql<Limit>`
    select ${columns} ${from(sql`member_id = ${memberId}`, now)}`,
  )

/**
 * The same of every account of the person. A limit of an account that was closed counts no longer:
 * nobody could ever raise it. The others had it from then on (`parting.ts`).
 */
export const limitRowsOfPerson = (db: Db, memberId: bigint, now: Date) =>
  rows(
    db,
    sql<Limit & { memberId: bigint }>`
    select member_id, ${columns} ${from(ofPerson(memberId), now)}
    where member_id = ${memberId} or not exists (select from member m where m.member_id = l.member_id and m.closed_at is not null)
    order by member_id`,
  )

/** The same of one limit. */
export const limitRow = async (
  db: Db,
  p: { memberId: bigint; kind: LimitKind; source: Source; now: Date },
): Promise<Limit | undefined> =>
  (await limitRows(db, p.memberId, p.now)).find(
    each => each.kind === p.kind && each.source === p.source,
  )

/** Those of some members who have set a limit of stakes, losses or time, in any account. */
export const limitedAmong = async (db: Db, memberIds: bigint[]): Promise<bigint[]> =>
  (
    await rows(
      db,
      sql<{ memberId: bigint }>`select u.member_id from unnest(${memberIds}::bigint[]) u (member_id)
      where exists (
        select from accounts_of_person(u.member_id) a (member_id) join member_limit l using (member_id) join member m using (member_id)
        where l.source = 'member' and l.amount is not null and l.kind not like 'deposit%' and (l.member_id = u.member_id or m.closed_at is null))`,
    )
  ).map(each => each.memberId)

/** Whether a member has set a limit of any kind, in any account of the person. */
export const isSelfLimited = async (db: Db, memberId: bigint): Promise<boolean> =>
  (await row(
    db,
    sql`select from accounts_of_person(${memberId}) a (member_id) join member_limit l using (member_id) join member m using (member_id)
    where l.source = 'member' and l.amount is not null and (l.member_id = ${memberId} or m.closed_at is null) limit 1`,
  )) !== undefined

/** Locks what is still open of some accounts, in one order; answers which those are. */
export const lockOpenAccounts = async (tx: Db, memberIds: bigint[]): Promise<bigint[]> =>
  (
    await rows(
      tx,
      sql<{ memberId: bigint }>`
      select member_id from member where member_id = any(${memberIds}::bigint[]) and closed_at is null
      order by member_id for no key update`,
    )
  ).map(({ memberId }) => memberId)

export const writeLimit = (tx: Db, l: Limit & { memberId: bigint }) =>
  run(
    tx,
    sql`
    insert into member_limit (member_id, kind, source, amount, next_amount, next_from, next_until, set_by, set_at)
    values (${l.memberId}, ${l.kind}, ${l.source}, ${l.amount}, ${l.nextAmount}, ${l.nextFrom}, ${l.nextUntil}, ${l.setBy}, ${l.setAt})
    on conflict (member_id, kind, source) do update set amount = excluded.amount, next_amount = excluded.next_amount,
      next_from = excluded.next_from, next_until = excluded.next_until, set_by = excluded.set_by, set_at = excluded.set_at`,
  )

/** The first day of each span that is under way, and its first instant. */
export type Spans = Record<LimitSpan, { day: string; from: Date }>

/** One limit and what has been used of it. */
type Usage = { kind: LimitKind; amount: bigint }

/**
 * What counts towards the limits of money: deposits credited or still waiting; what settled bets
 * lost, where losses below zero are winnings; and what was staked, of open bets too. Of
 * every account of the person.
 */
export const spentOf = (db: Db, memberId: bigint, { day, week, month }: Spans) =>
  rows(
    db,
    sql<Usage>`
    select used.kind, used.amount::bigint from (
      select coalesce(sum(fen) filter (where at >= ${day.from}), 0) as day, coalesce(sum(fen) filter (where at >= ${week.from}), 0) as week,
        coalesce(sum(fen) filter (where at >= ${month.from}), 0) as month
      from (
        select case state when ${credited} then credited_fen else amount_fen end as fen, case state when ${credited} then decided_at else created_at end as at
        from deposit_order where ${ofPerson(memberId)} and state in (${waiting}, ${credited})
          and greatest(created_at, decided_at) >= least(${week.from}::timestamptz, ${month.from}::timestamptz)
          and (state = ${credited} or expires_at is null or expires_at > ${day.from})
      ) o) d
    cross join (
      select coalesce(sum(lost) filter (where day >= ${day.day}::date), 0) as lost_day, coalesce(sum(lost) filter (where day >= ${week.day}::date), 0) as lost_week,
        coalesce(sum(lost) filter (where day >= ${month.day}::date), 0) as lost_month,
        coalesce(sum(stake_fen) filter (where day >= ${day.day}::date), 0) as day, coalesce(sum(stake_fen) filter (where day >= ${week.day}::date), 0) as week,
        coalesce(sum(stake_fen) filter (where day >= ${month.day}::date), 0) as month
      from (select day, stake_fen, stake_fen - payout_fen as lost from turnover_day where ${ofPerson(memberId)} and day >= least(${week.day}::date, ${month.day}::date)) t) p
    cross join (select coalesce(sum(stake_fen), 0) as fen from bet where ${ofPerson(memberId)} and status = ${open}) o
    cross join lateral (values ('deposit_day', d.day), ('deposit_week', d.week), ('deposit_month', d.month),
      ('loss_day', p.lost_day), ('loss_week', p.lost_week), ('loss_month', p.lost_month),
      ('stake_day', p.day + o.fen), ('stake_week', p.week + o.fen), ('stake_month', p.month + o.fen)) used (kind, amount)`,
  )

/**
 * Keeps the deposits of all accounts of a person in one order, until the transaction ends. Deposits
 * hold the lock of their own member only, and take this one after it.
 */
export const lockPerson = (tx: Db, memberId: bigint) =>
  run(
    tx,
    sql`
    select pg_advisory_xact_lock(193, hashint8(p.accounts[1])) from (select array(select accounts_of_person(${memberId})) as accounts) p
    where cardinality(p.accounts) > 1`,
  )

export type Net = { stakeFen: bigint; payoutFen: bigint }

/** What was settled since a day. */
export const netSince = (db: Db, memberId: bigint, day: string) =>
  theRow(
    db,
    sql<Net>`
    select coalesce(sum(stake_fen), 0)::bigint as stake_fen, coalesce(sum(payout_fen), 0)::bigint as payout_fen
    from turnover_day where member_id = ${memberId} and day >= ${day}::date`,
  )
