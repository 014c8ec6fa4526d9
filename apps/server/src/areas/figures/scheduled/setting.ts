import {
  cadences,
  planFormats,
  planReports,
  reportDimensions,
} from '@tianping/contract/figures/facts'
import { say } from '@tianping/contract/refusals'
import type { Db } from '@tianping/database'
import { z } from 'zod'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { Kept } from '../../../kernel/operator/settingForm.ts'
import { clockTime, readSetting } from '../../../kernel/setting.ts'

const MAX_PLANS = 20
const MAX_MAILS = 10

const keysOf = <Key extends string>(facts: Readonly<Record<Key, string>>) =>
  Object.keys(facts) as [Key, ...Key[]]

const plan = z.object({
  /** Its files go by it; never another plan's. */
  ref: z.string().regex(/^[a-z0-9-]{1,20}$/),
  name: z.string().min(1).max(20),
  report: z.enum(keysOf(planReports)).default('groups'),
  /** The day, the week from Monday or the month that ended last. */
  cadence: z.enum(keysOf(cadences)).default('day'),
  /** Beijing time. */
  runAt: clockTime.default('08:00'),
  /** Of a report of groups. */
  by: z.enum(keysOf(reportDimensions)).default('venue'),
  format: z.enum(planFormats).default('csv'),
  mails: z
    .array(z.email('不是邮箱地址').max(100))
    .max(MAX_MAILS)
    .refine(all => new Set(all).size === all.length, '每个邮箱只能填一次')
    .default([]),
  open: z.boolean().default(true),
})
export type ReportPlan = z.output<typeof plan>

export const scheduledReportsSchema = z.object({
  plans: z
    .array(plan)
    .max(MAX_PLANS)
    .refine(all => new Set(all.map(({ ref }) => ref)).size === all.length, '每个编号只能用一次')
    .default([]),
})

const SCHEDULED_REPORTS = 'scheduled_reports'
export const openPlans = async (db: Db): Promise<ReportPlan[]> =>
  (await readSetting(db, SCHEDULED_REPORTS, scheduledReportsSchema)).plans.filter(
    ({ open }) => open,
  )

/** Two persons say what leaves the house by mail, and to whom. */
export const scheduledReportsRule: Kept & { group: 'site' } = {
  key: SCHEDULED_REPORTS,
  label: '定时报表',
  group: 'site',
  schema: scheduledReportsSchema,
  tryOut: async ({ settings }, value) => {
    const { plans } = scheduledReportsSchema.parse(value)
    if (!settings.mail && plans.some(({ open, mails }) => open && mails.length > 0))
      throw new Refusal(say('figures.mail_missing'))
  },
}
