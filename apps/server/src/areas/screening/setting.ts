import { z } from 'zod'
import { clockTime } from '../../kernel/setting.ts'

const score = z.number().int().min(60).max(100)

/** From where on a name counts as a possible match: data, key `screening` of the settings. */
export const screeningSchema = z.object({
  /** Of sanctions lists, and of politically exposed persons. */
  threshold: score.default(85),
  pepThreshold: score.default(90),
  /** When all members are compared again, Beijing time. */
  runAt: clockTime.default('04:30'),
})
export type ScreeningRule = z.output<typeof screeningSchema>

export const SCREENING_SETTING = 'screening'
