// The front of granted restrictions of processing. It imports no other area, so that each area that
// writes personal rows can ask.
import { say } from '@tianping/contract/refusals'
import type { Db } from '@tianping/database'
import { Refusal } from '../../kernel/http/refusal.ts'
import { isRestricted } from './store/restriction.sql.ts'

/**
 * Refuses a change of the profile, the contacts or the cards while a restriction is granted
 * (PR-DATA-06), whoever makes it. Passwords, locks and protections stay possible: they protect the
 * member and hold nothing about a person.
 */
export async function refuseRestricted(db: Db, memberId: bigint): Promise<void> {
  if (await isRestricted(db, memberId)) throw new Refusal(say('data_request.restricted'))
}
