import { reviewState } from '../facts.ts'

/** How the member's latest application to an activity stands. */
export const applyState = { none: 0, ...reviewState } as const
