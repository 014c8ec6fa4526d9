// A chain of one node that mines when it is told to, can go back, and can be killed. The payers'
// wallet is here as well: like any wallet it sends again what no block has.
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  balanceOfData,
  childAddress,
  HOT,
  openRpc,
  privateChild,
  quantity,
  RpcRefused,
  signTransaction,
  toQuantity,
  TRANSFER,
  transferData,
  type RawLog,
} from '@tianping/evm'
import { accountOf } from '../../../../signer/src/keyFile.ts'
import { anvilProgram, startAnvil } from '../../../../../tooling/chain/anvil.ts'
import { deployToken, issueData, sendFromNode } from '../../../../../tooling/chain/token.ts'
import { freePort } from '../../../../../tooling/postgres.ts'
import { pause } from '../../../../../tooling/runs/soak.ts'
import { present } from '../../../src/kernel/present.ts'
import { newFolder } from '../../../../../tooling/test/ends/folder.ts'

const CHAIN_ID = 31_337
/** Confirmations of the soak, of payments and of payouts. */
export const DEPTH = 3
const RICH = '0xffffffffffffffffff'
const PLENTY = 10n ** 15n
const BLOCK_MS = 600
/** A busy machine takes its time over the state of a chain. */
const TIMEOUT_MS = 60_000
const GAS = 120_000n
const FEE = 500_000_000_000n

/** What the soak asks of a chain of any kind. */
export type ChainNode = {
  /** How the server and the signer are told of it. */
  env: Record<string, string>
  protocol: 'ERC20' | 'TRC20'
  url: string
  token: string
  other: string
  head(): Promise<bigint>
  /** Every transfer of a token that is in a block. */
  transfers(): Promise<RawLog[]>
  unitsOf(owner: string): Promise<bigint>
  mine(blocks: number): Promise<unknown>
  fill(address: string, units: bigint): Promise<unknown>
  pay(to: string, units: bigint, of?: string): Promise<void>
  /** Has payers send again what no block has. */
  again(): Promise<void>
  /**
   * Another branch from so many blocks ago; `lost` says of a payment that its payer has sent the
   * money elsewhere.
   */
  reorganise(depth: number, lost: () => boolean): Promise<number>
  /** Kills the node and starts it again from what it had so many blocks before. */
  kill(blocksLost: number): Promise<void>
  stop(): Promise<void>
}

type Payment = { to: string; token: string; units: bigint; raw: string; hash: string }

export async function openChainNode(): Promise<ChainNode> {
  const program = present(anvilProgram(), 'anvil for this platform')
  const file = join(newFolder('chain'), 'state.json')
  const port = await freePort()
  const options = { port, chainId: CHAIN_ID, idle: true }
  let anvil = await startAnvil(program, options)
  const rpc = openRpc([anvil.url], TIMEOUT_MS)
  const { xprv } = accountOf(randomBytes(32))
  const [payer, key] = [childAddress(xprv, HOT), privateChild(xprv, HOT)]
  const payments: Payment[] = []
  /** The node knows no state before this block, and goes back no further. */
  let since = 0n

  const mine = (blocks = 1) => rpc.call('anvil_mine', [toQuantity(blocks)])
  const head = async () => quantity(await rpc.call('eth_blockNumber'))
  const minedCall = async (call: object) => {
    const hash = await sendFromNode(rpc, call)
    await mine()
    if (!(await rpc.call('eth_getTransactionReceipt', [hash]))) throw new Error('not mined')
  }
  const [token, other] = [await deployToken(rpc), await deployToken(rpc)]
  await rpc.call('anvil_setBalance', [payer, RICH])
  for (const each of [token, other]) await minedCall({ to: each, data: issueData(payer, PLENTY) })

  const signed = (nonce: number, to: string, data: string) =>
    signTransaction(
      {
        chainId: BigInt(CHAIN_ID),
        nonce: BigInt(nonce),
        maxPriorityFee: FEE,
        maxFee: FEE,
        gas: GAS,
        to,
        value: 0n,
        data,
      },
      key,
    )
  /** The same bytes are the same transaction, so a refusal says that they are known. */
  const broadcast = async (raw: string) => {
    try {
      await rpc.call('eth_sendRawTransaction', [raw])
    } catch (error) {
      if (!(error instanceof RpcRefused)) throw error
    }
  }

  /** One thing at a time: blocks, branches and the end of the process. */
  let turn: Promise<unknown> = Promise.resolve()
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.then(work, work)
    turn = next.catch(() => {})
    return next
  }
  /** What the wallet has signed and no block has, in the order of its numbers. */
  const again = async () => {
    const receipts = await rpc.batch<unknown>(
      payments.map(({ hash }) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    )
    for (const [n, { raw }] of payments.entries()) if (!receipts[n]) await broadcast(raw)
  }

  /** The raw transactions of the newest blocks, oldest first. */
  async function newest(depth: number): Promise<{ hash: string; raw: string }[]> {
    const top = await head()
    const found: { hash: string; raw: string }[] = []
    for (let block = top - BigInt(depth) + 1n; block <= top; block += 1n) {
      const { transactions } = await rpc.call<{ transactions: string[] }>('eth_getBlockByNumber', [
        toQuantity(block),
        false,
      ])
      for (const hash of transactions)
        found.push({ hash, raw: await rpc.call<string>('eth_getRawTransactionByHash', [hash]) })
    }
    return found
  }

  let stopped = false
  const mining = (async () => {
    while (!stopped) {
      await alone(() => mine())
      await pause(BLOCK_MS)
    }
  })()
  return {
    env: { CHAIN_ID: String(CHAIN_ID), CHAIN_TOKEN: token },
    protocol: 'ERC20',
    url: anvil.url,
    token,
    other,
    head,
    transfers: () =>
      rpc.call<RawLog[]>('eth_getLogs', [
        { fromBlock: '0x0', toBlock: 'latest', address: token, topics: [TRANSFER] },
      ]),
    unitsOf: async owner => {
      const call = { to: token, data: balanceOfData(owner) }
      return quantity(await rpc.call('eth_call', [call, 'latest']))
    },
    mine: (blocks: number) => alone(() => mine(blocks)),
    fill: (address: string, units: bigint) =>
      alone(async () => {
        await rpc.call('anvil_setBalance', [address, RICH])
        await minedCall({ to: token, data: issueData(address, units) })
      }),
    pay: (to: string, units: bigint, of = token) =>
      alone(async () => {
        const made = signed(payments.length, of, transferData(to, units))
        payments.push({ to, token: of, units, ...made })
        await broadcast(made.raw)
      }),
    again: () => alone(again),
    // Its transactions come again some blocks later.
    reorganise: (depth: number, lost: () => boolean) =>
      alone(async () => {
        if ((await head()) - since < BigInt(depth)) await mine(depth)
        const gone = await newest(depth)
        await rpc.call('anvil_rollback', [depth])
        await mine()
        for (const { hash, raw } of gone) {
          const nonce = payments.findIndex(each => each.hash === hash)
          const payment = payments[nonce]
          if (!payment || !lost()) {
            await broadcast(raw)
            continue
          }
          const back = signed(nonce, payment.token, transferData(payer, 0n))
          payments[nonce] = { ...payment, units: 0n, ...back }
          await broadcast(back.raw)
        }
        await again()
        await mine(depth)
        return gone.length
      }),
    kill: (blocksLost: number) =>
      alone(async () => {
        since = await head()
        const state = await rpc.call<string>('anvil_dumpState')
        writeFileSync(file, gunzipSync(Buffer.from(state.slice(2), 'hex')))
        for (let n = 0; n < blocksLost; n++) {
          await mine()
          await pause(BLOCK_MS / 4)
        }
        const ended = new Promise(done => anvil.child.once('exit', done))
        anvil.child.kill('SIGKILL')
        await ended
        anvil = await startAnvil(program, { ...options, from: file })
        await again()
        await mine(blocksLost + 1)
      }),
    stop: async () => {
      stopped = true
      await mining
      await anvil.stop()
    },
  }
}
