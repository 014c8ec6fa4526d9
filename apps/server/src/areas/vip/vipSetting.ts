import type { Db } from '@tianping/database'
import { addDays, beijingDay } from '@tianping/money/day'
import { z } from 'zod'
import { clockTime, readSetting } from '../../kernel/setting.ts'
import { lessOf, ruled } from '../profiles/profiles.ts'

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
  /**
   * From this level on a raise waits for a release; null for no level
   * (docs/decisions/0084-levels-with-perks-wait-for-a-release.md).
   */
  releaseFrom: z.number().int().min(2).max(10).nullable().default(null),
  /** Checks of a release count for so many days. */
  releaseDays: z.number().int().min(1).max(366).default(90),
})
export type VipSetting = z.output<typeof vipSchema>

export const VIP_SETTING = 'vip'
export const vipSetting = (db: Db): Promise<VipSetting> => readSetting(db, VIP_SETTING, vipSchema)

/** From which level on a raise waits for a release, and for how many days its checks count. */
export type ReleaseRule = { from: number; days: number }

/** The stricter of the setting and the enabled profiles; null while no level waits. */
export async function releaseRule(db: Db): Promise<ReleaseRule | null> {
  const { own, demands } = await ruled(db, VIP_SETTING, vipSchema)
  const from = own.releaseFrom ?? demands.releaseFrom
  return from === null ? null : { from: lessOf(from, demands.releaseFrom), days: own.releaseDays }
}

/** The first Beijing day whose checks count on a day. */
export const checksFrom = ({ days }: ReleaseRule, day: string) => addDays(day, -days)
export const checksFromNow = (rule: ReleaseRule, now: Date) => checksFrom(rule, beijingDay(now))
