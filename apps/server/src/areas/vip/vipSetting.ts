import type { Db } from '@tianping/database'
import { z } from 'zod'
import { clockTime, readSetting } from '../../kernel/setting.ts'

/** How levels are reviewed: data of the site, key `vip` of its settings. */
export const vipSchema = z.object({
  /** Beijing time of the daily review (docs/decisions/0032-levels-are-reviewed-every-night.md). */
  runAt: clockTime.default('00:30'),
  /** Days within which the relegation-protection turnover is due (P1-9-11). */
  windowDays: z.number().int().min(1).max(366).default(90),
  /**
   * A lost level also asks for its relegation-protection turnover since the loss, however long that
   * takes. Without it the cumulative figures, which never shrink, give a level back the day after
   * it was lost (docs/decisions/0013-a-lost-level-is-won-back-by-turnover.md).
   */
  winBack: z.boolean().default(true),
})
export type VipSetting = z.output<typeof vipSchema>

export const VIP_SETTING = 'vip'
export const vipSetting = (db: Db): Promise<VipSetting> => readSetting(db, VIP_SETTING, vipSchema)
