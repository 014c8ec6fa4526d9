import { readSetting, writeSetting } from '../../kernel/setting.ts'
import type { Kept } from '../../kernel/operator/settingForm.ts'
import { refuseRuleBeyond } from './plans/together.ts'
import { AGENT_SETTING, agentSchema } from './setting.ts'

/** The rule of the agents' commission, changed by two persons. */
export const agentRule: Kept & { group: 'promotion' } = {
  key: AGENT_SETTING,
  label: '代理佣金',
  group: 'promotion',
  schema: agentSchema,
  write: async (tx, value, by) => {
    const [before, after] = [
      await readSetting(tx, AGENT_SETTING, agentSchema),
      agentSchema.parse(value),
    ]
    await refuseRuleBeyond(tx, { before, after }, by.at)
    await writeSetting(tx, AGENT_SETTING, agentSchema, after, by)
  },
}
