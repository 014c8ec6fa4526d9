// What an enabled profile refuses at the saving of a rule, and what keeps it from being enabled.
import { limitTopics, type LimitTopic } from '@tianping/contract/protection/facts'
import { profileLabels, type ProfileName } from '@tianping/contract/profiles/facts'
import { say } from '@tianping/contract/refusals'
import type { Db } from '@tianping/database'
import { AGENT_SETTING } from '../../areas/agent/agent.ts'
import {
  inForce,
  inForceOf,
  PROFILES_SETTING,
  type InForce,
} from '../../areas/profiles/profiles.ts'
import { PROTECTION_SETTING, protectionSchema } from '../../areas/protection/protection.ts'
import { REBATE_SETTING } from '../../areas/rebate/rebate.ts'
import { REDPACKET_SETTING } from '../../areas/redpacket/redpacket.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import { currentSettings } from '../../kernel/setting.ts'

/** Settings that give something and ask for turnover; so does every activity. */
const GIVING = [AGENT_SETTING, REBATE_SETTING, REDPACKET_SETTING]

const namesOf = ({ enabled }: InForce) =>
  enabled.map(name => profileLabels[name as ProfileName] ?? name).join('、')

function refuseLimits(rules: InForce, value: unknown) {
  const { limitTopics: offered } = protectionSchema.parse(value ?? {})
  const missing = rules.demands.limitTopics.find(group => !group.some(topic => offered[topic]))
  if (missing)
    throw new Refusal(
      say('profile.limits_missing', {
        profiles: namesOf(rules),
        topics: missing.map((topic: LimitTopic) => limitTopics[topic]).join('、'),
      }),
      { rule: 'limit_topics' },
    )
}

/** Every multiple of turnover that a value asks for, however deep it is. */
function timesIn(value: unknown): number[] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, each]) =>
    name === 'turnoverTimes' ? [Number(each)] : timesIn(each),
  )
}

function refuseWagering(rules: InForce, value: unknown) {
  const max = rules.demands.wageringTimes
  if (max !== null && timesIn(value).some(times => times > max))
    throw new Refusal(say('profile.wagering', { profiles: namesOf(rules), max }), {
      rule: 'wagering_max',
      max,
    })
}

/** Refuses a value that an enabled profile does not allow, or a profile that does not fit. */
export async function refuseByProfile(db: Db, key: string, value: unknown): Promise<void> {
  if (key === PROFILES_SETTING) {
    const rules = inForceOf(value)
    const found = await currentSettings(db, [PROTECTION_SETTING, ...GIVING])
    refuseLimits(rules, found[PROTECTION_SETTING])
    for (const giving of GIVING) refuseWagering(rules, found[giving])
  } else if (key === PROTECTION_SETTING) refuseLimits(await inForce(db), value)
  else if (GIVING.includes(key) || key.startsWith('activity:'))
    refuseWagering(await inForce(db), value)
}
