// A node of TRON behind the port of the other chains (`Rpc` of packages/evm): what the watcher asks
// is answered from the HTTP interface that java-tron and TronGrid share. Places of events are those
// within their transaction, because the interface has no others.
import {
  lower,
  quantity,
  RpcAway,
  RpcRefused,
  toQuantity,
  type RawLog,
  type Rpc,
  type RpcCall,
} from '@tianping/evm'
import { askOne, type Ask } from './http.ts'
import { nodeHex } from './address.ts'

export type Head = {
  blockID?: string
  block_header?: { raw_data: { number?: number; parentHash: string; timestamp?: number } }
}
export type Info = {
  id?: string
  blockNumber?: number
  blockTimeStamp?: number
  receipt?: { result?: string }
  log?: { address: string; topics?: string[]; data?: string }[]
}
type Filter = { fromBlock: string; toBlock: string; topics: (null | string | string[])[] }

const LOOKS = 3
/** Blocks that are asked for at once. */
const AT_ONCE = 5
const REFUSED = 'REVERT'

export const hexed = (text: string) => (text.startsWith('0x') ? lower(text) : `0x${lower(text)}`)

export async function nowBlock(ask: Ask): Promise<Required<Head>> {
  const head = await ask<Head>('/wallet/getnowblock', {})
  if (!head.blockID || !head.block_header) throw new Error('the node knows no block')
  return { blockID: head.blockID, block_header: head.block_header }
}
const numberOf = ({ block_header }: Required<Head>) => BigInt(block_header.raw_data.number ?? 0)

async function blockAt(ask: Ask, number: bigint) {
  const found = await ask<Head>('/wallet/getblock', {
    id_or_num: number.toString(),
    detail: false,
  })
  if (!found.blockID || !found.block_header) return null
  const { parentHash, timestamp = 0 } = found.block_header.raw_data
  return {
    number: toQuantity(number),
    hash: hexed(found.blockID),
    parentHash: hexed(parentHash),
    timestamp: toQuantity(Math.floor(timestamp / 1_000)),
  }
}

/** The events of a transaction as the other chains write them. */
export const logsOf = (info: Info, blockHash: string): RawLog[] =>
  (info.log ?? []).map((log, place) => ({
    address: `0x${lower(log.address).slice(-40)}`,
    topics: (log.topics ?? []).map(hexed),
    data: hexed(log.data ?? ''),
    blockNumber: toQuantity(info.blockNumber ?? 0),
    blockHash,
    transactionHash: hexed(info.id ?? ''),
    logIndex: toQuantity(place),
  }))

const matches = (log: RawLog, topics: Filter['topics']) =>
  topics.every((wanted, n) => {
    const topic = log.topics[n]
    if (wanted === null) return true
    return topic !== undefined && (Array.isArray(wanted) ? wanted : [wanted]).includes(topic)
  })

async function inTurns<A, B>(all: readonly A[], each: (one: A) => Promise<B>): Promise<B[]> {
  const found: B[] = []
  for (let from = 0; from < all.length; from += AT_ONCE)
    found.push(...(await Promise.all(all.slice(from, from + AT_ONCE).map(each))))
  return found
}

async function logsIn(ask: Ask, number: bigint): Promise<RawLog[]> {
  const before = await blockAt(ask, number)
  if (!before) return []
  const infos = await ask<Info[]>('/wallet/gettransactioninfobyblocknum', { num: Number(number) })
  // A fork between both answers shows when the watcher compares the hashes of what it read.
  return (Array.isArray(infos) ? infos : [])
    .filter(({ receipt }) => receipt?.result === undefined || receipt.result === 'SUCCESS')
    .flatMap(info => logsOf(info, before.hash))
}

const blocksOf = ({ fromBlock, toBlock }: Filter) => {
  const [from, to] = [quantity(fromBlock), quantity(toBlock)]
  return Array.from({ length: Number(to - from) + 1 }, (_, n) => from + BigInt(n))
}

/** The outcome of a transaction, once its block is solid: before that nothing counts. */
async function receiptOf(ask: Ask, hash: string) {
  const path = '/walletsolidity/gettransactioninfobyid'
  const info = await ask<Info>(path, { value: hash.slice(2) })
  if (!info.id || info.blockNumber === undefined) return null
  const block = await blockAt(ask, BigInt(info.blockNumber))
  if (!block) return null
  const failed = info.receipt?.result !== undefined && info.receipt.result !== 'SUCCESS'
  return {
    blockHash: block.hash,
    blockNumber: block.number,
    status: failed ? '0x0' : '0x1',
    logs: failed ? [] : logsOf(info, block.hash),
  }
}

export type Tried = {
  energy_used?: number
  result?: { result?: boolean; code?: string }
  constant_result?: string[]
  transaction?: { ret?: { ret?: string }[] }
}

/**
 * What a call of a contract would answer, and the energy that it takes; throws `RpcRefused` where
 * the contract refuses.
 */
export async function tryCall(
  ask: Ask,
  { from, to, data }: { from: string; to: string; data: string },
): Promise<{ answer: string; energy: bigint }> {
  const tried = await ask<Tried>('/wallet/triggerconstantcontract', {
    owner_address: nodeHex(from),
    contract_address: nodeHex(to),
    data: data.replace(/^0x/, ''),
  })
  if (tried.result?.code || tried.transaction?.ret?.[0]?.ret === 'FAILED')
    throw new RpcRefused(tried.result?.code ?? REFUSED, '')
  return {
    answer: `0x${tried.constant_result?.[0] ?? ''}`,
    energy: BigInt(tried.energy_used ?? 0),
  }
}

/** Everything that balances are read for is one contract and one function. */
const OWNER_AT = 10
const BALANCE_AT = 'balanceOf'

/**
 * What an address holds at a block. The interface knows the present only, so transfers of later
 * blocks are taken back.
 */
async function balanceAt(
  ask: Ask,
  logs: (number: bigint) => Promise<RawLog[]>,
  { to, data }: { to: string; data: string },
  block: bigint,
): Promise<string> {
  const owner = `0x${data.slice(OWNER_AT)}`
  for (let look = 0; look < LOOKS; look += 1) {
    const before = await nowBlock(ask)
    const held = quantity((await tryCall(ask, { from: to, to, data })).answer)
    if ((await nowBlock(ask)).blockID !== before.blockID) continue
    let units = held
    for (let number = block + 1n; number <= numberOf(before); number += 1n)
      for (const log of await logs(number)) {
        if (log.address !== lower(to) || log.topics.length !== 3) continue
        if (log.topics[2] === owner) units -= quantity(log.data)
        if (log.topics[1] === owner) units += quantity(log.data)
      }
    return toQuantity(units)
  }
  throw new RpcAway(`${BALANCE_AT}: the chain moved on at every look`)
}

/** Answers of one question, so that two filters over a stretch read its blocks once. */
function remembered<K, V>(make: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const known = new Map<K, Promise<V>>()
  return key => {
    const found = known.get(key) ?? make(key)
    known.set(key, found)
    return found
  }
}

async function answers(ask: Ask, calls: readonly RpcCall[]): Promise<unknown[]> {
  const logs = remembered((number: bigint) => logsIn(ask, number))
  const one = async ({ method, params: [first, second] }: RpcCall): Promise<unknown> => {
    if (method === 'eth_blockNumber') return toQuantity(numberOf(await nowBlock(ask)))
    if (method === 'eth_getBlockByNumber') return blockAt(ask, quantity(first))
    if (method === 'eth_getTransactionReceipt') return receiptOf(ask, String(first))
    if (method === 'eth_call')
      return balanceAt(ask, logs, first as { to: string; data: string }, quantity(second))
    if (method !== 'eth_getLogs') throw new Error(`TRON has no ${method}`)
    const filter = first as Filter
    const found = await inTurns(blocksOf(filter), logs)
    return found.flat().filter(log => matches(log, filter.topics))
  }
  return inTurns(calls, one)
}

/** The port of the watcher over one or two nodes of TRON. */
export function openTron(urls: readonly string[], apiKey = ''): Rpc & { ask: Ask } {
  const ask = askOne(urls, apiKey)
  const batch = async <T>(calls: readonly RpcCall[]) => (await answers(ask, calls)) as T[]
  return {
    ask,
    batch,
    call: async <T>(method: string, params: readonly unknown[] = []) => {
      const [only] = await batch<T>([{ method, params }])
      return only as T
    },
  }
}
