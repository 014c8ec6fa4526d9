/** What a member writes on a bank transfer, so that whoever looks at the account finds the order. */
export const transferNote = (memberId: bigint): string => `TP${memberId}`
