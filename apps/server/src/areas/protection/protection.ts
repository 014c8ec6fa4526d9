// The front of limits and exclusions: all that other areas may import.
export { limitsOf, refuseDeposit, refusePlay, setLimit } from './limits.ts'
export { writeExclusion } from './store/limit.sql.ts'
