// The profiles as data. `null` says that a regime makes no demand; a setting that is absent is
// unknown, and the strictest value of all profiles counts for it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { limitTopics, type LimitTopic } from '@tianping/contract/protection/facts'
import {
  profileCurrencies,
  profileNames,
  profileSettings,
  type ProfileSetting,
} from '@tianping/contract/profiles/facts'
import { z } from 'zod'

const topics = Object.keys(limitTopics) as [LimitTopic, ...LimitTopic[]]

const values = {
  most: z.number().int().min(0),
  least: z.number().int().min(1),
  /** In whole units of a currency; the rates of the site make it fen. */
  fen: z.strictObject({
    currency: z.enum(profileCurrencies),
    amount: z.number().int().min(1).max(1_000_000),
  }),
  yes: z.literal(true),
  topics: z.array(z.array(z.enum(topics)).min(1)).min(1),
}
export type Money = z.output<typeof values.fen>

type Demand = {
  [K in ProfileSetting]?: z.output<(typeof values)[(typeof profileSettings)[K]['stricter']]> | null
}
export type Profile = { source: string; settings: Demand }

export const profileSchema = z.strictObject({
  source: z.string().min(1),
  settings: z.strictObject(
    Object.fromEntries(
      Object.entries(profileSettings).map(([name, { stricter }]) => [
        name,
        values[stricter].nullable().optional(),
      ]),
    ),
  ),
}) as unknown as z.ZodType<Profile>

const readProfile = (name: string): Profile =>
  profileSchema.parse(
    JSON.parse(readFileSync(join(import.meta.dirname, 'regimes', `${name}.json`), 'utf8')),
  )

/** What every site keeps without a profile. */
export const base = readProfile('base')
export const profiles: Record<string, Profile> = Object.fromEntries(
  profileNames.map(name => [name, readProfile(name)]),
)
