import type { Db } from '@tianping/database'
import { refuseRule } from './refuseRule.ts'
import { refuseGift } from '../../freeRounds/freeRounds.ts'
import { ruleSchema } from '../rule.ts'
import { writeRule } from '../writeRule.ts'
import { activityRuleVersions, activityTitle } from '../store/activities.sql.ts'
import type { Kept } from '../../../kernel/operator/settingForm.ts'
import { notesOfKey } from '../../../kernel/operator/settingForm.sql.ts'

/**
 * The rule of an activity, `activity:7`, as rules are changed: its versions stand with the
 * activity. Undefined for any other key.
 */
export async function activityRule(
  db: Db,
  key: string,
): Promise<(Kept & { group: 'activity' }) | undefined> {
  const id = Number(/^activity:(\d{1,9})$/.exec(key)?.[1] ?? 0)
  const found = id > 0 ? await activityTitle(db, id) : undefined
  if (!found) return undefined
  return {
    key,
    label: `活动：${found.title}`,
    group: 'activity',
    schema: ruleSchema,
    read: async on => {
      const [newest] = await activityRuleVersions(on, id, 1)
      return {
        version: newest?.version ?? 0,
        value: ruleSchema.parse(newest?.value ?? { apply: false }),
      }
    },
    versions: async (on, limit) => {
      const [versions, notes] = await Promise.all([
        activityRuleVersions(on, id, limit),
        notesOfKey(on, key),
      ])
      return versions.map(each => ({
        ...each,
        note: '',
        proposedBy: '',
        ...notes.find(note => note.version === each.version),
      }))
    },
    tryOut: async (services, value) => {
      const { bonus } = ruleSchema.parse(value)
      if (bonus.kind === 'free_rounds') await refuseGift(services, bonus)
    },
    write: async (tx, value, by) => {
      const rule = ruleSchema.parse(value)
      await refuseRule(tx, rule)
      await writeRule(tx, id, rule, by)
    },
  }
}
