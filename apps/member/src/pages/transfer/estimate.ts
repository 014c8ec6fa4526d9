import { fenOf } from '@tianping/money'
import type { Wallet } from './useTransfer.ts'

/**
 * What both wallets hold after the transfer, in fen; null while the source does not hold as much or
 * nothing is typed.
 */
export function afterTransfer(
  source: Wallet,
  target: Wallet,
  fen: bigint,
): { source: bigint; target: bigint } | null {
  if (fen <= 0n || source.platname === target.platname) return null
  const left = fenOf(source.balance) - fen
  return left < 0n ? null : { source: left, target: fenOf(target.balance) + fen }
}
