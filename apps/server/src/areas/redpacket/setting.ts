import { isDay } from '@tianping/money/day'
import { z } from 'zod'
import { aDay, clockTime } from '../../kernel/setting.ts'

const day = z.string().refine(isDay, '日期格式为 YYYY-MM-DD').meta(aDay)
const depositFen = z.number().int().min(1).max(1_000_000_000_000)
/** One packet holds at most 100,000 yuan. */
const packetFen = z.number().int().min(1).max(10_000_000)

const tier = z
  .object({
    /** First and last day of the activity, US Eastern time. */
    startDay: day,
    endDay: day,
    /**
     * Accumulated deposits of the day between these, both included, earn `claims`; null for no
     * upper end.
     */
    minFen: depositFen,
    maxFen: depositFen.nullable(),
    claims: z.number().int().min(1).max(100),
    /** What one packet holds, both included. */
    drawMinFen: packetFen,
    drawMaxFen: packetFen,
    /** Turnover that a yuan of the packet asks for. */
    turnoverTimes: z.number().int().min(0).max(50),
  })
  .refine(t => t.startDay <= t.endDay, '结束须不早于开始')
  .refine(t => t.maxFen === null || t.minFen <= t.maxFen, '最高须不低于最低')
  .refine(t => t.drawMinFen <= t.drawMaxFen, '单个最高须不低于单个最低')
export type Tier = z.output<typeof tier>

/**
 * Every deposit from the lowest tier up to its highest must fall into exactly one tier of the same
 * dates.
 */
function gapless(tiers: Tier[]): boolean {
  return [...Map.groupBy(tiers, t => `${t.startDay} ${t.endDay}`).values()].every(group => {
    const rising = group.toSorted((a, b) => a.minFen - b.minFen)
    return rising.every((t, n) => {
      const above = rising[n + 1]
      return !above || t.maxFen === above.minFen - 1
    })
  })
}

/** The red packets' rules, key `redpacket` of the settings. */
export const redPacketSchema = z
  .object({
    /**
     * Beijing time. Claims are open from `opens` to `closes`; deposits count from `closes` of the
     * day before to `opens` (P1-4-22, P1-4-23: claims 10:00-12:00, deposits from 12:00 the day
     * before to 10:00).
     */
    opens: clockTime.default('10:00'),
    closes: clockTime.default('12:00'),
    /** Claims of one member and day, whatever the tier says. */
    maxTimes: z.number().int().min(1).max(100).default(10),
    /** What the packets of one day cost at most; 0 for no budget. */
    dayBudgetFen: z.number().int().min(0).max(1_000_000_000_000).default(0),
    tiers: z
      .array(tier)
      .max(50)
      .refine(gapless, '同一活动的档位不能重叠，也不能有空档')
      .default([]),
  })
  .refine(s => s.opens < s.closes, '开始时间须早于结束时间')
export type RedPacketSetting = z.output<typeof redPacketSchema>

/**
 * Whether the budget of a day still holds the greatest packet of a tier. A packet is never cut to
 * what is left, so that every draw has its published range.
 */
export const budgetHolds = (
  { dayBudgetFen }: Pick<RedPacketSetting, 'dayBudgetFen'>,
  spentFen: bigint,
  { drawMaxFen }: Pick<Tier, 'drawMaxFen'>,
): boolean => dayBudgetFen === 0 || spentFen + BigInt(drawMaxFen) <= BigInt(dayBudgetFen)

export const REDPACKET_SETTING = 'redpacket'
