// What takes two persons: one operator proposes a value, another's approval writes it. The database
// refuses an approval of one's own as well.
import type { ConsoleGiven } from '@tianping/contract/console'
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { Refusal } from '../http/refusal.ts'
import type { AuditEntry } from './audit.ts'
import { insertProposal, type Proposal } from './proposal.sql.ts'
import { changed, type By, type Kept } from './settingForm.ts'

export type Proposed = {
  /** The version and the value that it changes. */
  version: number
  before: unknown
  value: unknown
  note: string
  by: By
}

/** Keeps a value for another operator to approve; answers its line of the audit log. */
export async function propose(
  tx: Tx,
  { key, label }: Pick<Kept, 'key' | 'label'>,
  { version, before, value, note, by }: Proposed,
): Promise<AuditEntry> {
  const difference = changed(before, value)
  if (Object.keys({ ...difference.before, ...difference.after }).length === 0)
    throw new Refusal(say('desk.nothing_changed'))
  const made = await insertProposal(tx, {
    key,
    baseVersion: version,
    value,
    note,
    proposedBy: by.name,
    proposedAt: by.at,
  })
  if (!made) throw new Refusal(say('rule.proposal_open', { label }))
  return {
    action: 'rule.propose',
    subject: `proposal:${made.id}`,
    before: { rule: key, ...difference.before },
    after: { rule: key, ...difference.after },
    note,
  }
}

type Shown = NonNullable<ConsoleGiven<'POST /api/console/rules/show'>['proposal']>

export const proposalOf = ({ label }: Pick<Kept, 'label'>, p: Proposal): Shown => ({
  id: Number(p.proposalId),
  key: p.key,
  label,
  base_version: p.baseVersion,
  value: p.value,
  note: p.note,
  proposed_by: p.proposedBy,
  proposed_at: beijing(p.proposedAt),
  state: p.state,
  decided_by: p.decidedBy,
  decided_at: p.decidedAt ? beijing(p.decidedAt) : '',
  remark: p.remark,
})
