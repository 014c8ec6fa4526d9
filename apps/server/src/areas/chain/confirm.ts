import { lower, type RawLog } from '@tianping/evm'
import { transaction, type Tx } from '@tianping/database'
import type { Services } from '../../kernel/http/services.ts'
import { partsAlone } from '../../kernel/jobs/eachAlone.ts'
import { present } from '../../kernel/present.ts'
import { creditPayments } from './deposits.ts'
import type { Chain } from './connection.ts'
import { UNITS_PER_USDT, type ChainSetting } from './setting.ts'
import {
  lockSeen,
  restore,
  settleTransfers,
  takeRipe,
  type ChainTransfer,
  type Settled,
  type TransferState,
} from './store/transfer.sql.ts'
import { keptHead } from './store/head.sql.ts'
import { agreed } from './witness.ts'

const AT_ONCE = 250

type Receipt = { blockHash: string; status: string; logs: RawLog[] } | null
type Confirming = Pick<Services, 'db' | 'clock' | 'bus' | 'log'> & { chain: Chain }
/** A transfer and where its event stands in its transaction. */
type Ripe = { transfer: ChainTransfer; reference: string }

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
  const { db, chain, clock } = services
  const head = await keptHead(db, chain.chainId)
  const found = await takeRipe(db, {
    chainId: chain.chainId,
    head,
    limit: AT_ONCE,
    now: clock.now(),
  })
  const agreedOn = await agreed(services, found)
  const receipts = await chain.rpc.batch<Receipt>(
    agreedOn.map(({ txHash }) => ({ method: 'eth_getTransactionReceipt', params: [txHash] })),
  )
  const ripe = agreedOn.flatMap((transfer, n): Ripe[] => {
    const reference = referenceOf(receipts[n] ?? null, transfer)
    return reference === null ? [] : [{ transfer, reference }]
  })
  return partsAlone(setsOf(ripe).map(set => () => count(services, set, setting)))
}

/** Sets in which no member occurs twice, in the order of the transfers. */
function setsOf(ripe: readonly Ripe[]): Ripe[][] {
  const sets: Ripe[][] = []
  const places = new Map<bigint, number>()
  for (const each of ripe) {
    const { memberId } = each.transfer
    const place = memberId === null ? 0 : (places.get(memberId) ?? 0)
    if (memberId !== null) places.set(memberId, place + 1)
    ;(sets[place] ??= []).push(each)
  }
  return sets
}

/** A set is counted whole; where that fails, each of it alone, so that one holds up nobody else. */
async function count(services: Confirming, set: Ripe[], setting: ChainSetting): Promise<number> {
  try {
    return await countAll(services, set, setting)
  } catch (error) {
    if (set.length === 1) throw error
    services.log.warn({ err: error, transfers: set.length }, 'chain payments are counted alone')
  }
  return partsAlone(set.map(each => () => countAll(services, [each], setting)))
}

async function countAll(
  { db, clock, chain, bus, log }: Confirming,
  set: Ripe[],
  setting: ChainSetting,
): Promise<number> {
  const now = clock.now()
  const settled = await transaction(db, async tx => {
    const held = await lockSeen(
      tx,
      set.map(each => each.transfer),
    )
    const references = new Map(set.map(each => [placeOf(each.transfer), each.reference]))
    const ripe = held.map(transfer => ({
      transfer,
      reference: present(references.get(placeOf(transfer)), 'reference of a transfer'),
    }))
    const outcomes = await outcomesOf(tx, ripe, { chain, setting, now })
    await settleTransfers(tx, outcomes, now)
    await restore(
      tx,
      outcomes.map(each => each.reference),
      now,
    )
    return outcomes
  })
  const members = settled.flatMap(({ memberId }) => memberId?.toString() ?? [])
  bus.publish('member', [...new Set(members)])
  for (const { reference, state, depositNo, verdict } of settled)
    log.info({ reference, state, depositNo, verdict }, 'chain payment')
  return settled.length
}

const placeOf = ({ txHash, logIndex }: ChainTransfer) => `${txHash} ${logIndex}`

/** What a transfer is before anybody is credited; `credited` for what the cashier judges. */
function stateOf(
  { memberId, units, token }: ChainTransfer,
  chain: Chain,
  setting: ChainSetting,
): TransferState {
  if (memberId === null) return 'noted'
  if (token !== chain.token) return 'wrong_token'
  return units < BigInt(setting.dustUsdt) * UNITS_PER_USDT ? 'dust' : 'credited'
}

async function outcomesOf(
  tx: Tx,
  ripe: readonly Ripe[],
  { chain, setting, now }: { chain: Chain; setting: ChainSetting; now: Date },
): Promise<(Settled & { memberId: bigint | null })[]> {
  const judged = ripe.map(each => ({ ...each, state: stateOf(each.transfer, chain, setting) }))
  const counted = await creditPayments(
    tx,
    judged
      .filter(({ state }) => state === 'credited')
      .map(({ transfer, reference }) => ({
        ...transfer,
        toAddress: chain.shown(transfer.toAddress),
        protocol: chain.protocol,
        memberId: present(transfer.memberId, 'member of a payment'),
        reference,
        now,
      })),
    now,
  )
  const none = { depositNo: '', verdict: '' }
  return judged.map(({ transfer, reference, state }) => ({
    ...transfer,
    state,
    reference,
    ...(counted.get(reference) ?? none),
  }))
}
