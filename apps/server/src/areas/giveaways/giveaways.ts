// The front of giveaways: all that other areas may import.
export { checkGiveaways } from './check.ts'
export { GIVEAWAY_SETTING, giveawaySchema } from './setting.ts'
export { giveawaysWaiting } from './store/giveaway.sql.ts'
