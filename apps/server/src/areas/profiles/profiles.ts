// The front of jurisdiction profiles: the rules in force. It imports no other area.
export { AGE_SETTING, ageBounds, ageSchema } from './ageSetting.ts'
export { base, profiles, profileSchema, type Profile } from './data.ts'
export { demandOf, lessOf, mergeProfiles, moreOf, sumOf, type Demands } from './merge.ts'
export {
  inForce,
  inForceOf,
  PROFILES_SETTING,
  profilesSchema,
  ruled,
  type InForce,
} from './setting.ts'
export { timesCap, timesFor } from './timesFor.ts'
