// What a signer asks of nodes of TRON. A transaction has no nonce there: it has a moment after
// which no block takes it, so money hangs on whether it is in a block by then.
import { RpcAway, type RawLog } from '@tianping/evm'
import { nodeHex } from './address.ts'
import { askOne, type Ask } from './http.ts'
import { hexed, logsOf, nowBlock, type Head, type Info } from './rpc.ts'

const CHAIN_DIGITS = 8

/** The nodes together, in the order in which they are asked, and each alone. */
export type Nodes = { any: Ask; each: readonly Ask[] }

export const openNodes = (urls: readonly string[], apiKey = ''): Nodes => ({
  any: askOne(urls, apiKey),
  each: urls.map(url => askOne([url], apiKey)),
})

export type Solid = { block: bigint; hash: string; at: number }

/** The newest block that the chain never leaves out any more. */
export async function solidBlock(ask: Ask): Promise<Solid> {
  const { blockID, block_header: header } = await ask<Head>('/walletsolidity/getnowblock', {})
  const { number, timestamp } = header?.raw_data ?? {}
  if (!blockID || number === undefined || timestamp === undefined)
    throw new RpcAway('the node knows no solid block')
  return { block: BigInt(number), hash: hexed(blockID), at: timestamp }
}

/** The time of the newest block, in ms: the clock that an expiry goes by. */
export const headTime = async (ask: Ask): Promise<number> =>
  (await nowBlock(ask)).block_header.raw_data.timestamp ?? 0

/** Which chain it is: the end of its first block's number, as the network's JSON-RPC says it. */
export async function genesisOf(ask: Ask): Promise<bigint> {
  const { blockID } = await ask<Head>('/wallet/getblock', { id_or_num: '0', detail: false })
  if (!blockID) throw new RpcAway('the node knows no first block')
  return BigInt(`0x${blockID.slice(-CHAIN_DIGITS)}`)
}

export type Found = { hash: string; at: number; done: boolean; logs: RawLog[] }

/** A transaction in a solid block; null where the node knows none. */
export async function findSolid(ask: Ask, hash: string): Promise<Found | null> {
  const path = '/walletsolidity/gettransactioninfobyid'
  const info = await ask<Info>(path, { value: hash.slice(2) })
  if (!info.id || info.blockNumber === undefined) return null
  const result = info.receipt?.result
  const done = result === undefined || result === 'SUCCESS'
  return { hash, at: info.blockTimeStamp ?? 0, done, logs: done ? logsOf(info, hash) : [] }
}

type Whole = Head & { transactions?: { txID: string }[] }
export type Expiry = { at: number; block: bigint; hash: string }

/**
 * Whether no block has a transaction and none ever will. It is read from the solid blocks
 * themselves, each following the one before, from the reference block until the expiry: an index
 * that is behind, or switched off, does not know a transaction that has paid.
 */
export async function isDead(ask: Ask, txHash: string, expiry: Expiry): Promise<boolean> {
  const solid = await solidBlock(ask)
  if (solid.at <= expiry.at) return false
  let before = expiry.hash
  for (let number = expiry.block + 1n; number <= solid.block; number += 1n) {
    const asked = { id_or_num: number.toString(), detail: true }
    const {
      blockID,
      block_header: header,
      transactions,
    } = await ask<Whole>('/wallet/getblock', asked)
    if (!blockID || !header || hexed(header.raw_data.parentHash) !== before)
      throw new RpcAway(`block ${number} does not follow the one before`)
    if (transactions?.some(({ txID }) => hexed(txID) === txHash)) return false
    if ((header.raw_data.timestamp ?? 0) > expiry.at) return true
    before = hexed(blockID)
  }
  throw new RpcAway('the solid blocks end before the expiry')
}

/** What a node says when it has the transaction already, or when it comes too late. */
const HARMLESS = ['SUCCESS', 'DUP_TRANSACTION_ERROR', 'TRANSACTION_EXPIRATION_ERROR']

/** Hands a transaction over. Throws what the node has against it; a block tells its outcome. */
export async function broadcast(ask: Ask, raw: string): Promise<void> {
  const { code = '' } = await ask<{ code?: string }>('/wallet/broadcasthex', { transaction: raw })
  if (!HARMLESS.includes(code)) throw new Error(`the node refuses the transaction: ${code}`)
}

type Prices = { energySun: bigint; byteSun: bigint }

/** What energy and bandwidth cost now, in sun. */
export async function pricesOf(ask: Ask): Promise<Prices> {
  const { chainParameter: all = [] } = await ask<{
    chainParameter?: { key: string; value?: number }[]
  }>('/wallet/getchainparameters', {})
  const of = (key: string) => {
    const found = all.find(each => each.key === key)?.value
    if (found === undefined) throw new RpcAway(`the node does not say ${key}`)
    return BigInt(found)
  }
  return { energySun: of('getEnergyFee'), byteSun: of('getTransactionFee') }
}

/** The chain's own coin at an address. */
export const sunOf = async (ask: Ask, address: string): Promise<bigint> =>
  BigInt((await ask<{ balance?: number }>('/wallet/getaccount', named(address))).balance ?? 0)

/** When an address last sent anything in a solid block, in ms; 0 for never. */
export const lastOperation = async (ask: Ask, address: string): Promise<number> =>
  (await ask<{ latest_opration_time?: number }>('/walletsolidity/getaccount', named(address)))
    .latest_opration_time ?? 0

const named = (address: string) => ({ address: nodeHex(address) })
