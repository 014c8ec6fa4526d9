// The front of the rule of gifts and their turnover: all that other areas may import.
export { openGift, openGiftsBy } from './gift.ts'
export {
  WAGERING_SETTING,
  wageringRule,
  wageringSchema,
  wageringSetting,
  type WageringSetting,
} from './setting.ts'
export { weightsCost } from './cost.ts'
export { FULL, weigher, weightsShown, type Weigher } from './weights.ts'
