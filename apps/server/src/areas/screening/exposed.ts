import { say } from '@tianping/contract/refusals'
import type { Db } from '@tianping/database'
import { Refusal } from '../../kernel/http/refusal.ts'
import { inForce } from '../profiles/profiles.ts'
import { hasUnallowed } from './store/hit.sql.ts'

/** Refuses who may be an exposed person until that is denied, or a senior person approved. */
export async function refuseUnallowed(db: Db, memberId: bigint): Promise<void> {
  if ((await inForce(db)).demands.exposedApproval && (await hasUnallowed(db, memberId)))
    throw new Refusal(say('verification.assessment_due'), { rule: 'assessment' })
}
