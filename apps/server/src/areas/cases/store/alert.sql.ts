import { flagState, launderingKinds, type RiskKind } from '@tianping/contract/risk/facts'
import { hitState, type ScreeningList } from '@tianping/contract/screening/facts'
import type { DecidedState } from '@tianping/contract/facts'
import { row, rows, run, sql, type Db, type Tx } from '@tianping/database'
import { MOST_IN_TURN } from '../../../kernel/jobs/eachAlone.ts'

const openFlag = sql.literal(flagState.open)
const openHit = sql.literal(hitState.open)
const KINDS: string[] = [...launderingKinds]

export type Alert = {
  source: 'flag' | 'hit'
  alertId: bigint
  memberId: bigint
  /** A kind of the risk rules, or a list. */
  kind: RiskKind | ScreeningList
  weight: number
}

const loose = sql`
  (select 'flag' as source, f.flag_id as alert_id, f.member_id, f.kind, f.weight from risk_flag f
      where f.state = ${openFlag} and f.kind = any(${KINDS}::text[])
    union all
    select 'hit', h.hit_id, h.member_id, h.list, h.score from screening_hit h where h.state = ${openHit}) a
  where not exists (select from aml_case_alert ca join aml_case c using (case_id)
    where ca.source = a.source and ca.alert_id = a.alert_id and c.state <> 'closed')`

/** What waits and is in no open case, the weightiest first. A hit is as weighty as its score. */
export const looseAlerts = (db: Db) =>
  rows(
    db,
    sql<Alert>`select a.* from ${loose} order by a.weight desc, a.source, a.alert_id limit ${MOST_IN_TURN}`,
  )

/** One of them, if it still waits so. */
export const looseAlert = (tx: Tx, { source, alertId }: Pick<Alert, 'source' | 'alertId'>) =>
  row(tx, sql<Alert>`select a.* from ${loose} and a.source = ${source} and a.alert_id = ${alertId}`)

export type Link = { memberId: bigint; kind: RiskKind }
/** Members whom risk has seen together with one: by card, device, address, invitation. */
export const linksOf = (db: Db, memberId: bigint, limit: number) =>
  rows(
    db,
    sql<Link>`
    select distinct on (o.id) o.id as member_id, f.kind
    from risk_flag f cross join lateral (select each_of::bigint as id from jsonb_array_elements_text(coalesce(f.inputs -> 'others', '[]')) each_of) o
    where f.member_id = ${memberId} and f.state <> ${sql.literal(flagState.dismissed)} and f.kind in ('shared_device', 'shared_card', 'opposite_sides', 'mule', 'shared_address')
    order by o.id, f.weight desc limit ${limit}`,
  )

export type Evidence = {
  source: 'flag' | 'hit'
  alertId: bigint
  memberId: bigint
  username: string
  kind: string
  weight: number
  state: number
  raisedAt: Date
  inputs: Record<string, unknown>
}
export const evidenceRows = (db: Db, caseId: bigint, limit: number) =>
  rows(
    db,
    sql<Evidence>`
    select ca.source, ca.alert_id, ca.member_id, m.name as username, coalesce(f.kind, h.list) as kind, coalesce(f.weight, h.score) as weight,
      coalesce(f.state, h.state) as state, coalesce(f.raised_at, h.raised_at) as raised_at, coalesce(f.inputs, jsonb_build_object('name', e.data -> 'names' -> 0, 'score', h.score)) as inputs
    from aml_case_alert ca join member m using (member_id)
    left join risk_flag f on ca.source = 'flag' and f.flag_id = ca.alert_id
    left join screening_hit h on ca.source = 'hit' and h.hit_id = ca.alert_id
    left join screening_entry e on e.entry_id = h.entry_id
    where ca.case_id = ${caseId} order by weight desc, ca.alert_id limit ${limit}`,
  )

type Verdict = { caseId: bigint; state: DecidedState; by: string; at: Date; remark: string }

/** What still waits of a case is decided with it. */
export const decideFlags = (tx: Tx, v: Verdict) =>
  run(
    tx,
    sql`
    update risk_flag set state = ${v.state}, decided_by = ${v.by}, decided_at = ${v.at}, remark = ${v.remark}
    where state = ${openFlag} and flag_id in (select alert_id from aml_case_alert where case_id = ${v.caseId} and source = 'flag')`,
  )
export const decideHits = (tx: Tx, v: Verdict) =>
  run(
    tx,
    sql`
    update screening_hit set state = ${v.state}, decided_by = ${v.by}, decided_at = ${v.at}, remark = ${v.remark}
    where state = ${openHit} and hit_id in (select alert_id from aml_case_alert where case_id = ${v.caseId} and source = 'hit')`,
  )
