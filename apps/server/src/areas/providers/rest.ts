// A provider that does not answer rests for a while; then one order tries it. The state is in the
// database, so that all instances rest together.
import type { Db } from '@tianping/database'
import { noteAnswer, noteFailure, takeProbe } from './store/provider.sql.ts'
import type { Provider } from './registry.ts'

/** So many orders in a row without an answer begin a rest. */
export const FAILURES = 5
export const REST_MS = 30_000

/** Whether an order may go there now. Of many at the end of a rest one may. */
export async function mayTry(db: Db, { code, restsUntil }: Provider, now: Date): Promise<boolean> {
  if (restsUntil === null) return true
  if (restsUntil > now) return false
  return takeProbe(db, { code, now, until: new Date(now.getTime() + REST_MS) })
}

export const answered = (db: Db, code: string) => noteAnswer(db, code)

export const silent = (db: Db, code: string, said: string, now: Date) =>
  noteFailure(db, {
    code,
    said: said.slice(0, 300),
    most: FAILURES,
    until: new Date(now.getTime() + REST_MS),
  })
