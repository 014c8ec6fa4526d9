import type { Db } from '@tianping/database'
import { z } from 'zod'
import { readSetting } from '../../kernel/setting.ts'

export const tournamentSchema = z.object({
  /** The budgets of all tournaments proposed in a Beijing month, at most. */
  monthFen: z.number().int().min(0).max(1_000_000_000_000).default(50_000_00),
  /** How long after its end a tournament waits for bets that are not settled. */
  settleMinutes: z.number().int().min(0).max(1_440).default(30),
})

export const TOURNAMENT_SETTING = 'tournaments'
export const tournamentSetting = (db: Db) => readSetting(db, TOURNAMENT_SETTING, tournamentSchema)
