import { reviewState, type DecidedState, type ReviewState } from '@tianping/contract/facts'
import { row, rows, run, sql, type Db } from '@tianping/database'
import type { ListFilter } from '../../../kernel/operator/listFilter.ts'
import { inSpan, ofMember, ofStates, totalOf } from '../../../kernel/operator/listed.sql.ts'
import { byId, foundOf, window, type Keyed } from '../../../kernel/operator/pages.sql.ts'

export type Plan = {
  planId: bigint
  agentId: bigint
  name: string
  terms: unknown
  fromMonth: string
  note: string
  state: ReviewState
  proposedBy: string
  proposedAt: Date
  decidedBy: string
  decidedAt: Date | null
  remark: string
}
const columns = sql`
  plan_id, agent_id, name, terms, from_month, note, state, proposed_by, proposed_at, decided_by, decided_at, remark`

/** The plan that makes an agent's statement of a month; of two from one month the later one. */
export const planFor = (db: Db, agentId: bigint, month: string) =>
  row(
    db,
    sql<Plan>`
    select ${columns} from agent_plan where agent_id = ${agentId} and state = ${sql.literal(reviewState.approved)}
      and from_month <= ${month}
    order by from_month desc, plan_id desc limit 1`,
  )

export const planNumbered = (db: Db, planId: bigint) =>
  row(db, sql<Plan>`select ${columns} from agent_plan where plan_id = ${planId}`)

export const lockPlan = (tx: Db, planId: bigint) =>
  row(tx, sql<Plan>`select ${columns} from agent_plan where plan_id = ${planId} for update`)

/** The number of the proposal; undefined while another one of the agent waits. */
export const insertPlan = async (
  tx: Db,
  p: Pick<Plan, 'agentId' | 'name' | 'fromMonth' | 'note' | 'proposedBy' | 'proposedAt'> & {
    terms: object
  },
): Promise<bigint | undefined> =>
  (
    await row(
      tx,
      sql<{ planId: bigint }>`
    insert into agent_plan (agent_id, name, terms, from_month, note, proposed_by, proposed_at)
    values (${p.agentId}, ${p.name}, ${JSON.stringify(p.terms)}::jsonb, ${p.fromMonth}, ${p.note}, ${p.proposedBy}, ${p.proposedAt})
    on conflict (agent_id) where state = ${sql.literal(reviewState.waiting)} do nothing returning plan_id`,
    )
  )?.planId

export const decidePlan = (
  tx: Db,
  p: { planId: bigint; state: DecidedState; by: string; at: Date; remark: string },
) =>
  run(
    tx,
    sql`
    update agent_plan set state = ${p.state}, decided_by = ${p.by}, decided_at = ${p.at}, remark = ${p.remark}
    where plan_id = ${p.planId} and state = ${sql.literal(reviewState.waiting)}`,
  )

export type PlanListed = Plan & { username: string }

/** The newest first. */
export async function planRows(db: Db, f: ListFilter) {
  const { behind, order, key } = byId(f.paging, sql`p.plan_id`, true)
  const from = sql`
    from agent_plan p where ${ofStates(f.states, sql`p.state`)} and ${ofMember(f.q, sql`p.agent_id`)} and ${inSpan(sql`p.proposed_at`, f)}`
  const read = await rows(
    db,
    sql<PlanListed & Keyed>`
    select p.plan_id, p.agent_id, p.name, p.terms, p.from_month, p.note, p.state, p.proposed_by, p.proposed_at, p.decided_by,
      p.decided_at, p.remark,
      m.name as username, ${key}
    from (select * ${from} and ${behind} order by ${order} ${window(f.paging)}) p join member m on m.member_id = p.agent_id
      order by ${order}`,
  )
  return { ...foundOf(f.paging, read), total: f.paging.counted ? await totalOf(db, from) : 0 }
}

export const plansWaiting = (db: Db): Promise<number> =>
  totalOf(db, sql`from agent_plan where state = ${sql.literal(reviewState.waiting)}`)
