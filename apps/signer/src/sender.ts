// Moves tasks on: signs, sends, replaces what is not mined, and judges by what the chain says.
import {
  balanceOfData,
  childAddress,
  HOT,
  MEMBERS,
  privateChild,
  quantity,
  readTransfer,
  RpcRefused,
  signTransaction,
  transferData,
  type RawLog,
  type Rpc,
} from '@tianping/evm'
import type { Book, SendState, TaskState } from './book.ts'
import type { Send, Version } from './journal.ts'
import type { SignerSettings } from './settings.ts'

type Receipt = { status: string; blockNumber: string; logs: RawLog[] } | null
type Fees = { maxFee: bigint; priority: bigint }
type Intent = Omit<Send, 'nonce' | 'gas'>

/** Gas beyond the estimate, in hundredths. */
const SPARE = 130n
const PLAIN_GAS = 21_000n
const SWEEP_GAS = 120_000n
const PRIORITY = 1_000_000_000n
/** A replacement must offer an eighth more. */
const raised = (fee: bigint) => (fee * 9n) / 8n + 1n

const placeOf = (from: Send['from']) =>
  from === 'hot' ? HOT : { branch: MEMBERS, index: from }

export type Sender = { hot: string; advance(): Promise<void>; prepare(): Promise<void> }

export function openSender(
  book: Book,
  rpc: Rpc,
  xprv: string,
  settings: SignerSettings,
): Sender {
  const { chainId, token, confirmations, bumpMs } = settings
  const addressOf = (from: Send['from']) => childAddress(xprv, placeOf(from))
  const hot = addressOf('hot')

  const unitsOf = async (owner: string) =>
    quantity(
      await rpc.call<string>('eth_call', [{ to: token, data: balanceOfData(owner) }, 'latest']),
    )
  const nonceAt = async (address: string) =>
    Number(quantity(await rpc.call('eth_getTransactionCount', [address, 'latest'])))

  async function fees(): Promise<Fees> {
    const { baseFeePerGas } = await rpc.call<{ baseFeePerGas: string }>('eth_getBlockByNumber', [
      'latest',
      false,
    ])
    const wanted = 2n * quantity(baseFeePerGas) + PRIORITY
    const maxFee = wanted < settings.maxFee ? wanted : settings.maxFee
    return { maxFee, priority: PRIORITY < maxFee ? PRIORITY : maxFee }
  }

  function versionOf(send: Send, { maxFee, priority }: Fees): Version {
    const signed = signTransaction(
      {
        chainId,
        nonce: BigInt(send.nonce),
        maxFee,
        maxPriorityFee: priority,
        gas: BigInt(send.gas),
        to: send.to,
        value: BigInt(send.value),
        data: send.data,
      },
      privateChild(xprv, placeOf(send.from)),
    )
    return {
      ...signed,
      maxFee: maxFee.toString(),
      priority: priority.toString(),
      at: Date.now(),
    }
  }

  /** Sent again as often as wanted: the same bytes are the same transaction. */
  async function broadcast({ raw }: Version): Promise<void> {
    try {
      await rpc.call('eth_sendRawTransaction', [raw])
    } catch (error) {
      // Known already, or its nonce is taken by a version of it: the receipt tells.
      if (!(error instanceof RpcRefused)) throw error
    }
  }

  /** Signs under the next nonce, keeps it, then sends it. */
  async function begin(intent: Intent, gas: bigint): Promise<void> {
    const nonce = book.nextNonce(intent.from) ?? (await nonceAt(addressOf(intent.from)))
    const send: Send = { ...intent, nonce, gas: gas.toString() }
    const version = versionOf(send, await fees())
    book.write({ type: 'send', send, version })
    await broadcast(version)
  }

  const end = (taskId: string, state: 'done' | 'failed', hash: string, reason: string) =>
    book.write({ type: 'end', taskId, state, hash, reason })

  /** The receipt of whichever version was mined, once it is deep enough. */
  async function minedOf(
    send: SendState,
    depth: number,
  ): Promise<{ hash: string; receipt: NonNullable<Receipt> } | null> {
    const [head, ...receipts] = await rpc.batch<unknown>([
      { method: 'eth_blockNumber', params: [] },
      ...send.versions.map(({ hash }) => ({
        method: 'eth_getTransactionReceipt',
        params: [hash],
      })),
    ])
    for (const [n, each] of receipts.entries()) {
      const receipt = each as Receipt
      const version = send.versions[n]
      if (!receipt || !version) continue
      const deep = quantity(head) - quantity(receipt.blockNumber) + 1n >= BigInt(depth)
      return deep ? { hash: version.hash, receipt } : null
    }
    await again(send)
    return null
  }

  /** No block has it: sent once more, and after a while with a higher fee. */
  async function again(send: SendState): Promise<void> {
    const last = send.versions.at(-1)
    if (!last) return
    await broadcast(last)
    if (Date.now() - last.at < bumpMs) return
    const maxFee = raised(BigInt(last.maxFee))
    if (maxFee > settings.maxFee) return
    const version = versionOf(send, { maxFee, priority: raised(BigInt(last.priority)) })
    book.write({ type: 'bump', taskId: send.taskId, step: send.step, version })
    await broadcast(version)
  }

  /** Gas for a call; null when it would fail, so that nothing needs to be sent to know. */
  async function gasFor(intent: Intent): Promise<bigint | null> {
    const { from, to, data } = intent
    try {
      const call = { from: addressOf(from), to, data }
      return (quantity(await rpc.call('eth_estimateGas', [call])) * SPARE) / 100n
    } catch (error) {
      if (error instanceof RpcRefused) return null
      throw error
    }
  }

  async function pay({ task, sends }: TaskState): Promise<void> {
    if (task.kind !== 'payout') return
    const [send] = sends
    const units = BigInt(task.units)
    if (!send) {
      // Too little is no failure of the payout: it waits until the hot wallet is filled.
      if ((await unitsOf(hot)) < units) return
      const data = transferData(task.to, units)
      const intent = { taskId: task.id, step: 'pay', from: 'hot', to: token, value: '0', data } as const
      const gas = await gasFor(intent)
      if (gas === null) return end(task.id, 'failed', '', '代币合约拒绝转账')
      return begin(intent, gas)
    }
    const mined = await minedOf(send, confirmations)
    if (!mined) return
    const moved = mined.receipt.logs
      .map(readTransfer)
      .some(each => each?.token === token && each.from === hot && each.units === units)
    if (mined.receipt.status === '0x1' && moved) end(task.id, 'done', mined.hash, '')
    else end(task.id, 'failed', mined.hash, '链上交易失败')
  }

  async function sweep({ task, sends }: TaskState): Promise<void> {
    if (task.kind !== 'sweep') return
    const out = sends.find(({ step }) => step === 'sweep')
    if (out) {
      const mined = await minedOf(out, confirmations)
      if (mined) end(task.id, mined.receipt.status === '0x1' ? 'done' : 'failed', mined.hash, '')
      return
    }
    const fund = sends.find(({ step }) => step === 'fund')
    if (fund && !(await minedOf(fund, 1))) return
    const address = addressOf(task.place)
    const units = await unitsOf(address)
    if (units === 0n) return end(task.id, 'done', '', '')
    const { maxFee } = await fees()
    const held = quantity(await rpc.call('eth_getBalance', [address, 'latest']))
    const needed = SWEEP_GAS * raised(maxFee)
    if (held < needed && !fund) {
      const value = (needed - held).toString()
      const intent = { taskId: task.id, step: 'fund', from: 'hot', to: address, value, data: '0x' } as const
      return begin(intent, PLAIN_GAS)
    }
    const data = transferData(hot, units)
    const intent = { taskId: task.id, step: 'sweep', from: task.place, to: token, value: '0', data } as const
    if ((await gasFor(intent)) === null) return end(task.id, 'failed', '', '代币合约拒绝转账')
    return begin(intent, SWEEP_GAS)
  }

  return {
    hot,
    advance: async () => {
      for (const state of book.open()) await (state.task.kind === 'payout' ? pay(state) : sweep(state))
    },
    // A hot wallet that has sent before, and a journal that knows nothing of it: what was paid is
    // not known any more, and would be paid again.
    prepare: async () => {
      const chain = quantity(await rpc.call('eth_chainId'))
      if (chain !== chainId) throw new Error(`the node serves chain ${chain}, not ${chainId}`)
      const sent = await nonceAt(hot)
      const known = book.nextNonce('hot') ?? 0
      if (sent > known && !settings.adopt)
        throw new Error(
          `the hot wallet has sent ${sent} transactions and the journal knows ${known}; restore the journal, or set SIGNER_ADOPT=1 after every payout under way was checked by hand`,
        )
    },
  }
}

