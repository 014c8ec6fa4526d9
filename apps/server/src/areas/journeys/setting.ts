import type { Db } from '@tianping/database'
import { z } from 'zod'
import { readSetting } from '../../kernel/setting.ts'

export const journeySchema = z.object({
  /** The month budgets of all journeys together, and all they pay in a Beijing month, at most. */
  monthFen: z.number().int().min(0).max(1_000_000_000_000).default(50_000_00),
})

export const JOURNEY_SETTING = 'journeys'
export const journeySetting = (db: Db) => readSetting(db, JOURNEY_SETTING, journeySchema)
