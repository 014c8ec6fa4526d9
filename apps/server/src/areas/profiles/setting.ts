import { profileNames, type ProfileName } from '@tianping/contract/profiles/facts'
import type { Db } from '@tianping/database'
import { z } from 'zod'
import { currentSettings, parsed } from '../../kernel/setting.ts'
import { base, profiles } from './data.ts'
import { mergeProfiles, type Demands } from './merge.ts'

export const PROFILES_SETTING = 'profiles'

const rate = (preset: number) => z.number().int().min(1).max(1_000_000).default(preset)
const rates = z.object({ GBP: rate(900), EUR: rate(780) }).prefault({})

const countries = z
  .array(z.string().regex(/^[A-Z]{2}$/))
  .max(60)
  .default([])

/** Which profiles are enabled, and what their currencies are worth: data, key `profiles`. */
export const profilesSchema = z.object({
  enabled: z
    .object(
      Object.fromEntries(profileNames.map(name => [name, z.boolean().default(false)])) as Record<
        ProfileName,
        z.ZodDefault<z.ZodBoolean>
      >,
    )
    .prefault({}),
  /** Countries to play from, two letters each, where a profile asks for the place. */
  countries,
  /** Fen for one unit of a currency. */
  rates,
})
export type ProfilesSetting = z.output<typeof profilesSchema>

/** As it is stored: a name of another version counts as well, as all that is known. */
const stored = z.object({
  enabled: z.record(z.string(), z.boolean()).default({}),
  countries,
  rates,
})

export type InForce = {
  /** The enabled profiles; empty under `base`. */
  enabled: string[]
  rates: z.output<typeof rates>
  countries: string[]
  demands: Demands
}

const known = Object.values(profiles)
const ruledBy = new WeakMap<object, InForce>()

/** What a value of the setting demands. */
export function inForceOf(value: unknown): InForce {
  const setting = parsed(stored, value)
  // One that is remembered is the same object each time.
  const remembered = ruledBy.get(setting)
  if (remembered) return remembered
  const { enabled, rates: worth, countries: allowed } = setting
  const names = Object.keys(enabled).filter(name => enabled[name])
  const merged = names.length > 0 ? names.map(name => profiles[name]) : [base]
  const found = {
    enabled: names,
    rates: worth,
    countries: allowed,
    demands: mergeProfiles(merged, known, worth),
  }
  ruledBy.set(setting, found)
  return found
}

/** The rules in force by the enabled profiles. */
export const inForce = async (db: Db): Promise<InForce> =>
  inForceOf((await currentSettings(db, [PROFILES_SETTING]))[PROFILES_SETTING])

/**
 * A setting of the operator with what the profiles demand, in one question. Every rule of
 * protection is read by this, so that the stricter of both counts everywhere.
 */
export async function ruled<S extends z.ZodType>(
  db: Db,
  key: string,
  schema: S,
): Promise<{ own: z.output<S> } & InForce> {
  const found = await currentSettings(db, [key, PROFILES_SETTING])
  return { own: parsed(schema, found[key]), ...inForceOf(found[PROFILES_SETTING]) }
}
