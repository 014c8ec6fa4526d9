import { isDay } from '@tianping/money/day'
import { z } from 'zod'
import type { IncidentKind } from '@tianping/contract/compliance/facts'
import { aDay } from '../../kernel/setting.ts'

export const COMPLIANCE_SETTING = 'compliance'

/**
 * Until when an authority hears of an incident: hours or working days after it was found, whichever
 * is sooner; 0 asks for nothing. And whether members hear of it, so many hours after.
 */
const term = (preset: {
  foundHours?: number
  workingDays?: number
  tellMembers?: 'never' | 'high_risk' | 'always'
}) =>
  z
    .object({
      foundHours: z
        .number()
        .int()
        .min(0)
        .max(2_160)
        .default(preset.foundHours ?? 0),
      workingDays: z
        .number()
        .int()
        .min(0)
        .max(90)
        .default(preset.workingDays ?? 0),
      tellMembers: z.enum(['never', 'high_risk', 'always']).default(preset.tellMembers ?? 'never'),
      memberHours: z.number().int().min(0).max(720).default(0),
    })
    .prefault({})

const terms = z.object({
  outage: term({ workingDays: 5 }),
  mispay: term({ workingDays: 5 }),
  data_breach: term({ foundHours: 72, tellMembers: 'high_risk' }),
  suicide: term({ workingDays: 5 }),
  third_party_request: term({}),
  court_order: term({}),
  dispute_body_change: term({ workingDays: 5, tellMembers: 'always' }),
  funds_protection_change: term({ workingDays: 5, tellMembers: 'always' }),
} satisfies Record<IncidentKind, z.ZodType>)

/** What supervisors ask for, key `compliance` of the settings. */
export const complianceSchema = z.object({
  /** So many hours before its end a duty is an alarm. */
  earlyHours: z.number().int().min(1).max(240).default(24),
  /** A shorter outage need not be reported. */
  outageHours: z.number().int().min(0).max(168).default(12),
  terms: terms.prefault({}),
  /** Beijing days that are no working days, besides weekends. */
  holidays: z.array(z.string().refine(isDay, '须是日期').meta(aDay)).max(200).default([]),
  /** The account at a bank where members' money lies apart, as reports name it. */
  fundsAccount: z.string().max(100).default(''),
})
export type ComplianceRule = z.output<typeof complianceSchema>
