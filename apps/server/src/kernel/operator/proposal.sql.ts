import { reviewState, type DecidedState, type ReviewState } from '@tianping/contract/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'

const waiting = sql.literal(reviewState.waiting)

export type Proposal = {
  proposalId: bigint
  key: string
  baseVersion: number
  value: unknown
  note: string
  proposedBy: string
  proposedAt: Date
  state: ReviewState
  decidedBy: string
  decidedAt: Date | null
  remark: string
}

const columns = sql`
  proposal_id, key, base_version, value, note, proposed_by, proposed_at, state,
  decided_by, decided_at, remark`

export const openProposal = (db: Db, key: string) =>
  row(
    db,
    sql<Proposal>`select ${columns} from rule_proposal where key = ${key} and state = ${waiting}`,
  )

export const decidedProposals = (db: Db, key: string, limit: number) =>
  rows(
    db,
    sql<Proposal>`select ${columns} from rule_proposal where key = ${key} and state <> ${waiting} order by proposal_id desc limit ${limit}`,
  )

/** Whose keys begin like this, oldest first; all of them for an empty text. */
export const openProposals = (db: Db, prefix: string) =>
  rows(
    db,
    sql<Proposal>`select ${columns} from rule_proposal where state = ${waiting} and starts_with(key, ${prefix}) order by proposal_id`,
  )

export const newestProposal = (db: Db, key: string) =>
  row(
    db,
    sql<Proposal>`select ${columns} from rule_proposal where key = ${key} order by proposal_id desc limit 1`,
  )

export const proposalNamed = (db: Db, id: number) =>
  row(db, sql<Proposal>`select ${columns} from rule_proposal where proposal_id = ${id}`)

export const lockProposal = (tx: Db, id: number) =>
  row(tx, sql<Proposal>`select ${columns} from rule_proposal where proposal_id = ${id} for update`)

/** Undefined when another proposal of the rule waits. */
export const insertProposal = (
  tx: Db,
  p: Pick<Proposal, 'key' | 'baseVersion' | 'value' | 'note' | 'proposedBy' | 'proposedAt'>,
) =>
  row(
    tx,
    sql<{ id: bigint }>`
    insert into rule_proposal (key, base_version, value, note, proposed_by, proposed_at)
    values (${p.key}, ${p.baseVersion}, ${JSON.stringify(p.value)}::jsonb, ${p.note}, ${p.proposedBy}, ${p.proposedAt})
    on conflict (key) where state = ${waiting} do nothing returning proposal_id as id`,
  )

export const decideProposal = (
  tx: Db,
  p: { proposalId: bigint; state: DecidedState; by: string; at: Date; remark: string },
) =>
  run(
    tx,
    sql`
    update rule_proposal set state = ${p.state}, decided_by = ${p.by}, decided_at = ${p.at}, remark = ${p.remark} where proposal_id = ${p.proposalId} and state = ${waiting}`,
  )

/** The newest version of each of some settings; none of one that was never set. */
export const newestVersions = (db: Db, keys: readonly string[]) =>
  rows(
    db,
    sql<{ key: string; version: number; changedBy: string; changedAt: Date }>`
    select distinct on (key) key, version, changed_by, changed_at from site_setting
    where key = any(${keys}::text[]) order by key, version desc`,
  )

export const proposalsWaiting = (db: Db) =>
  theRow(
    db,
    sql<{
      pending: number
      oldest: Date | null
    }>`select count(*)::int as pending, min(proposed_at) as oldest from rule_proposal where state = ${waiting}`,
  )
