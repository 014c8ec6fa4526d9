import { z } from 'zod'
import { operator } from '../call.ts'
import { nothing } from '../fields.ts'
import { profileSettingNames } from './facts.ts'

/** As people read it; empty where nothing is asked for. */
const value = z.string()

/** The rules in force: what the operator has set, what each profile demands, and what counts. */
export const profileConsole = {
  'POST /api/console/profiles/inForce': operator(
    'rule.read',
    nothing,
    z.object({
      profiles: z.array(z.object({ name: z.string(), label: z.string(), enabled: z.boolean() })),
      rules: z.array(
        z.object({
          setting: z.enum(profileSettingNames),
          label: z.string(),
          own: value,
          /** One value for each profile, in their order. */
          demanded: z.array(value),
          value,
          /** Whose value it is: `own`, or names of profiles; empty where nothing is asked for. */
          from: z.array(z.string()),
        }),
      ),
    }),
  ),
} as const
