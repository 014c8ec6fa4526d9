import { run, sql, type Db } from '@tianping/database'

/** A bet of the member that could not be kept, and is not tried soon. */
export const setAside = (owner: Db, of: { memberId: bigint; venueId: number }) =>
  run(
    owner,
    sql`
    insert into venue_bet_aside (venue_id, member_id, bet_id, version, bet, error, since, next_at)
    values (${of.venueId}, ${of.memberId}, 'ASIDE', 1, '{}', 'not kept', now(), 'infinity')`,
  )
