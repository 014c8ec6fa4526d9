import type { Db } from '@tianping/database'
import { z } from 'zod'
import { clockTime, readSetting } from '../../kernel/setting.ts'

/** How levels are reviewed: data of the site, key `vip` of its settings. */
export const vipSchema = z.object({
  /** Beijing time of the daily review (decision 31). */
  runAt: clockTime.default('00:30'),
  /** Days within which the relegation-protection turnover is due (part 1 §9). */
  windowDays: z.number().int().min(1).max(366).default(90),
  /**
   * A lost level also asks for its relegation-protection turnover since the loss, however long that
   * takes. Without it the cumulative figures, which never shrink, give a level back the day after
   * it was lost, and decision 31's drop lasts a day.
   */
  winBack: z.boolean().default(true),
})
export type VipSetting = z.output<typeof vipSchema>

export const VIP_SETTING = 'vip'
export const vipSetting = (db: Db): Promise<VipSetting> => readSetting(db, VIP_SETTING, vipSchema)
