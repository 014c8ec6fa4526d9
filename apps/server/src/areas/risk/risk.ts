// The front of risk flags and the figures beside a review: all that other areas may import.
export { figuresOf } from './console/figures.ts'
export { explained, flagsOf, raiseFlags, raiseFlagsOf } from './flags.ts'
export { RISK_SETTING, riskSchema } from './setting.ts'
export {
  daySoFar,
  memberRow,
  memberRows,
  memberSessions,
  queues,
  transfersUnknown,
  type MemberRow,
} from './store/figures.sql.ts'
