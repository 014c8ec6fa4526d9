export { limitsOf, refuseDeposit, refusePlay, setLimit } from './limits.ts'
export { writeExclusion } from './store/limit.sql.ts'
