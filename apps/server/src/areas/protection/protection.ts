// The front of limits, breaks and exclusions: all that other areas may import.
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
export { apartOf, noneApart, setApart, setsApart, type Apart } from './excess.ts'
export {
  isLeaving,
  benefitRefusals,
  mayBeContacted,
  mayBenefit,
  mayDeposit,
  mayEarn,
  mayPlay,
  mayPractise,
  meetsDemands,
  refuseBlocked,
  refuseTestAccount,
  unaskedOffers,
  visitorMayPractise,
  whoMayBenefit,
  type Offering,
  type Room,
} from './guard.ts'
export {
  decideRaise,
  isOffered,
  limitsOf,
  setLimit,
  sizeOf,
  tightensAt,
  type LimitStatus,
  type Size,
} from './limits.ts'
export { keepLimits } from './parting.ts'
export {
  PROTECTION_SETTING,
  protectionSchema,
  protectionSetting,
  type ProtectionSetting,
} from './setting.ts'
export {
  askProtection,
  askedReturn,
  confirmReturnAsked,
  decideRequest,
  earlierOf,
  mayEndEarlier,
  proposeDecision,
  warnLateRequests,
  type Decision,
} from './requests.ts'
export {
  blotRequests,
  requestRows,
  requestsWaiting,
  type ProtectionRequest,
  type RequestListed,
} from './store/request.sql.ts'
export { dropLinks, dueLinks, noteLink } from './store/helpLink.sql.ts'
export { blockAlike, followExclusion, refuseExcludedPerson } from './linked.ts'
export { isExcludedPerson } from './store/link.sql.ts'
export {
  holdPlaySwitch,
  PLAY_SETTING,
  playSchema,
  refuseStoppedPlay,
  stoppedPlay,
} from './playSwitch.ts'
export { fundsDue, fundsHeld, FUNDS_SETTING, fundsSchema, readFunds } from './funds.ts'
export { locate } from './location.ts'
export { checkRegister, noteClear, refuseRegistered } from './nationalRegister.ts'
export { realityOf } from './reality.ts'
export { resetsAt, spansAt } from './spans.ts'
export {
  answerPrompt,
  blockedSince,
  careOf,
  lockRow,
  setPapersRead,
  setReality,
  setReviewed,
  standingOf,
  stoppedAmong,
  wasBlockedSince,
  writeAct,
  type Care,
} from './store/block.sql.ts'
export { isSelfLimited, limitedAmong, netSince } from './store/limit.sql.ts'
export {
  countLaunch,
  dropStretches,
  endPlayAt,
  endPlayBy,
  launchesOf,
  notePlay,
  otherAccounts,
  playedSince,
  overIsEnded,
  takeOver,
} from './store/play.sql.ts'
