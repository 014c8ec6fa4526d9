import type { Db } from '@tianping/database'
import { z } from 'zod'
import { clockTime, readSetting } from '../../kernel/setting.ts'

/**
 * How rebates are given: data of the site, key `rebate` of its settings. The percentages stand with
 * the levels.
 */
export const rebateSchema = z.object({
  /**
   * Beijing time from which the day before is calculated (P1-4-27: within 24 h after the day ends).
   */
  runAt: clockTime.default('01:00'),
  /** Turnover that a claimed yuan asks for before a withdrawal (P1-4-29: only 1x). */
  turnoverTimes: z.number().int().min(0).max(50).default(1),
})
export type RebateSetting = z.output<typeof rebateSchema>

export const REBATE_SETTING = 'rebate'
export const rebateSetting = (db: Db): Promise<RebateSetting> =>
  readSetting(db, REBATE_SETTING, rebateSchema)
