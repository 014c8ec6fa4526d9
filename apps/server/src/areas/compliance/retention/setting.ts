import { z } from 'zod'

export const RETENTION_SETTING = 'retention'
const days = (least: number, preset: number) =>
  z.number().int().min(least).max(3_653).default(preset)

/**
 * How many days each class of rows stays, key `retention`. Security events and documents have
 * theirs in the rules of security and of verification. Whatever is set here, money stays.
 */
export const retentionSchema = z.object({
  refusalDays: days(7, 30),
  deviceDays: days(365, 1_827),
  visitDays: days(365, 1_827),
  launchDays: days(90, 366),
  deliveryDays: days(30, 90),
  messageDays: days(180, 1_827),
  receiptDays: days(90, 366),
  payerDays: days(366, 1_827),
  complaintDays: days(366, 1_827),
  ticketDays: days(180, 731),
})
