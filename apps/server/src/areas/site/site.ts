// The front of the site's content: all that other areas may import.
export { appRule } from './appRule.ts'
export { noticesNow, type NoticesNow } from './content.ts'
