// The front of adjustments, reconciliation and daily figures: all that other areas may import.
export { betRowOf } from './console/days.ts'
export { RECONCILIATION_SETTING, reconciliationSchema } from './reconciliationSetting.ts'
export { betRows } from './store/bets.sql.ts'
export { spanFigures, type SpanFigures } from './store/span.sql.ts'
