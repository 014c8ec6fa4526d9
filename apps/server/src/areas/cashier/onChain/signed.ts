import { cardKind } from '@tianping/contract/cards/facts'
import { usdtRecord } from '@tianping/contract/payments'
import type { Settings } from '../../../kernel/environment.ts'
import type { Withdrawal } from '../store/withdrawal.sql.ts'

/** Whether the signer pays an order, where there is a signer. */
export const paidBySigner = (
  { chain }: Pick<Settings, 'chain'>,
  { kind, method }: Pick<Withdrawal, 'kind' | 'method'>,
): boolean =>
  chain?.signer != null && kind === cardKind.usdt && method === usdtRecord(chain.protocol)
