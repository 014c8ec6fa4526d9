// The front of bonuses that ask for turnover: all that other areas may import.
export { bonusKey, bonusesOf, type Bonuses } from './bonusesOf.ts'
export { runBonusEnds } from './ends.ts'
export { sourceLabel } from './sources.ts'
