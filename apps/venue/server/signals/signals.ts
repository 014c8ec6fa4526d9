import { MAX_SIGNALS, VenueRefusal, type VenueSignal } from '@tianping/venue-protocol'
import type { CallContext, Handler } from '../handler.ts'
import * as db from './signal.sql.ts'

/** A left game is said until it is answered, money only while somebody waits for it. */
const LEFT_MS = 48 * 3_600_000
const MONEY_MS = 60_000

/** What the platform has not answered yet. */
export async function signalsOf({ venue, desk, at }: CallContext): Promise<VenueSignal[]> {
  const ago = (ms: number) => new Date(at.getTime() - ms)
  const since = { left: ago(LEFT_MS), money: ago(MONEY_MS) }
  const found = await db.unanswered(venue.db, desk.id, since, MAX_SIGNALS)
  return found.map(({ ref, kind, ticket, playerId: player, amount, madeAt }) => ({
    ref,
    kind,
    ticket,
    player,
    amount,
    at: madeAt.toISOString(),
  }))
}

export const answerSignal: Handler<'answerSignal'> = async (
  { venue, desk },
  { ref, outcome, text = '' },
) => {
  await db.answer(venue.db, desk.id, ref, { outcome, said: text })
  const kept = await db.findSignal(venue.db, desk.id, ref)
  if (!kept?.outcome) throw new VenueRefusal(2404)
  return { ref, outcome: kept.outcome }
}
