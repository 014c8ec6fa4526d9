import type { Kept } from '../../kernel/operator/settingForm.ts'
import { writeSetting } from '../../kernel/setting.ts'
import { PLAY_SETTING, playSchema } from '../protection/protection.ts'
import { askAllEnds } from './store/playEnd.sql.ts'
import { endAllTickets } from './store/ticket.sql.ts'

/** Longer than a session lives at any venue (12 hours in protocol v1). */
const LONGEST_SESSION_MS = 48 * 3_600_000

/**
 * The switch of all play. One operator turns it off; to turn it on again takes two, by the rules.
 * Turning it off ends every open game: what is to be ended commits with the switch.
 */
export const playRule: Kept & { group: 'risk' } = {
  key: PLAY_SETTING,
  label: '全站游戏开关',
  group: 'risk',
  schema: playSchema,
  write: async (tx, value, by) => {
    const next = playSchema.parse(value)
    await writeSetting(tx, PLAY_SETTING, playSchema, next, by)
    if (next.open) return
    await endAllTickets(tx, by.at)
    await askAllEnds(tx, { since: new Date(by.at.getTime() - LONGEST_SESSION_MS), now: by.at })
  },
}
