import { say } from '@tianping/contract/refusals'
import type { Db } from '@tianping/database'
import { Refusal } from '../http/refusal.ts'
import { matchingMembers, type MatchingMember } from './findMember.sql.ts'

/**
 * The member whom a form names by id or by name; undefined for nobody. Refuses what names two:
 * names may be digits only.
 */
export async function findMember(db: Db, typed: string): Promise<MatchingMember | undefined> {
  if (typed === '') return undefined
  const found = await matchingMembers(db, typed)
  if (found.length > 1)
    throw new Refusal(say('desk.ambiguous_member', { typed }), { field: 'member' })
  return found[0]
}
