import type { Db } from '@tianping/database'
import { z } from 'zod'
import { clockTime, readSetting } from '../../kernel/setting.ts'

/**
 * When the books, the venues and the providers are compared by themselves: data of the site, key
 * `reconciliation` of its settings.
 */
export const reconciliationSchema = z.object({
  /** Beijing time; after the rebates of the day before, and when few play. */
  runAt: clockTime.default('05:30'),
  /** A work of the day that is not done so long after its hour is late, and Today says so. */
  lateMinutes: z.number().int().min(5).max(1_200).default(60),
})
export type ReconciliationSetting = z.output<typeof reconciliationSchema>

export const RECONCILIATION_SETTING = 'reconciliation'
export const reconciliationSetting = (db: Db): Promise<ReconciliationSetting> =>
  readSetting(db, RECONCILIATION_SETTING, reconciliationSchema)
