// The front of the site's content: all that other areas may import.
export { appRule } from './appRule.ts'
export { notices } from './content.ts'
