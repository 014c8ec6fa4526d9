// The front of limits, breaks and exclusions: all that other areas may import.
export { AGE_SETTING, ageBounds, ageSchema } from './ageSetting.ts'
export {
  addBlock,
  askReturn,
  blockNow,
  exclusionEnd,
  exclusionOf,
  returnFrom,
  timeoutEnd,
  type Block,
} from './blocks.ts'
export {
  isLeaving,
  benefitRefusals,
  mayBeContacted,
  mayBenefit,
  mayDeposit,
  mayEarn,
  mayPlay,
  refuseBlocked,
  whoMayBenefit,
  type Room,
} from './guard.ts'
export { decideRaise, limitsOf, setLimit, sizeOf, type LimitStatus, type Size } from './limits.ts'
export {
  PROTECTION_SETTING,
  protectionSchema,
  protectionSetting,
  type ProtectionSetting,
} from './setting.ts'
export { blockAlike, followExclusion } from './linked.ts'
export { isExcludedPerson } from './store/link.sql.ts'
export { realityOf } from './reality.ts'
export { resetsAt, spansAt } from './spans.ts'
export {
  answerPrompt,
  blockedSince,
  careOf,
  lockRow,
  setReality,
  setReviewed,
  standingOf,
  writeAct,
  type Care,
} from './store/block.sql.ts'
export { netSince } from './store/limit.sql.ts'
export { dropStretches, endPlayAt, notePlay, takeOver } from './store/play.sql.ts'
