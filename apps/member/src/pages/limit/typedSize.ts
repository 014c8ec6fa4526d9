import { isTime, type LimitKind } from '@tianping/contract/protection/facts'
import { limitOf } from '@tianping/contract/protection/rules'
import { yuanOf } from '@tianping/money'

export type Values = { amount: string }

/** A limit as it is sent: without what a thumb leaves behind. */
export const clean = ({ amount }: Values): Values => ({ amount: amount.trim().replace(/\.$/, '') })

/** What was typed as yuan or minutes; null while it is no limit, as `2h` or nothing is none. */
export function typedSize(kind: LimitKind, values: Values): number | null {
  const size = limitOf(kind, clean(values).amount)
  if (size === null || size === undefined) return null
  return isTime(kind) ? Number(size) : yuanOf(size)
}
