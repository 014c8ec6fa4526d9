// How members stand, what waits for a person, and what was done.
import { reviewState } from '@tianping/contract/facts'
import { harmState, type HarmKind, type HarmOutcome } from '@tianping/contract/harm/facts'
import type { HarmState, InteractionKind } from '@tianping/contract/harm/facts'
import { depositState } from '@tianping/contract/cashier/facts'
import { betStatus } from '@tianping/contract/records/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import { holderOf } from '../../../kernel/operator/claim.sql.ts'
import type { ListFilter } from '../../../kernel/operator/listFilter.ts'
import { inSpan, ofMember, ofStates, totalOf } from '../../../kernel/operator/listed.sql.ts'
import {
  byId,
  byNumbered,
  foundOf,
  window,
  type Keyed,
} from '../../../kernel/operator/pages.sql.ts'
import type { Found, Reason } from '../markers.ts'

const open = sql.literal(harmState.open)
const credited = sql.literal(depositState.credited)
const approved = sql.literal(reviewState.approved)
const voided = sql.literal(betStatus.void)

export type Held = {
  memberId: bigint
  nudgedAt: Date | null
  nudgeScore: number
  settledScore: number
  settledUntil: Date | null
  open: 'care' | 'stop' | null
}
type Looked = Found & { memberId: bigint }

/** Keeps what was found, and answers what was done about each member before; locks the rows. */
export async function keepFound(
  tx: Db,
  found: Looked[],
  p: { version: number; now: Date },
): Promise<Held[]> {
  const given = found.map(({ memberId, ...each }) => ({
    ...each,
    member_id: memberId.toString(),
    reasons: each.reasons,
  }))
  await run(
    tx,
    sql`
    insert into harm_member (member_id, level, score, reasons, rule_version, looked_at)
    select member_id, level, score, reasons, ${p.version}, ${p.now}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as f(member_id bigint, level smallint, score int, reasons jsonb) order by member_id
    on conflict (member_id) do update set level = excluded.level, score = excluded.score, reasons = excluded.reasons, rule_version = excluded.rule_version, looked_at = excluded.looked_at`,
  )
  const ids = found.map(({ memberId }) => memberId)
  return rows(
    tx,
    sql<Held>`
    select h.member_id, h.nudged_at, h.nudge_score, h.settled_score, h.settled_until, e.kind as open
    from harm_member h left join harm_case e on e.member_id = h.member_id and e.state = ${open} and e.kind <> 'check'
    where h.member_id = any(${ids}::bigint[])`,
  )
}

export const setNudged = (tx: Db, p: { memberId: bigint; score: number; now: Date }) =>
  run(
    tx,
    sql`update harm_member set nudged_at = ${p.now}, nudge_score = ${p.score}, nudge_closed_at = null where member_id = ${p.memberId}`,
  )

export type NewCase = Found & {
  memberId: bigint
  kind: HarmKind
  version: number
  now: Date
  dueAt: Date
}

/** Opens a task; one that waits becomes the stronger one, by the earlier of both deadlines. */
export const openCase = async (tx: Db, c: NewCase): Promise<bigint> =>
  (
    await theRow(
      tx,
      sql<{ caseId: bigint }>`
      insert into harm_case as e (member_id, kind, level, score, reasons, rule_version, opened_at, due_at)
      values (${c.memberId}, ${c.kind}, ${c.level}, ${c.score}, ${JSON.stringify(c.reasons)}::jsonb, ${c.version}, ${c.now}, ${c.dueAt})
      on conflict (member_id, (kind = 'check')) where state = ${open} do update set kind = excluded.kind, level = excluded.level, score = excluded.score,
        reasons = excluded.reasons, rule_version = excluded.rule_version, due_at = least(e.due_at, excluded.due_at)
      returning case_id`,
    )
  ).caseId

/** Nothing is offered from now on; answers whether something was until now. */
export const stopOffers = async (tx: Db, memberId: bigint, now: Date): Promise<boolean> =>
  (await run(
    tx,
    sql`insert into harm_stop (member_id, since) values (${memberId}, ${now}) on conflict (member_id) do nothing`,
  )) === 1

export const liftStop = async (tx: Db, memberId: bigint): Promise<boolean> =>
  (await run(tx, sql`delete from harm_stop where member_id = ${memberId}`)) === 1

/** What was dealt with counts anew only when there is more of it. */
export const settle = (tx: Db, p: { memberId: bigint; score: number; until: Date }) =>
  run(
    tx,
    sql`update harm_member set settled_score = greatest(score, ${p.score}), settled_until = ${p.until} where member_id = ${p.memberId}`,
  )

/** Net deposits, stakes and minutes played from one instant to another. */
const figuresIn = (from: ReturnType<typeof sql>, to: ReturnType<typeof sql>) => sql`
  select ((select coalesce(sum(credited_fen), 0) from deposit_order d where d.member_id = who.member_id and d.state = ${credited} and d.decided_at > ${from} and d.decided_at <= ${to})
      - (select coalesce(sum(amount_fen), 0) from withdrawal_order w where w.member_id = who.member_id and w.state = ${approved} and w.decided_at > ${from} and w.decided_at <= ${to}))::bigint as net_fen,
    (select coalesce(sum(stake_fen), 0) from bet b where b.member_id = who.member_id and b.status <> ${voided} and b.placed_at > ${from} and b.placed_at <= ${to})::bigint as stake_fen,
    (select coalesce(ceil(sum(extract(epoch from least(s.last_at, ${to}) - greatest(s.began_at, ${from}))) / 60), 0) from play_stretch s
      where s.member_id = who.member_id and s.last_at > ${from} and s.began_at < ${to})::int as minutes`

export type NewInteraction = {
  memberId: bigint
  caseId: bigint | null
  kind: InteractionKind
  outcome: string
  remark: string
  by: string
  now: Date
}

/** Writes down what was done, with the 30 days before it. */
export const addInteraction = (tx: Db, i: NewInteraction) =>
  run(
    tx,
    sql`
    insert into harm_interaction (member_id, case_id, kind, outcome, remark, by_operator, at, before_net_fen, before_stake_fen, before_minutes)
    select who.member_id, ${i.caseId}::bigint, ${i.kind}, ${i.outcome}, ${i.remark}, ${i.by}, ${i.now}, f.net_fen, f.stake_fen, f.minutes
    from (select ${i.memberId}::bigint as member_id) who
    cross join lateral (${figuresIn(sql`${i.now}::timestamptz - interval '30 days'`, sql`${i.now}::timestamptz`)}) f`,
  )

/** Measures the 30 days after what was done so long ago; answers how many it were. */
export const measure = (db: Db, now: Date, limit: number) =>
  run(
    db,
    sql`
    update harm_interaction i set after_net_fen = f.net_fen, after_stake_fen = f.stake_fen, after_minutes = f.minutes, measured_at = ${now}
    from (select member_id, interaction_id, at from harm_interaction where measured_at is null and at <= ${now}::timestamptz - interval '30 days' order by at limit ${limit} for update skip locked) who
    cross join lateral (${figuresIn(sql`who.at`, sql`who.at + interval '30 days'`)}) f
    where i.member_id = who.member_id and i.interaction_id = who.interaction_id`,
  )

export type Case = {
  caseId: bigint
  memberId: bigint
  kind: HarmKind
  level: number
  score: number
  reasons: Reason[]
  ruleVersion: number
  openedAt: Date
  dueAt: Date
  state: HarmState
  outcome: '' | HarmOutcome
  decidedBy: string
  decidedAt: Date | null
  remark: string
}
const columns = sql`
  e.case_id, e.member_id, e.kind, e.level, e.score, e.reasons, e.rule_version, e.opened_at, e.due_at, e.state, e.outcome, e.decided_by, e.decided_at, e.remark`
export type CaseListed = Case & { username: string; claimedBy: string }
const listed = (now: Date) =>
  sql`${columns}, m.name as username, ${holderOf(sql`'harm:' || e.case_id`, now)} as claimed_by`

const isQueue = ({ states }: ListFilter) => states.length === 1 && states[0] === harmState.open
const no = sql`e.case_id`
const arrangedBy = (f: ListFilter) =>
  isQueue(f) ? byNumbered(f.paging, sql`e.due_at`, no, false) : byId(f.paging, no, true)

/** What waits by its deadline, everything else the newest first. */
export async function caseRows(db: Db, f: ListFilter & { kind: string }, now: Date) {
  const state = isQueue(f) ? sql`e.state = ${open}` : ofStates(f.states, sql`e.state`)
  const from = sql`
    from harm_case e where ${state} and ${f.kind === '' ? sql`true` : sql`e.kind = ${f.kind}`}
      and ${ofMember(f.q, sql`e.member_id`)} and ${inSpan(sql`e.opened_at`, f)}`
  const { behind, order, key } = arrangedBy(f)
  const read = await rows(
    db,
    sql<CaseListed & Keyed>`
    select ${listed(now)}, ${key}
    from (select * ${from} and ${behind} order by ${order} ${window(f.paging)}) e
    join member m using (member_id) order by ${order}`,
  )
  return { ...foundOf(f.paging, read), total: f.paging.counted ? await totalOf(db, from) : 0 }
}

export const caseRow = (db: Db, caseId: number, now: Date) =>
  row(
    db,
    sql<CaseListed>`select ${listed(now)} from harm_case e join member m using (member_id) where e.case_id = ${caseId}`,
  )

export const lockCase = (tx: Db, caseId: number) =>
  row(tx, sql<Case>`select ${columns} from harm_case e where e.case_id = ${caseId} for update`)

export const decideCase = (
  tx: Db,
  c: Pick<Case, 'caseId' | 'state' | 'outcome'> & { by: string; at: Date; remark: string },
) =>
  run(
    tx,
    sql`update harm_case set state = ${c.state}, outcome = ${c.outcome}, decided_by = ${c.by}, decided_at = ${c.at}, remark = ${c.remark} where case_id = ${c.caseId} and state = ${open}`,
  )

export type Standing = { level: number; score: number; vulnerable: boolean; stopped: boolean }

export const standingOf = async (db: Db, memberId: bigint): Promise<Standing> =>
  (await row(
    db,
    sql<Standing>`
    select h.level, h.score, h.vulnerable, exists (select from harm_stop s where s.member_id = h.member_id) as stopped
    from harm_member h where h.member_id = ${memberId}`,
  )) ?? { level: 0, score: 0, vulnerable: false, stopped: false }

/** Answers whether it was otherwise before. */
export const setVulnerable = async (
  tx: Db,
  memberId: bigint,
  vulnerable: boolean,
): Promise<boolean> =>
  (await run(
    tx,
    sql`
    insert into harm_member as h (member_id, vulnerable) select m.member_id, true from member m where m.member_id = ${memberId} and (${vulnerable} or exists (select from harm_member o where o.member_id = m.member_id))
    on conflict (member_id) do update set vulnerable = ${vulnerable} where h.vulnerable <> ${vulnerable}`,
  )) === 1

export type Interaction = {
  kind: InteractionKind
  outcome: string
  remark: string
  byOperator: string
  at: Date
  beforeNetFen: bigint
  beforeStakeFen: bigint
  beforeMinutes: number
  afterNetFen: bigint | null
  afterStakeFen: bigint | null
  afterMinutes: number | null
}

export const interactionsOf = (db: Db, memberId: bigint, limit: number) =>
  rows(
    db,
    sql<Interaction>`
    select kind, outcome, remark, by_operator, at, before_net_fen, before_stake_fen, before_minutes, after_net_fen, after_stake_fen, after_minutes
    from harm_interaction where member_id = ${memberId} order by at desc, interaction_id desc limit ${limit}`,
  )

/** Whether the card of the last nudge is still to be shown. */
export const cardShown = async (db: Db, memberId: bigint, since: Date): Promise<boolean> =>
  (await row(
    db,
    sql`select 1 from harm_member where member_id = ${memberId} and nudged_at > ${since} and nudge_closed_at is null`,
  )) !== undefined

export const closeCard = (db: Db, memberId: bigint, now: Date) =>
  run(
    db,
    sql`update harm_member set nudge_closed_at = ${now} where member_id = ${memberId} and nudged_at is not null and nudge_closed_at is null`,
  )
