import type { Db } from '@tianping/database'
import { z } from 'zod'
import { readSetting } from '../../kernel/setting.ts'

export const giveawaySchema = z.object({
  /** The budgets of all giveaways proposed in a Beijing month, at most. */
  monthBudgetFen: z.number().int().min(0).max(1_000_000_000_000).default(50_000_00),
})

export const GIVEAWAY_SETTING = 'giveaways'
export const giveawaySetting = (db: Db) => readSetting(db, GIVEAWAY_SETTING, giveawaySchema)
