import { advertModes, advertWords, type AdvertMode } from '@tianping/contract/adverts/facts'
import type { AdvertWords } from '@tianping/contract/adverts/rules'
import type { Db } from '@tianping/database'
import { z } from 'zod'
import { ruled } from '../profiles/profiles.ts'

const modes = Object.keys(advertModes) as [AdvertMode, ...AdvertMode[]]
const words = (preset: readonly string[]) =>
  z
    .array(z.string().min(1).max(20))
    .max(200)
    .default([...preset])

/** How offers are looked through before members see them: data of the site, key `adverts`. */
export const advertSchema = z.object({
  mode: z.enum(modes).default('warn'),
  /** One of these says from which age on the offer is. */
  ageSigns: words(advertWords.age),
  /** One of these heads the conditions, and names the link to them. */
  conditionWords: words(advertWords.conditions),
  urgencyWords: words(advertWords.urgency),
  minorWords: words(advertWords.minors),
  /** One of these makes a text of service read like an offer. */
  offerWords: words(advertWords.offers),
})

export const ADVERT_SETTING = 'adverts'

export type AdvertSetting = { mode: AdvertMode; words: AdvertWords }

/** Profiles may refuse what the setting only warns of. */
export async function advertSetting(db: Db): Promise<AdvertSetting> {
  const { own, demands } = await ruled(db, ADVERT_SETTING, advertSchema)
  return {
    mode: demands.advertsRefused ? 'refuse' : own.mode,
    words: {
      age: own.ageSigns,
      conditions: own.conditionWords,
      urgency: own.urgencyWords,
      minors: own.minorWords,
      offers: own.offerWords,
    },
  }
}
