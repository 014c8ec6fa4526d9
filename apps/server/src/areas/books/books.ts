export { betRowOf } from './console/days.ts'
export { RECONCILIATION_SETTING, reconciliationSchema } from './reconciliationSetting.ts'
export { betRows } from './store/bets.sql.ts'
