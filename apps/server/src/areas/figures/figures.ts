// The front of facts by day, reports and closed months: all that other areas may import.
export { checkFacts } from './check.ts'
export { factsOf } from './month.ts'
export { bringUpToDate, rollUpFacts } from './rollUp.ts'
