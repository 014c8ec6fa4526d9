import { lower, type RawLog } from '@tianping/evm'
import { transaction, type Tx } from '@tianping/database'
import type { Services } from '../../kernel/http/services.ts'
import { creditPayment } from './deposits.ts'
import type { Chain } from './connection.ts'
import { UNITS_PER_USDT, type ChainSetting } from './setting.ts'
import {
  lockSeen,
  restore,
  ripeTransfers,
  settleTransfer,
  type ChainTransfer,
  type TransferState,
} from './store/transfer.sql.ts'
import { keptHead } from './store/head.sql.ts'
import { agreed } from './witness.ts'

const AT_ONCE = 20

type Receipt = { blockHash: string; status: string; logs: RawLog[] } | null
type Confirming = Pick<Services, 'db' | 'clock' | 'bus' | 'log'> & { chain: Chain }
type Outcome = { state: TransferState; depositNo: string; verdict: string }

/** Where an event stands in its transaction: the same wherever the transaction is mined. */
function referenceOf(receipt: Receipt, transfer: ChainTransfer): string | null {
  if (!receipt || receipt.status !== '0x1') return null
  if (lower(receipt.blockHash) !== transfer.blockHash) return null
  const position = receipt.logs.findIndex(
    each => Number(BigInt(each.logIndex)) === transfer.logIndex,
  )
  return position < 0 ? null : `${transfer.txHash}:${position}`
}

/** Counts what has its confirmations, after another look at each transaction. */
export async function confirmRipe(services: Confirming, setting: ChainSetting): Promise<number> {
  const { db, chain } = services
  const head = await keptHead(db, chain.chainId)
  const found = await ripeTransfers(db, chain.chainId, head, AT_ONCE)
  const ripe = await agreed(services, found)
  const receipts = await chain.rpc.batch<Receipt>(
    ripe.map(({ txHash }) => ({ method: 'eth_getTransactionReceipt', params: [txHash] })),
  )
  let counted = 0
  for (const [n, transfer] of ripe.entries()) {
    const reference = referenceOf(receipts[n] ?? null, transfer)
    if (reference !== null && (await count(services, { transfer, reference, setting })))
      counted += 1
  }
  return counted
}

type Counting = { transfer: ChainTransfer; reference: string; setting: ChainSetting }

async function count(
  { db, clock, chain, bus, log }: Confirming,
  { transfer, reference, setting }: Counting,
): Promise<boolean> {
  const now = clock.now()
  const outcome = await transaction(db, async tx => {
    const held = await lockSeen(tx, transfer)
    if (!held) return null
    const found = await outcomeOf(tx, { chain, setting, transfer: held, reference, now })
    await settleTransfer(tx, { ...held, ...found, reference, now })
    await restore(tx, reference, now)
    return found
  })
  if (!outcome) return false
  if (transfer.memberId !== null) bus.publish('member', [transfer.memberId.toString()])
  log.info({ reference, ...outcome }, 'chain payment')
  return true
}

async function outcomeOf(
  tx: Tx,
  c: { chain: Chain; setting: ChainSetting; transfer: ChainTransfer; reference: string; now: Date },
): Promise<Outcome> {
  const { chain, setting, transfer, reference, now } = c
  const { memberId, units, token } = transfer
  const none = { depositNo: '', verdict: '' }
  if (memberId === null) return { state: 'noted', ...none }
  if (token !== chain.token) return { state: 'wrong_token', ...none }
  if (units < BigInt(setting.dustUsdt) * UNITS_PER_USDT) return { state: 'dust', ...none }
  const credited = await creditPayment(tx, { ...transfer, memberId, reference, now })
  return { state: 'credited', ...credited }
}
