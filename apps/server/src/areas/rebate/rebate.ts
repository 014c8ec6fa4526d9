export { runRebates } from './rebateReckoning.ts'
export { REBATE_SETTING, rebateSchema, rebateSetting } from './rebateSetting.ts'
