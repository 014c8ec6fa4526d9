// The front of jackpots: all that other areas may import.
export { checkJackpots } from './check.ts'
export { jackpotCost } from './cost.ts'
export { JACKPOT_SETTING, jackpotRule, jackpotSchema } from './setting.ts'
export { runJackpots } from './sync.ts'
