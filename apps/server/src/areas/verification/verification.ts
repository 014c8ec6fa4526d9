// The front of identity verification: all that other areas may import.
export { dropOldDocuments } from './dropOld.ts'
export { VERIFICATION_SETTING, verificationSchema, verificationSetting } from './setting.ts'
export { casesWaiting } from './store/case.sql.ts'
export {
  asksTierFor,
  correctBirthday,
  missingTiers,
  papersFor,
  proveAgain,
  refuseDepositTier,
  refuseProvenBirthday,
  refuseUnassessed,
  requireTier,
  requireTierFor,
  tierOf,
  unprovenAmong,
  verificationHold,
  withdrawalTier,
} from './tier.ts'
