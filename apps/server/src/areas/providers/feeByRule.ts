import type { Tx } from '@tianping/database'
import { providerSchema } from './setting.ts'
import { feeOf, payoutFeeOf } from './route.ts'
import { providerRowsOf } from './store/provider.sql.ts'

type FeeOf = (code: string, kind: 'payment' | 'payout', amountFen: bigint) => bigint

/** What providers keep by the rules of their rows; nothing for a rail that is no provider. */
export async function feeRules(tx: Tx, codes: string[]): Promise<FeeOf> {
  const providers = new Map(
    (await providerRowsOf(tx, codes)).map(({ code, value }) => [
      code,
      { value: providerSchema.parse(value) },
    ]),
  )
  return (code, kind, amountFen) => {
    const provider = providers.get(code)
    if (!provider) return 0n
    return kind === 'payment' ? feeOf(provider, amountFen) : payoutFeeOf(provider, amountFen)
  }
}
