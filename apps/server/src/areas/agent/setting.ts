import type { Db } from '@tianping/database'
import { startOfDay } from '@tianping/money/day'
import { z } from 'zod'
import { readVersionedAt } from '../../kernel/setting.ts'

const fen = z.number().int().min(0).max(1_000_000_000_000)

const tier = z.object({
  /** What is commissionable reaches this, and so many members were active. */
  fromFen: fen,
  minActive: z.number().int().min(0).max(100_000),
  /** Hundredths of a percent: 3000 is 30 %. */
  hundredths: z.number().int().min(1).max(10_000),
})

/**
 * The formula of the agents' commission, key `agent` of the settings. A statement keeps the version
 * it was made by.
 */
export const agentSchema = z.object({
  /** What the team lost to the house, or what it turned over. */
  basis: z.enum(['net_result', 'turnover']).default('net_result'),
  /** Red packets, rebates and bonuses of the team are taken off its net result. */
  deductPromotions: z.boolean().default(true),
  /** A negative month is taken off the next one. */
  carryNegative: z.boolean().default(true),
  /** Valid turnover of the month that makes a member active. */
  activeValidFen: fen.default(1_000_00),
  tiers: z
    .array(tier)
    .min(1)
    .max(20)
    .default([
      { fromFen: 1, minActive: 1, hundredths: 3_000 },
      { fromFen: 100_000_00, minActive: 5, hundredths: 3_500 },
      { fromFen: 500_000_00, minActive: 10, hundredths: 4_000 },
    ])
    .refine(
      tiers =>
        tiers.every((t, n) => {
          const below = tiers[n - 1]
          return !below || (t.fromFen > below.fromFen && t.minActive >= below.minActive)
        }),
      '档位须逐级提高',
    ),
  /** What all agents above one member may get of the member together, by plans and tiers. */
  together: z
    .object({ hundredths: z.number().int().min(1).max(10_000) })
    .default({ hundredths: 10_000 }),
  /** Turnover that a yuan of commission asks for. */
  turnoverTimes: z.number().int().min(0).max(50).default(0),
})
export type AgentRule = z.output<typeof agentSchema>

export const AGENT_SETTING = 'agent'

/**
 * The rule that a month's statements are made by, with its version: the one in force when the month
 * began. Like a plan, a change counts from the next month on.
 */
export const ruleForMonth = (db: Db, month: string) =>
  readVersionedAt(db, {
    key: AGENT_SETTING,
    schema: agentSchema,
    at: startOfDay(`${month}-01`),
  })
