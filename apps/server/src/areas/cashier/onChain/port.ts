import type { Db, Tx } from '@tianping/database'
import type { Protocol } from '../methods.ts'
import type { Deposit } from '../store/deposit.sql.ts'

declare module '../../../kernel/http/services.ts' {
  interface Services {
    /** Null where no chain is configured; then USDT goes the way of every provider. */
    onChain: OnChain | null
  }
}

type Opened = { memberId: bigint; depositNo: string; rate: number }

/** A payment on its way: seen on the chain, not yet sure. */
export type Coming = {
  txHash: string
  /** Hundredths of a USDT, floored. */
  cents: bigint
  confirmations: number
  needed: number
}

/** USDT on a chain that the site watches itself. Its orders carry `CHAIN` as their provider. */
export type OnChain = {
  /** What the documents call USDT on this chain. */
  protocol: Protocol
  /** Where the order is paid, as a wallet or a browser opens it. */
  payUrlOf(order: Pick<Deposit, 'depositNo' | 'usdtCents' | 'payAddress'>, origin: string): string
  /** The member's own address, made when it is first asked for. */
  addressOf(tx: Tx, memberId: bigint, now: Date): Promise<string>
  /** Keeps the rate of an order beside it. */
  opened(tx: Tx, order: Opened): Promise<void>
  /** Payments that the order's address has received and that are not counted yet. */
  coming(db: Db, memberId: bigint, address: string): Promise<Coming[]>
}

export { CHAIN } from '../../providers/providers.ts'
