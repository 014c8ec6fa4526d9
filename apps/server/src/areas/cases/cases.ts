// The front of cases of suspected laundering: all that other areas may import.
export { openByHand as openCase, runCases } from './gather.ts'
export { caseKeys } from './sealed.ts'
export { CASES_SETTING, casesSchema } from './setting.ts'
export { casesOpen } from './store/case.sql.ts'
