// Several agents can have a percentage of one member: the agent who invited the member, and the
// two above. All of them together never get more than the settings allow
// (docs/decisions/0220-percentages-of-agents-are-bounded-together.md).
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { beijingMonth } from '@tianping/money/day'
import { Refusal } from '../../../kernel/http/refusal.ts'
import { readSetting } from '../../../kernel/setting.ts'
import { AGENT_SETTING, agentSchema, type AgentRule } from '../setting.ts'
import {
  chainsAbove,
  lockPercentages,
  type Chain,
  type TogetherAsked,
} from '../store/together.sql.ts'

/** Whether percentages of one member are more together than the rule allows. */
export const isBeyond = ({ together }: AgentRule, sumHundredths: number): boolean =>
  sumHundredths > together.hundredths

const houseOf = (rule: AgentRule) => Math.max(...rule.tiers.map(tier => tier.hundredths))

/** Refuses the highest sum beyond the bound that is not there already. */
function refuseRaised(rule: AgentRule, after: readonly Chain[], before: readonly Chain[]): void {
  const was = new Map(before.map(each => [each.place, each.sum]))
  const found = after.find(({ place, sum }) => isBeyond(rule, sum) && sum > (was.get(place) ?? 0))
  if (found)
    throw new Refusal(
      say('agent.plan_together', {
        sum: found.sum / 100,
        max: rule.together.hundredths / 100,
      }),
    )
}

type Asked = Pick<TogetherAsked, 'agentId' | 'fromMonth'>

/**
 * Refuses a plan that brings the percentages above one member beyond the bound, with 409. A plan
 * that lowers what lies beyond it already is no such plan. The lock is held until the transaction
 * ends.
 */
export async function refusePlanBeyond(
  tx: Tx,
  { planId, agentId, fromMonth }: Asked & { planId: bigint },
): Promise<void> {
  await lockPercentages(tx)
  const rule = await readSetting(tx, AGENT_SETTING, agentSchema)
  const above = rule.together.hundredths
  const asked = { agentId, fromMonth, above, houseHundredths: houseOf(rule) }
  const after = await chainsAbove(tx, { ...asked, planId })
  refuseRaised(rule, after, await chainsAbove(tx, { ...asked, planId: null }))
}

/** The same for a member who becomes an agent, or is one again. */
export async function refuseAgentBeyond(tx: Tx, agentId: bigint, now: Date): Promise<void> {
  await lockPercentages(tx)
  const rule = await readSetting(tx, AGENT_SETTING, agentSchema)
  const above = rule.together.hundredths
  const asked = { agentId, fromMonth: beijingMonth(now), planId: null, above }
  refuseRaised(rule, await chainsAbove(tx, { ...asked, houseHundredths: houseOf(rule) }), [])
}

/** The same for a rule that is about to be in force, over all agents. */
export async function refuseRuleBeyond(
  tx: Tx,
  { before, after }: { before: AgentRule; after: AgentRule },
  now: Date,
): Promise<void> {
  await lockPercentages(tx)
  const above = after.together.hundredths
  const asked = { agentId: null, fromMonth: beijingMonth(now), planId: null, above }
  const chains = await chainsAbove(tx, { ...asked, houseHundredths: houseOf(after) })
  // A lower bound is for what is in force too; a tier is not to blame for what was there before.
  const isLower = above < before.together.hundredths
  const was = isLower ? [] : await chainsAbove(tx, { ...asked, houseHundredths: houseOf(before) })
  refuseRaised(after, chains, was)
}
