import type { Db } from '@tianping/database'
import { z } from 'zod'
import { moreOf, ruled, sumOf } from '../profiles/profiles.ts'

/** 0 asks for nothing. */
const tier = z.number().int().min(0).max(2)
const fen = z.number().int().min(0).max(1_000_000_000_000)

/** A sum of 30 days above which a tier is asked for; 0 for never. */
const sums = z.object({ tier1AboveFen: fen.default(0), tier2AboveFen: fen.default(0) }).prefault({})

/**
 * Which tier of verification is asked for when, key `verification` of the settings. Unless set,
 * nothing is. A withdrawal is never refused: it is taken, and paid once the tier is reached or
 * another person releases it.
 */
export const verificationSchema = z.object({
  /** From the first withdrawal on. */
  firstWithdrawalTier: tier.default(0),
  /** Before a deposit, and before play and gifts. */
  depositTier: tier.default(0),
  playTier: tier.default(0),
  withdrawalSum: sums,
  depositSum: sums,
  /** Whether what members hand in goes to the provider first, where one is configured. */
  byProvider: z.boolean().default(false),
  /** Refusals within 30 days after which customer service has to help. */
  tries: z.number().int().min(1).max(20).default(3),
  /** An approval counts no longer, whatever the paper says. */
  validMonths: z.number().int().min(1).max(120).default(60),
  /** How long before its end it can be renewed, and the member is reminded. */
  renewDays: z.number().int().min(1).max(180).default(30),
  /** The promise that members read. */
  answerHours: z.number().int().min(1).max(240).default(24),
  /** How long documents are kept after they were sent. */
  keepYears: z.number().int().min(1).max(10).default(5),
})
export type VerificationSetting = z.output<typeof verificationSchema>

export const VERIFICATION_SETTING = 'verification'

/**
 * The setting in force. Where a profile asks for a tier before deposits or play, the first
 * withdrawal asks for none any more: it was to be asked for earlier. Its tier is asked for before
 * play instead.
 */
export async function verificationSetting(db: Db): Promise<VerificationSetting> {
  const { own, demands } = await ruled(db, VERIFICATION_SETTING, verificationSchema)
  const early = demands.depositTier !== null || demands.playTier !== null
  return {
    ...own,
    depositTier: moreOf(own.depositTier, demands.depositTier),
    playTier: moreOf(early ? firstOf(own) : own.playTier, demands.playTier),
    firstWithdrawalTier: early ? 0 : own.firstWithdrawalTier,
    depositSum: withThreshold(own.depositSum, demands.cddFen),
    withdrawalSum: withThreshold(own.withdrawalSum, demands.cddFen),
  }
}

/** Full due diligence at the threshold itself: a sum is compared by what it is above. */
const withThreshold = (sum: VerificationSetting['depositSum'], cddFen: number | null) => ({
  ...sum,
  tier2AboveFen: sumOf(sum.tier2AboveFen, cddFen === null ? null : cddFen - 1),
})

const firstOf = ({ playTier, firstWithdrawalTier }: VerificationSetting) =>
  Math.max(playTier, firstWithdrawalTier)
