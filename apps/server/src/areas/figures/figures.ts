// The front of facts by day, reports and closed months: all that other areas may import.
export { checkFacts } from './check.ts'
export { factsOf } from './month.ts'
export { keepLiability } from './liability.ts'
export { runScheduledReports } from './scheduled/make.ts'
export { serveReportFiles } from './scheduled/fileRoute.ts'
export { scheduledReportsRule } from './scheduled/setting.ts'
export { sheetRows } from './sheets.ts'
export { bringUpToDate, rollUpFacts } from './rollUp.ts'
