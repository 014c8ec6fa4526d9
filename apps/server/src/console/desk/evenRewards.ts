// Rewards by tiers grow no faster than the spend they are given for, where the site or a profile
// says so: a unit of spend earns no more in a tier than in the one below.
import { categories, categoryLabels, rebateFields } from '@tianping/contract/games/facts'
import { say } from '@tianping/contract/refusals'
import type { Db } from '@tianping/database'
import { formatFen } from '@tianping/money'
import { inForceOf, PROFILES_SETTING } from '../../areas/profiles/profiles.ts'
import {
  PROTECTION_SETTING,
  protectionSchema,
  protectionSetting,
} from '../../areas/protection/protection.ts'
import { REDPACKET_SETTING, redPacketSchema } from '../../areas/redpacket/redpacket.ts'
import { levelsSchema, VIP_LEVELS } from '../../areas/vip/vip.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import { currentSettings } from '../../kernel/setting.ts'

/** One tier of a table: what is given there, for what is spent there. */
export type Step = { tier: string; reward: bigint; spend: bigint }

/** The first tier in which a unit of spend earns more than in the one below; undefined for none. */
export const steeperTier = (steps: readonly Step[]): string | undefined =>
  steps.find((step, n) => {
    const below = steps[n - 1]
    return below !== undefined && step.reward * below.spend > below.reward * step.spend
  })?.tier

/** Rebates are percentages with two decimals: per 10,000 fen of turnover. */
const WHOLE = 10_000

/** A table of steps for each category: the rebate of one unit of turnover. */
export const levelSteps = (value: unknown): Step[][] => {
  const levels = levelsSchema.parse(value)
  return categories.map(category =>
    levels.map(level => ({
      tier: `${level.vipname} 的${categoryLabels[category]}返水`,
      reward: BigInt(Math.round(level[rebateFields[category]] * 100)),
      spend: BigInt(WHOLE),
    })),
  )
}

/** A table of steps for each activity: what all packets of a tier hold on average, doubled. */
export const packetSteps = (value: unknown): Step[][] => {
  const { tiers, maxTimes } = redPacketSchema.parse(value)
  return [...Map.groupBy(tiers, t => `${t.startDay} ${t.endDay}`).values()].map(group =>
    group
      .toSorted((a, b) => a.minFen - b.minFen)
      .map(t => ({
        tier: `存款满 ¥${formatFen(BigInt(t.minFen))} 的红包`,
        reward: BigInt(Math.min(t.claims, maxTimes)) * BigInt(t.drawMinFen + t.drawMaxFen),
        spend: BigInt(t.minFen),
      })),
  )
}

const tables: Readonly<Record<string, (value: unknown) => Step[][]>> = {
  [VIP_LEVELS]: levelSteps,
  [REDPACKET_SETTING]: packetSteps,
}

function refuseSteeper(key: string, value: unknown) {
  for (const steps of tables[key]?.(value) ?? []) {
    const tier = steeperTier(steps)
    if (tier !== undefined)
      throw new Refusal(say('profile.uneven', { tier }), { rule: 'even_rewards', tier })
  }
}

/** Whether a value that is about to be saved makes the check count for tables that exist. */
async function beginsToCount(db: Db, key: string, value: unknown): Promise<boolean> {
  if (key === PROTECTION_SETTING) return protectionSchema.parse(value ?? {}).evenRewards
  if (key !== PROFILES_SETTING) return false
  return inForceOf(value).demands.evenRewards || (await protectionSetting(db)).evenRewards
}

/** Refuses a table that grows faster than the spend, and the rule while one exists. */
export async function refuseUneven(db: Db, key: string, value: unknown): Promise<void> {
  if (key in tables) {
    if ((await protectionSetting(db)).evenRewards) refuseSteeper(key, value)
  } else if (await beginsToCount(db, key, value)) {
    const found = await currentSettings(db, Object.keys(tables))
    for (const table of Object.keys(tables))
      if (found[table] !== undefined && found[table] !== null) refuseSteeper(table, found[table])
  }
}
