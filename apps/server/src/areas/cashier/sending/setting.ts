import { LAST_TIER } from '@tianping/contract/verification/facts'
import type { Db } from '@tianping/database'
import { z } from 'zod'
import { refuseIssues } from '../../../kernel/operator/settingForm.ts'
import { readVersioned } from '../../../kernel/setting.ts'

const fen = z.number().int().min(0).max(1_000_000_000_000)
const days = z.number().int().min(0).max(3_650)

/** Payouts without a person: key `payouts` of the settings. Nothing is automatic unless set. */
export const payoutSchema = z.object({
  /** A withdrawal up to this amount is approved when every check passes; 0 for none. */
  approveUpToFen: fen.default(0),
  /** An approved withdrawal up to this amount goes to a provider by itself; 0 for none. */
  sendUpToFen: fen.default(0),
  /** Withdrawals of one member that are approved without a person within 24 hours. */
  memberPerDay: z.number().int().min(0).max(100).default(2),
  /** What is approved without a person within 24 hours, of all members together. */
  siteDayFen: fen.default(100_000_00),
  /** Since the registration, and since the card was bound. */
  memberDays: days.default(30),
  cardDays: days.default(7),
  /** Withdrawals that were paid to the same card before. */
  paidBefore: z.number().int().min(0).max(100).default(1),
  /**
   * The member's tier of verification. One above the last is what older versions may hold: nobody
   * has it. No new version takes it.
   */
  minTier: z
    .number()
    .int()
    .min(0)
    .max(LAST_TIER + 1)
    .default(1),
})
export type PayoutSetting = z.output<typeof payoutSchema>

/** Refuses a tier that no member can have. */
export async function refuseTier(_: unknown, value: unknown): Promise<void> {
  const { minTier } = payoutSchema.parse(value)
  const message = `认证级别最高为 ${LAST_TIER}`
  refuseIssues(minTier > LAST_TIER ? [{ path: 'minTier', message }] : [])
}

export const PAYOUT_SETTING = 'payouts'
export const payoutSetting = (db: Db) => readVersioned(db, PAYOUT_SETTING, payoutSchema)
