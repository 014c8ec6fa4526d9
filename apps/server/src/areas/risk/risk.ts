export { figuresOf } from './console/figures.ts'
export { raiseFlags } from './flags.ts'
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
