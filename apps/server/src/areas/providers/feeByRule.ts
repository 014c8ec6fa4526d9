import type { Tx } from '@tianping/database'
import { providerSchema } from './setting.ts'
import { feeOf, payoutFeeOf } from './route.ts'
import { providerRow } from './store/provider.sql.ts'

/** What a provider keeps by the rule of its row; nothing for a rail that is no provider. */
export async function feeByRule(
  tx: Tx,
  code: string,
  kind: 'payment' | 'payout',
  amountFen: bigint,
): Promise<bigint> {
  const row = await providerRow(tx, code)
  if (!row) return 0n
  const provider = { value: providerSchema.parse(row.value) }
  return kind === 'payment' ? feeOf(provider, amountFen) : payoutFeeOf(provider, amountFen)
}
