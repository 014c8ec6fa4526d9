// The front of giveaways: all that other areas may import.
export { checkGiveaways } from './check.ts'
export { seedGiveaways } from './demo.ts'
export { GIVEAWAY_SETTING, giveawaySchema } from './setting.ts'
export { giveawaysWaiting } from './store/giveaway.sql.ts'
