// The front of what members do to protect themselves: all that other areas may import.
export { endOverdue, recallBlocked } from './ending.ts'
export { checkHelpLinks } from './helpLinks.ts'
export { runProtectionRequests } from './lateRequests.ts'
export { blockMember } from './blocking.ts'
