import { reviewState, type DecidedState, type ReviewState } from '@tianping/contract/facts'
import { row, run, sql, theRow, type Db } from '@tianping/database'
import { inSpan, ofStates } from '../../kernel/operator/listed.sql.ts'
import type { ListFilter } from '../../kernel/operator/listFilter.ts'
import {
  byId,
  byText,
  keyedRows,
  type Keyed,
  type Paging,
} from '../../kernel/operator/pages.sql.ts'

const waiting = sql.literal(reviewState.waiting)

export type StaffListed = {
  operatorId: bigint
  name: string
  role: string
  state: 'active' | 'locked' | 'waits'
  mustChangePassword: boolean
  totp: boolean
  passkeys: number
  sessions: number
  allowed: string[]
  member: string
  createdAt: Date
  createdBy: string
  lastLoginAt: Date | null
}

/** Operators by the beginning of their name, a role, a state; by name. */
export function staffRows(
  db: Db,
  f: { q: string; role: string; state: string; now: Date; seenSince: Date; paging: Paging },
) {
  const { key, page } = byText(f.paging, sql`o.name`, false)
  const state = sql`case when o.waits then 'waits' else o.state end`
  const where = sql`where starts_with(o.name, lower(${f.q})) and (${f.role} = '' or o.role = ${f.role}) and (${f.state} = '' or ${state} = ${f.state})`
  return keyedRows(
    db,
    f.paging,
    sql<StaffListed & Keyed>`
    select o.operator_id, o.name, o.role, ${state} as state, o.must_change_password,
      exists (select 1 from operator_totp t where t.operator_id = o.operator_id and t.confirmed_at is not null) as totp,
      (select count(*)::int from operator_passkey k where k.operator_id = o.operator_id) as passkeys,
      (select count(*)::int from operator_session s where s.operator_id = o.operator_id and s.expires_at > ${f.now} and s.last_seen_at > ${f.seenSince}) as sessions,
      o.allowed::text[] as allowed, coalesce(m.name, '') as member, o.created_at, o.created_by, o.last_login_at, ${key}
    from operator o left join member m using (member_id) ${where} and ${page}`,
    sql`from operator o ${where}`,
  )
}

export type RequestKind = 'create' | 'role' | 'password' | 'permissions'
export type RequestRow = {
  requestId: bigint
  kind: RequestKind
  subject: string
  before: Record<string, unknown>
  after: Record<string, unknown>
  payload: Record<string, unknown>
  note: string
  proposedBy: string
  proposedAt: Date
  state: ReviewState
  decidedBy: string
  decidedAt: Date | null
  remark: string
}
const columns = sql`
  request_id, kind, subject, before, after, payload, note, proposed_by, proposed_at, state, decided_by,
  decided_at, remark`

/** False when one about the same waits already. */
export const insertRequest = async (
  tx: Db,
  r: {
    kind: RequestKind
    subject: string
    before: object
    after: object
    payload: object
    note: string
    by: string
    now: Date
  },
): Promise<boolean> =>
  (await run(
    tx,
    sql`
    insert into staff_request (kind, subject, before, after, payload, note, proposed_by, proposed_at)
    values (${r.kind}, ${r.subject}, ${JSON.stringify(r.before)}::jsonb, ${JSON.stringify(r.after)}::jsonb, ${JSON.stringify(r.payload)}::jsonb, ${r.note}, ${r.by}, ${r.now})
    on conflict (subject) where state = ${waiting} do nothing`,
  )) === 1

/** The newest first. */
export function requestRows(db: Db, f: ListFilter) {
  const { key, page } = byId(f.paging, sql`request_id`, true)
  const from = sql`from staff_request where ${ofStates(f.states, sql`state`)} and ${inSpan(sql`proposed_at`, f)}`
  return keyedRows(
    db,
    f.paging,
    sql<RequestRow & Keyed>`select ${columns}, ${key} ${from} and ${page}`,
    from,
  )
}

export const lockRequest = (tx: Db, requestId: bigint) =>
  row(
    tx,
    sql<RequestRow>`select ${columns} from staff_request where request_id = ${requestId} for update`,
  )

/** The password's hash goes with the decision: nothing that opens anything stays behind. */
export const decideRequest = (
  tx: Db,
  r: { requestId: bigint; state: DecidedState; by: string; now: Date; remark: string },
) =>
  run(
    tx,
    sql`
    update staff_request set state = ${r.state}, decided_by = ${r.by}, decided_at = ${r.now}, remark = ${r.remark}, payload = payload - 'passwordHash'
    where request_id = ${r.requestId}`,
  )

export const requestsOpen = async (db: Db): Promise<number> =>
  (
    await theRow(
      db,
      sql<{
        open: number
      }>`select count(*)::int as open from staff_request where state = ${waiting}`,
    )
  ).open
