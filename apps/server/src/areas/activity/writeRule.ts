import type { Db } from '@tianping/database'
import type { z } from 'zod'
import { insertRule } from './store/activity.sql.ts'
import { ruleSchema } from './rule.ts'

/**
 * Adds the next version of an activity's rule; applications that were made keep theirs. Throws on a
 * rule that cannot be kept.
 */
export const writeRule = async (
  db: Db,
  activityId: number,
  rule: z.input<typeof ruleSchema>,
  by: { name: string; at: Date },
): Promise<void> => {
  await insertRule(db, {
    activityId,
    rule: JSON.stringify(ruleSchema.parse(rule)),
    by: by.name,
    at: by.at,
  })
}
