import { yuan } from '../../ui/values/Money.tsx'

/** `向 demo888 的中心钱包增加 ¥10.00`, or 从 … 扣减 for a negative amount. */
export const movementOf = (amount: number, wallet: string): string =>
  amount > 0 ? `向 ${wallet}增加 ${yuan(amount)}` : `从 ${wallet}扣减 ${yuan(-amount)}`
