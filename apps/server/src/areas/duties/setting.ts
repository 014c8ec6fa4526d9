import { z } from 'zod'

/** Whether a duty is watched, and after how many days it is due again. */
const every = (days: number) =>
  z
    .object({
      enabled: z.boolean().default(true),
      everyDays: z.number().int().min(7).max(1_825).default(days),
    })
    .prefault({})
/** Due with each change of the program. */
const each = z.object({ enabled: z.boolean().default(true) }).prefault({})

/** The calendar of duties outside the platform: data, key `duties`. */
export const dutiesSchema = z.object({
  rights_review: every(180),
  penetration_test: every(365),
  restore_drill: every(90),
  risk_assessment: every(365),
  impact_assessment: every(1_095),
  export_assessment: every(1_095),
  staff_training: every(365),
  release: each,
  game_certificate: each,
  /** A duty is shown as due soon so many days before. */
  soonDays: z.number().int().min(1).max(90).default(30),
  /** Whether operators without valid training are kept from deciding about players at risk. */
  trainingRequired: z.boolean().default(false),
  /** A game whose mathematics has neither certificate nor recorded reason is not opened. */
  holdUncertified: z.boolean().default(false),
})
export type DutiesSetting = z.output<typeof dutiesSchema>

export const DUTIES_SETTING = 'duties'
