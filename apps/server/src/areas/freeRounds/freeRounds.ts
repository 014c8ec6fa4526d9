// The front of free rounds: all that other areas may import.
export { checkFreeRounds } from './check.ts'
export { giveForLevels, giveFreeRounds } from './give.ts'
export {
  FREE_ROUNDS_SETTING,
  freeRoundsRule,
  freeRoundsSchema,
  freeRoundsSetting,
  giftSchema,
  refuseGift,
} from './setting.ts'
export { runFreeRounds } from './settle.ts'
export { roundsByGame } from './store/grant.sql.ts'
