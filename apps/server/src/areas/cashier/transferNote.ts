/** What a member writes on a bank transfer, so that its order is found. */
export const transferNote = (memberId: bigint): string => `TP${memberId}`
