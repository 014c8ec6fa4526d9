// Of several regimes the strictest value counts, setting by setting.
import type { LimitTopic } from '@tianping/contract/protection/facts'
import {
  profileSettings,
  profileSettingNames,
  type ProfileCurrency,
  type ProfileSetting,
} from '@tianping/contract/profiles/facts'
import type { Money, Profile } from './data.ts'

export type Rates = Record<ProfileCurrency, number>

type Merged = {
  most: number | null
  least: number | null
  fen: number | null
  yes: boolean
  topics: LimitTopic[][]
}
type Stricter<K extends ProfileSetting> = (typeof profileSettings)[K]['stricter']
/** What the enabled profiles demand; null, false and empty ask for nothing. */
export type Demands = { [K in ProfileSetting]: Merged[Stricter<K>] }

/** A value in the unit of the site. */
type Plain = number | true | LimitTopic[][]

const isMoney = (value: object): value is Money => 'currency' in value

/** One demand in fen, number or as it is; undefined for none. */
function plainOf(value: Profile['settings'][ProfileSetting], rates: Rates): Plain | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'object') return value
  if (Array.isArray(value)) return value as LimitTopic[][]
  return isMoney(value) ? value.amount * rates[value.currency] : undefined
}

const least = (numbers: number[]) => (numbers.length > 0 ? Math.min(...numbers) : null)

const merging = {
  most: (found: Plain[]) => (found.length > 0 ? Math.max(...(found as number[])) : null),
  least: (found: Plain[]) => least(found as number[]),
  fen: (found: Plain[]) => least(found as number[]),
  yes: (found: Plain[]) => found.length > 0,
  topics: (found: Plain[]) => (found as LimitTopic[][][]).flat(),
}

const strictest = (name: ProfileSetting, found: Plain[]) =>
  merging[profileSettings[name].stricter](found)

/** A profile's own value; where the profile does not know the setting, all that is known. */
function demandsOf(
  name: ProfileSetting,
  { profile, known, rates }: { profile: Profile | undefined; known: Profile[]; rates: Rates },
): Plain[] {
  const own = profile?.settings
  const asked = own && name in own && own[name] !== undefined ? [own] : known.map(k => k.settings)
  return asked.map(settings => plainOf(settings[name], rates)).filter(value => value !== undefined)
}

/** What one profile demands of a setting. */
export const demandOf = (
  name: ProfileSetting,
  from: { profile: Profile | undefined; known: Profile[]; rates: Rates },
): Demands[ProfileSetting] => strictest(name, demandsOf(name, from))

/** What several profiles demand together; one that is not known asks for all that is. */
export function mergeProfiles(
  enabled: (Profile | undefined)[],
  known: Profile[],
  rates: Rates,
): Demands {
  return Object.fromEntries(
    profileSettingNames.map(name => [
      name,
      strictest(
        name,
        enabled.flatMap(profile => demandsOf(name, { profile, known, rates })),
      ),
    ]),
  ) as Demands
}

export const moreOf = (own: number, demand: number | null) => Math.max(own, demand ?? own)
export const lessOf = (own: number, demand: number | null) => Math.min(own, demand ?? own)
/** The stricter of two amounts from which on something is asked for; 0 for never. */
export const sumOf = (ownFen: number, demandFen: number | null) => {
  if (demandFen === null) return ownFen
  return ownFen === 0 ? demandFen : Math.min(ownFen, demandFen)
}
