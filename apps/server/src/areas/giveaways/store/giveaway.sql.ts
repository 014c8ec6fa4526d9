import {
  giveawayState,
  type GiveawayKind,
  type GiveawayState,
} from '@tianping/contract/giveaways/facts'
import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'
import { inSpan, ofStates, totalOf } from '../../../kernel/operator/listed.sql.ts'
import {
  byId,
  byMoment,
  foundOf,
  keyedRows,
  window,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'
import type { ListFilter } from '../../../kernel/operator/listFilter.ts'

export type Giveaway = {
  giveawayId: number
  kind: GiveawayKind
  name: string
  note: string
  terms: unknown
  budgetFen: bigint
  spentFen: bigint
  turnoverTimes: number
  minVip: number
  segmentId: bigint | null
  startsAt: Date
  endsAt: Date
  state: GiveawayState
  proposedBy: string
  proposedAt: Date
  decidedBy: string
  remark: string
  stoppedBy: string
}
const columns = sql`c.giveaway_id, c.kind, c.name, c.note, c.terms, c.budget_fen, c.spent_fen, c.turnover_times, c.min_vip, c.segment_id,
  c.starts_at, c.ends_at, c.state, c.proposed_by, c.proposed_at, c.decided_by, c.remark, c.stopped_by`

const approved = sql.literal(giveawayState.approved)
const waiting = sql.literal(giveawayState.waiting)
const stopped = sql.literal(giveawayState.stopped)
const rejected = sql.literal(giveawayState.rejected)

/** Proposals are counted one after the other, so that the month's budget is never passed. */
export const lockBudget = (tx: Tx) =>
  run(tx, sql`select pg_advisory_xact_lock(hashtext('giveaways'))`)

/** Budgets of what was proposed since and not rejected, and what of them was paid. */
export const givenSince = (db: Db, since: Date) =>
  theRow(
    db,
    sql<{ givenFen: bigint; paidFen: bigint }>`
    select coalesce(sum(budget_fen), 0)::bigint as given_fen, coalesce(sum(spent_fen), 0)::bigint as paid_fen
    from giveaway where proposed_at >= ${since} and state <> ${rejected}`,
  )

/** Giveaways that wait or have not ended yet. */
export const countOpen = async (db: Db, now: Date): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ open: number }>`select count(*)::int as open from giveaway
      where state in (${waiting}, ${approved}) and ends_at > ${now}`,
    )
  ).open

export type NewGiveaway = Pick<
  Giveaway,
  | 'kind'
  | 'name'
  | 'note'
  | 'budgetFen'
  | 'turnoverTimes'
  | 'minVip'
  | 'segmentId'
  | 'startsAt'
  | 'endsAt'
  | 'proposedBy'
  | 'proposedAt'
> & { terms: object }

export const insertGiveaway = async (tx: Tx, c: NewGiveaway): Promise<number> =>
  (
    await theRow(
      tx,
      sql<{ giveawayId: number }>`
      insert into giveaway (kind, name, note, terms, budget_fen, turnover_times, min_vip, segment_id, starts_at, ends_at,
        proposed_by, proposed_at)
      values (${c.kind}, ${c.name}, ${c.note}, ${JSON.stringify(c.terms)}::jsonb, ${c.budgetFen}, ${c.turnoverTimes}, ${c.minVip},
        ${c.segmentId}, ${c.startsAt}, ${c.endsAt}, ${c.proposedBy}, ${c.proposedAt})
      returning giveaway_id`,
    )
  ).giveawayId

/** Whoever decides or pays holds it. */
export const lockGiveaway = (tx: Tx, id: number) =>
  row(tx, sql<Giveaway>`select ${columns} from giveaway c where c.giveaway_id = ${id} for update`)

export const giveawayOf = (db: Db, id: number) =>
  row(db, sql<Giveaway>`select ${columns} from giveaway c where c.giveaway_id = ${id}`)

export const decideGiveaway = (
  tx: Tx,
  d: { id: number; state: GiveawayState; by: string; remark: string; at: Date },
) =>
  run(
    tx,
    sql`
    update giveaway set state = ${d.state}, decided_by = ${d.by}, decided_at = ${d.at}, remark = ${d.remark}
    where giveaway_id = ${d.id}`,
  )

export const stopGiveaway = (tx: Tx, s: { id: number; by: string; remark: string; at: Date }) =>
  run(
    tx,
    sql`update giveaway set state = ${sql.literal(giveawayState.stopped)}, stopped_by = ${s.by}, stopped_at = ${s.at}, remark = ${s.remark}
    where giveaway_id = ${s.id}`,
  )

/** Counts what was paid; the giveaway is locked. */
export const addSpent = (tx: Tx, id: number, fen: bigint) =>
  run(tx, sql`update giveaway set spent_fen = spent_fen + ${fen} where giveaway_id = ${id}`)

/** What a giveaway paid on a day. */
export const spentOn = async (db: Db, id: number, day: string): Promise<bigint> =>
  (
    await row(
      db,
      sql<{
        spentFen: bigint
      }>`select spent_fen from giveaway_day where giveaway_id = ${id} and day = ${day}::date`,
    )
  )?.spentFen ?? 0n

export const addSpentOn = (tx: Tx, id: number, day: string, fen: bigint) =>
  run(
    tx,
    sql`insert into giveaway_day as d (giveaway_id, day, spent_fen) values (${id}, ${day}::date, ${fen})
    on conflict (giveaway_id, day) do update set spent_fen = d.spent_fen + excluded.spent_fen`,
  )

/** Approved ones of a kind that have not ended, for a member of a level. */
export const runningOf = (
  db: Db,
  asked: { kind: GiveawayKind; vip: number; now: Date; limit: number },
) =>
  rows(
    db,
    sql<Giveaway>`select ${columns} from giveaway c
    where c.state = ${approved} and c.kind = ${asked.kind} and c.ends_at > ${asked.now} and c.min_vip <= ${asked.vip}
    order by c.giveaway_id limit ${asked.limit}`,
  )

/** Whether members had, or will have, an offer with codes that ends after a moment. */
export const hadCodes = async (db: Db, since: Date): Promise<boolean> =>
  (await row(
    db,
    sql`select from giveaway where kind = 'code' and state in (${approved}, ${stopped}) and ends_at > ${since} limit 1`,
  )) !== undefined

export type Standing = { vip: number; isStaff: boolean }

/** The level of a member, and whether they work in the back office. */
export const standingOf = (db: Db, memberId: bigint) =>
  theRow(
    db,
    sql<Standing>`select m.vip, exists (select from operator o where o.member_id = m.member_id) as is_staff
    from member m where m.member_id = ${memberId}`,
  )

export type Listed = Giveaway & { segment: string }

const listed = sql`${columns}, coalesce((select s.name from segment s where s.segment_id = c.segment_id), '') as segment`

/** Giveaways, the newest first. */
export function giveawayRows(db: Db, f: ListFilter) {
  const { key, page } = byId(f.paging, sql`c.giveaway_id`, true)
  const from = sql`from giveaway c where ${ofStates(f.states, sql`c.state`)} and ${inSpan(sql`c.starts_at`, f)}`
  return keyedRows(
    db,
    f.paging,
    sql<Listed & Keyed>`select ${listed}, ${key} ${from} and ${page}`,
    from,
  )
}

export const listedOne = (db: Db, id: number) =>
  row(db, sql<Listed>`select ${listed} from giveaway c where c.giveaway_id = ${id}`)

export type Given = { memberId: bigint; username: string; no: string; amountFen: bigint; at: Date }

/** What a giveaway gave, the newest first: packets of a window, or gifts. */
export async function givenBy(db: Db, { id, kind }: { id: number; kind: GiveawayKind }, p: Paging) {
  const { behind, order, key } = byMoment(p, sql`d.at`, sql`d.no`, true)
  const given =
    kind === 'packets'
      ? sql`select member_id, draw_id as no, amount_fen, claimed_at as at from redpacket_draw where giveaway_id = ${id}`
      : sql`select member_id, gift_no as no, amount_fen, given_at as at from giveaway_gift where giveaway_id = ${id}`
  const from = sql`from (${given}) d`
  const read = await rows(
    db,
    sql<
      Given & Keyed
    >`select d.member_id, m.name as username, d.no, d.amount_fen, d.at, d.sort_value, d.sort_no
    from (select d.*, ${key} ${from} where ${behind} order by ${order} ${window(p)}) d join member m using (member_id) order by ${order}`,
  )
  return { ...foundOf(p, read), total: p.counted ? await totalOf(db, from) : 0 }
}

/** How many wait for a second person. */
export const giveawaysWaiting = (db: Db): Promise<number> =>
  totalOf(db, sql`from giveaway where state = ${waiting}`)
