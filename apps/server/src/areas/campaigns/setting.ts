import type { Db } from '@tianping/database'
import { z } from 'zod'
import { readSetting } from '../../kernel/setting.ts'

export const campaignSchema = z.object({
  /** The budgets of all campaigns proposed in a Beijing month, at most. */
  monthFen: z.number().int().min(0).max(1_000_000_000_000).default(50_000_00),
})

export const CAMPAIGN_SETTING = 'campaigns'
export const campaignSetting = (db: Db) => readSetting(db, CAMPAIGN_SETTING, campaignSchema)
