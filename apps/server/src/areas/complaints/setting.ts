import { EVENT_MONTHS } from '@tianping/contract/complaints/rules'
import { isWebAddress } from '@tianping/contract/addresses'
import type { Db } from '@tianping/database'
import { z } from 'zod'
import { lessOf, ruled } from '../profiles/profiles.ts'

export const COMPLAINT_SETTING = 'complaints'

/** How complaints are worked off, and who decides after us: data, key `complaints`. */
export const complaintSchema = z.object({
  /** Beijing days from a complaint to the final letter. */
  answerDays: z.number().int().min(7).max(56).default(56),
  /** Hours after which an unanswered complaint raises an alarm. */
  alarmHours: z.number().int().min(1).max(24).default(20),
  eventMonths: z.number().int().min(EVENT_MONTHS).max(36).default(EVENT_MONTHS),
  maxOpen: z.number().int().min(1).max(20).default(3),
  /** Free of charge, and independent of the site. */
  disputeBody: z
    .object({
      name: z.string().min(1).max(100).default('持牌监管机构指定的独立争议解决机构'),
      address: z.string().max(300).default('联系方式见《规则与条款》'),
      url: z
        .string()
        .max(300)
        .refine(url => url === '' || isWebAddress(url, true), '须是完整网址')
        .default(''),
    })
    .prefault({}),
})
export type ComplaintSetting = z.output<typeof complaintSchema>

/** The setting in force: of the operator's and the enabled profiles' time the shorter one. */
export async function complaintSetting(db: Db): Promise<ComplaintSetting> {
  const { own, demands } = await ruled(db, COMPLAINT_SETTING, complaintSchema)
  return { ...own, answerDays: lessOf(own.answerDays, demands.complaintDays) }
}
