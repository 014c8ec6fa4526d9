// The front of identity verification: all that other areas may import.
export { VERIFICATION_SETTING, verificationSchema } from './setting.ts'
export { casesWaiting } from './store/case.sql.ts'
export {
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
