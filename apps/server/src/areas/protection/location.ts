// Where a member plays from, as the trusted proxy says. An unlisted country, an unknown one and an
// anonymous network are refused alike.
import { say } from '@tianping/contract/refusals'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Caller, Services } from '../../kernel/http/services.ts'
import { inForce } from '../profiles/profiles.ts'
import { writeLocation } from './store/location.sql.ts'

/** Refuses play from elsewhere; answers until when the place is known, null for no such rule. */
export async function locate(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { memberId, caller }: { memberId: bigint; caller: Pick<Caller, 'address' | 'country'> },
): Promise<Date | null> {
  const { countries, demands } = await inForce(db)
  if (demands.locationMinutes === null) return null
  const now = clock.now()
  const { address, country } = caller
  const allowed = countries.includes(country)
  await writeLocation(db, { memberId, at: now, address, country, allowed })
  if (!allowed) throw new Refusal(say('protection.location'), { rule: 'location' })
  return new Date(now.getTime() + demands.locationMinutes * 60_000)
}
