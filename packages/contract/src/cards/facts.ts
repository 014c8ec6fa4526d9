/** What a member binds to withdraw to. */
export const cardKind = { bank: 1, usdt: 2 } as const
