// The front of adjustments, reconciliation and daily figures: all that other areas may import.
export { RECONCILIATION_SETTING, reconciliationSchema } from './reconciliationSetting.ts'
export { printedMonth } from './sheets.ts'
export { spanFigures, type SpanFigures } from './store/span.sql.ts'
