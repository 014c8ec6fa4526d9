// What the node says of a stretch of blocks, taken together or not at all: every block follows the
// one before, and every event lies in one of these blocks.
import {
  lower,
  paddedAddress,
  quantity,
  readTransfer,
  toQuantity,
  TRANSFER,
  type RawLog,
  type Rpc,
  type RpcCall,
  type Transfer,
} from '@tianping/evm'
import type { Block, Cursor } from './store/cursor.sql.ts'

export type Header = { number: string; hash: string; parentHash: string; timestamp: string }

/** Addresses that one question names. */
const ADDRESSES = 250

const headerCall = (block: bigint): RpcCall => ({
  method: 'eth_getBlockByNumber',
  params: [toQuantity(block), false],
})

export const headers = (rpc: Rpc, blocks: readonly bigint[]): Promise<(Header | null)[]> =>
  rpc.batch<Header | null>(blocks.map(headerCall))

const blockOf = ({ number, hash, timestamp }: Header): Block => ({
  block: quantity(number),
  hash: lower(hash),
  at: new Date(Number(quantity(timestamp)) * 1_000),
})

/** The blocks after `from`, or null when they do not continue it: the chain moves right now. */
async function follow(rpc: Rpc, from: Cursor, to: bigint): Promise<Block[] | null> {
  const numbers: bigint[] = []
  for (let block = from.block + 1n; block <= to; block += 1n) numbers.push(block)
  const found: Block[] = []
  let { hash } = from
  for (const header of await headers(rpc, numbers)) {
    if (!header || lower(header.parentHash) !== hash) return null
    found.push(blockOf(header))
    hash = lower(header.hash)
  }
  return found
}

function chunksOf(addresses: readonly string[]): string[][] {
  const chunks: string[][] = []
  for (let from = 0; from < addresses.length; from += ADDRESSES)
    chunks.push(addresses.slice(from, from + ADDRESSES).map(paddedAddress))
  return chunks
}

/** Every transfer to and from the addresses, of any token. */
async function transfersIn(
  rpc: Rpc,
  addresses: readonly string[],
  range: { fromBlock: string; toBlock: string },
): Promise<Transfer[]> {
  const calls = chunksOf(addresses).flatMap(chunk =>
    [
      [TRANSFER, null, chunk],
      [TRANSFER, chunk],
    ].map((topics): RpcCall => ({ method: 'eth_getLogs', params: [{ ...range, topics }] })),
  )
  const transfers = (await rpc.batch<RawLog[]>(calls)).flat().map(readTransfer)
  const byPlace = new Map(
    transfers
      .filter(each => each !== null)
      .map(each => [`${each.txHash}:${each.logIndex}`, each] as const),
  )
  return [...byPlace.values()]
}

export type Stretch = { blocks: Block[]; transfers: Transfer[] }

export async function readStretch(
  rpc: Rpc,
  { from, to, addresses }: { from: Cursor; to: bigint; addresses: readonly string[] },
): Promise<Stretch | null> {
  const range = { fromBlock: toQuantity(from.block + 1n), toBlock: toQuantity(to) }
  const transfers = await transfersIn(rpc, addresses, range)
  // Asked for after the events: had the chain moved in between, they would lie elsewhere.
  const blocks = await follow(rpc, from, to)
  if (!blocks) return null
  const hashes = new Map(blocks.map(each => [each.block, each.hash]))
  const whole = transfers.every(each => hashes.get(each.block) === each.blockHash)
  return whole ? { blocks, transfers } : null
}
