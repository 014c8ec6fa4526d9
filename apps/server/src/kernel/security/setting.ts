import type { SecurityKind } from '@tianping/contract/security/facts'
import type { Db } from '@tianping/database'
import { z } from 'zod'
import { readVersioned } from '../setting.ts'

/**
 * So many within so many minutes raise an alert. `each` counts every subject by itself, else all
 * subjects count together.
 */
const alert = (times: number, minutes: number, each: boolean) =>
  z
    .object({
      enabled: z.boolean().default(true),
      times: z.number().int().min(1).max(1_000_000).default(times),
      minutes: z.number().int().min(1).max(1_440).default(minutes),
      each: z.boolean().default(each),
    })
    .prefault({})

const alertsSchema = z.object({
  login_failed: alert(200, 10, false),
  login_guarded: alert(30, 60, false),
  operator_login_failed: alert(10, 10, false),
  password_reset: alert(20, 60, true),
  unmasked: alert(30, 60, true),
  lookup_missed: alert(20, 60, true),
  signature_refused: alert(5, 10, false),
  unauthorized: alert(5_000, 10, false),
  forbidden: alert(30, 10, true),
  throttled: alert(500, 10, false),
  return_outside: alert(1, 60, true),
  bets_corrected: alert(1, 60, true),
  program_changed: alert(1, 60, true),
  harm_rate_low: alert(1, 1_440, false),
  harm_late: alert(1, 1_440, false),
  calendar_late: alert(1, 1_440, true),
  protection_late: alert(1, 1_440, false),
  help_link: alert(1, 1_440, true),
  case_late: alert(1, 1_440, false),
  duty_near: alert(1, 1_440, true),
  duty_late: alert(1, 1_440, true),
  funds_short: alert(1, 1_440, true),
  plan_stopped: alert(1, 1_440, true),
} satisfies Record<SecurityKind, z.ZodType>)

/** The site's own defence as data, key `security` of the settings. */
export const securitySchema = z.object({
  /** How long events and alerts are kept. */
  keepDays: z.number().int().min(7).max(730).default(90),
  /** Searches for a personal value, an operator in an hour. */
  lookupsPerHour: z.number().int().min(10).max(10_000).default(120),
  /**
   * The most that a browser computes for a proof of work while a name is not much under attack: so
   * many keys of 5,000 rounds each, about a millisecond apiece on a desk and three on a phone.
   */
  proofSteps: z.number().int().min(10).max(20_000).default(1_000),
  /**
   * Months without a log-in after which a password alone does not open an account that has no
   * second factor; 0 for never.
   */
  idleMonths: z.number().int().min(0).max(120).default(0),
  alerts: alertsSchema.prefault({}),
})

export const SECURITY_SETTING = 'security'

export const securityRule = (db: Db) => readVersioned(db, SECURITY_SETTING, securitySchema)
