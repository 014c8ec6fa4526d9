// Every schema by which operators set numbers: the rules, and what is set per activity, provider
// and venue.
import type { z } from 'zod'
import { ruleSchema } from '../../src/areas/activity/rule.ts'
import { providerSchema } from '../../src/areas/providers/setting.ts'
import { connectionSchema } from '../../src/areas/venues/connect/setting.ts'
import { rules } from '../../src/console/desk/rules.ts'
import { appSchema } from '../../src/kernel/appSetting.ts'
import { leavesOf, type Leaf } from './leaves.ts'

export const schemas: [name: string, schema: z.ZodType][] = [
  ...rules.map(({ key, schema }): [string, z.ZodType] => [key, schema]),
  ['app', appSchema],
  ['activity', ruleSchema],
  ['provider', providerSchema],
  ['venue', connectionSchema],
]

export const leaves: Leaf[] = schemas.flatMap(([name, schema]) => leavesOf(name, schema))
