import type { ValueOf } from '../facts.ts'

/** A rebate waits until the member claims it. */
export const rebateState = { waiting: 0, claimed: 1 } as const
export type RebateState = ValueOf<typeof rebateState>
