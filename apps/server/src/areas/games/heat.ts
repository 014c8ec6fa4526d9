import { transaction } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import type { Services } from '../../kernel/http/services.ts'
import { lobbySetting } from './setting.ts'
import { countHeat, heatCountedAt } from './store/lobby.sql.ts'

/** Counted so seldom that a place in the list does not follow one member's play. */
const EVERY_MS = 3_600_000

/** Counts what members opened in the last days, once an hour; answers the games counted. */
export async function countGameHeat({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  const at = clock.now()
  const before = await heatCountedAt(db)
  if (before && at.getTime() - before.getTime() < EVERY_MS) return 0
  const { hotDays, hotPlayers } = await lobbySetting(db)
  const since = new Date(at.getTime() - hotDays * DAY_MS)
  return transaction(db, tx => countHeat(tx, { since, least: hotPlayers, at }))
}
