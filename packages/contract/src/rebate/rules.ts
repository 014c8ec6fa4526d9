import { rebateForm } from './texts.ts'

/** What the browser refuses itself, before it asks. */
export const noRebate = rebateForm['rebate.nothing']
