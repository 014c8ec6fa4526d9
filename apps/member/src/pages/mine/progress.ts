/** How far `paysum` is towards `target`, in whole percent: rounded, at most 100, 0 when either is 0 (part 1 §2.11). */
export const progressOf = (paysum: number, target: number) =>
  paysum > 0 && target > 0 ? Math.min(100, Math.round((paysum / target) * 100)) : 0
