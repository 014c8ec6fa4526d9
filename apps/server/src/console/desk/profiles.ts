// The rules in force: the operator's own value, what each profile demands, and what counts.
import {
  profileLabels,
  profileNames,
  profileSettings,
  profileSettingNames,
  type ProfileSetting,
} from '@tianping/contract/profiles/facts'
import { limitTopics, type LimitTopic } from '@tianping/contract/protection/facts'
import { shortFen } from '@tianping/money'
import { ADVERT_SETTING, advertSchema } from '../../areas/adverts/adverts.ts'
import { COMPLAINT_SETTING, complaintSchema } from '../../areas/complaints/complaints.ts'
import { DUTIES_SETTING, dutiesSchema } from '../../areas/duties/duties.ts'
import { HARM_SETTING, harmSchema } from '../../areas/harm/harm.ts'
import { JACKPOT_SETTING, jackpotSchema } from '../../areas/jackpots/jackpots.ts'
import {
  AGE_SETTING,
  ageSchema,
  demandOf,
  inForce,
  profiles,
  type Demands,
} from '../../areas/profiles/profiles.ts'
import { PROTECTION_SETTING, protectionSchema } from '../../areas/protection/protection.ts'
import { VERIFICATION_SETTING, verificationSchema } from '../../areas/verification/verification.ts'
import { VIP_SETTING, vipSchema } from '../../areas/vip/vip.ts'
import { currentSettings } from '../../kernel/setting.ts'
import type { ConsoleHandlers } from '../../kernel/http/services.ts'

type Value = Demands[ProfileSetting]
type Own = Partial<Record<ProfileSetting, Value>>

/** What the operator has set of the same things. */
function ownOf(found: Record<string, unknown>): Own {
  const of = <T>(schema: { parse: (value: unknown) => T }, key: string): T =>
    schema.parse(found[key] ?? {})
  const protection = of(protectionSchema, PROTECTION_SETTING)
  const verification = of(verificationSchema, VERIFICATION_SETTING)
  const { netCheck } = of(harmSchema, HARM_SETTING)
  const { relaxHours, operatorHours, reviewMonths, returnHours, returnForeverHours } = protection
  const offered = Object.keys(limitTopics) as LimitTopic[]
  return {
    minAge: of(ageSchema, AGE_SETTING).minAge,
    depositTier: verification.depositTier || null,
    playTier: verification.playTier || null,
    relaxHours,
    operatorHours: operatorHours || null,
    reviewMonths,
    realityMinutes: protection.realityOptions.at(-1) ?? null,
    returnHours,
    returnForeverHours,
    limitTopics: [offered.filter(topic => protection.limitTopics[topic])],
    depositPrompt: protection.depositPrompt,
    factorForChanges: protection.factorForChanges === 'all',
    advertsRefused: of(advertSchema, ADVERT_SETTING).mode === 'refuse',
    releaseFrom: of(vipSchema, VIP_SETTING).releaseFrom,
    holdUncertified: of(dutiesSchema, DUTIES_SETTING).holdUncertified,
    netCheckFen: netCheck.enabled ? netCheck.minFen : null,
    netCheckMonths: netCheck.enabled ? netCheck.months : null,
    complaintDays: of(complaintSchema, COMPLAINT_SETTING).answerDays,
    jackpotsRefused: !of(jackpotSchema, JACKPOT_SETTING).allowed,
  }
}

const topicsShown = (groups: LimitTopic[][]) =>
  groups.map(group => group.map(topic => limitTopics[topic]).join(' / ')).join('；')

const shown = (name: ProfileSetting, value: Value | undefined): string => {
  if (value === null || value === undefined || value === false) return ''
  if (value === true) return '是'
  if (Array.isArray(value)) return topicsShown(value)
  return profileSettings[name].stricter === 'fen' ? `¥${shortFen(BigInt(value))}` : String(value)
}

const isAsked = (value: Value | undefined) => shown('minAge', value) !== ''

/** The stricter of the operator's value and the demand. */
function countsOf(name: ProfileSetting, own: Value | undefined, demand: Value): Value | undefined {
  if (!isAsked(own) || !isAsked(demand)) return isAsked(own) ? own : demand
  if (typeof own !== 'number' || typeof demand !== 'number') return own
  return profileSettings[name].stricter === 'most' ? Math.max(own, demand) : Math.min(own, demand)
}

export const profileHandlers = {
  'POST /api/console/profiles/inForce': async ({ db }) => {
    const settings = [
      ADVERT_SETTING,
      AGE_SETTING,
      COMPLAINT_SETTING,
      JACKPOT_SETTING,
      DUTIES_SETTING,
      HARM_SETTING,
      PROTECTION_SETTING,
      VERIFICATION_SETTING,
      VIP_SETTING,
    ]
    const own = ownOf(await currentSettings(db, settings))
    const { enabled, rates, demands } = await inForce(db)
    const known = Object.values(profiles)
    const rules = profileSettingNames.map(name => {
      const counts = shown(name, countsOf(name, own[name], demands[name]))
      const asked = profileNames.map(profile => ({
        profile,
        value: shown(name, demandOf(name, { profile: profiles[profile], known, rates })),
      }))
      const from = asked.filter(
        each => enabled.includes(each.profile) && each.value === counts && counts !== '',
      )
      const ownShown = shown(name, own[name])
      return {
        setting: name,
        label: profileSettings[name].label,
        own: ownShown,
        demanded: asked.map(each => each.value),
        value: counts,
        from: [
          ...(ownShown !== '' && ownShown === counts ? ['own'] : []),
          ...from.map(each => each.profile),
        ],
      }
    })
    return {
      data: {
        profiles: profileNames.map(name => ({
          name,
          label: profileLabels[name],
          enabled: enabled.includes(name),
        })),
        rules,
      },
    }
  },
} satisfies ConsoleHandlers
