import type { ValueOf } from '../facts.ts'

/** What a member binds to withdraw to. */
export const cardKind = { bank: 1, usdt: 2 } as const
export type CardKind = ValueOf<typeof cardKind>
