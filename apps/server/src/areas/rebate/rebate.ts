// The front of rebates: all that other areas may import.
export { runRebates } from './calculateRebates.ts'
export { REBATE_SETTING, rebateSchema, rebateSetting } from './rebateSetting.ts'
