import type { Db } from '@tianping/database'
import type { Session } from '../play/session.sql.ts'
import { raceOf } from './tournament.sql.ts'

/** How the player stands in a race in which this game counts; never in practice. */
export async function tournamentHere(db: Db, session: Session, at: Date) {
  const found = session.demo ? undefined : await raceOf(db, { ...session, at })
  if (!found) return null
  const { ref, name, measure, place, score, endsAt } = found
  return { ref, name, measure, place, score, ends_at: endsAt.toISOString() }
}
