// Moves tasks on: signs, sends, replaces what is not mined, and judges by what the chain says.
import {
  balanceOfData,
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
import { FAILED, Mover, REFUSED, type PayoutAsked, type SweepAsked } from './mover.ts'
import type { SignerSettings } from './settings.ts'

type Receipt = { status: string; blockNumber: string; logs: RawLog[] } | null
type Fees = { maxFee: bigint; priority: bigint }
type Intent = Omit<Send, 'nonce' | 'gas'>
type Mined = { hash: string; receipt: NonNullable<Receipt> }

/** Gas beyond the estimate, in hundredths. */
const SPARE = 130n
const PLAIN_GAS = 21_000n
const SWEEP_GAS = 120_000n
const PRIORITY = 1_000_000_000n
/** A replacement must offer an eighth more. */
const raised = (fee: bigint) => (fee * 9n) / 8n + 1n

export class Sender extends Mover {
  private readonly rpc: Rpc

  constructor(book: Book, rpc: Rpc, xprv: string, settings: SignerSettings) {
    super(book, xprv, settings)
    this.rpc = rpc
  }

  async prepare(): Promise<void> {
    const { chainId, adopt } = this.settings
    const chain = quantity(await this.rpc.call('eth_chainId'))
    if (chain !== chainId) throw new Error(`the node serves chain ${chain}, not ${chainId}`)
    const sent = await this.nonceAt(this.hot)
    const known = this.book.nextNonce('hot') ?? 0
    if (sent > known && !adopt)
      throw new Error(
        `the hot wallet has sent ${sent} transactions and the journal knows ${known}; restore the journal, or set SIGNER_ADOPT=1 after every payout under way was checked by hand`,
      )
  }

  private async unitsOf(owner: string): Promise<bigint> {
    const call = { to: this.settings.token, data: balanceOfData(owner) }
    return quantity(await this.rpc.call<string>('eth_call', [call, 'latest']))
  }

  private async nonceAt(address: string): Promise<number> {
    return Number(quantity(await this.rpc.call('eth_getTransactionCount', [address, 'latest'])))
  }

  private async fees(): Promise<Fees> {
    const { baseFeePerGas } = await this.rpc.call<{ baseFeePerGas: string }>(
      'eth_getBlockByNumber',
      ['latest', false],
    )
    const wanted = 2n * quantity(baseFeePerGas) + PRIORITY
    const maxFee = wanted < this.settings.maxFee ? wanted : this.settings.maxFee
    return { maxFee, priority: PRIORITY < maxFee ? PRIORITY : maxFee }
  }

  private versionOf(send: Send, { maxFee, priority }: Fees): Version {
    const signed = signTransaction(
      {
        chainId: this.settings.chainId,
        nonce: BigInt(send.nonce),
        maxFee,
        maxPriorityFee: priority,
        gas: BigInt(send.gas),
        to: send.to,
        value: BigInt(send.value),
        data: send.data,
      },
      this.keyOf(send.from),
    )
    return {
      ...signed,
      maxFee: maxFee.toString(),
      priority: priority.toString(),
      at: Date.now(),
    }
  }

  /** Sent again as often as wanted: the same bytes are the same transaction. */
  private async broadcast({ raw }: Version): Promise<void> {
    try {
      await this.rpc.call('eth_sendRawTransaction', [raw])
    } catch (error) {
      // Known already, or its nonce is taken by a version of it: the receipt tells.
      if (!(error instanceof RpcRefused)) throw error
    }
  }

  /** Signs under the next nonce, keeps it, then sends it. */
  private async begin(intent: Intent, gas: bigint): Promise<void> {
    const { from } = intent
    const nonce = this.book.nextNonce(from) ?? (await this.nonceAt(this.addressOf(from)))
    const send: Send = { ...intent, nonce, gas: gas.toString() }
    const version = this.versionOf(send, await this.fees())
    this.book.write({ type: 'send', send, version })
    await this.broadcast(version)
  }

  /** The receipt of whichever version was mined, once it is deep enough. */
  private async minedOf(send: SendState, depth: number): Promise<Mined | null> {
    const [head, ...receipts] = await this.rpc.batch<unknown>([
      { method: 'eth_blockNumber', params: [] },
      ...send.versions.map(({ hash }) => ({
        method: 'eth_getTransactionReceipt',
        params: [hash],
      })),
    ])
    for (const [n, version] of send.versions.entries()) {
      const receipt = receipts[n] as Receipt
      if (!receipt) continue
      const confirmations = quantity(head) - quantity(receipt.blockNumber) + 1n
      return confirmations >= BigInt(depth) ? { hash: version.hash, receipt } : null
    }
    await this.again(send)
    return null
  }

  /** No block has it: sent once more, and after a while with a higher fee. */
  private async again(send: SendState): Promise<void> {
    const last = send.versions.at(-1)
    if (!last) return
    await this.broadcast(last)
    if (Date.now() - last.at < this.settings.bumpMs) return
    const maxFee = raised(BigInt(last.maxFee))
    if (maxFee > this.settings.maxFee || !(await this.canPay(send, maxFee))) return
    const version = this.versionOf(send, { maxFee, priority: raised(BigInt(last.priority)) })
    this.book.write({ type: 'bump', taskId: send.taskId, step: send.step, version })
    await this.broadcast(version)
  }

  /** A version that cannot be paid is refused, and would keep a good one from being sent. */
  private async canPay({ from, gas, value }: Send, maxFee: bigint): Promise<boolean> {
    const held = await this.rpc.call<string>('eth_getBalance', [this.addressOf(from), 'latest'])
    return BigInt(gas) * maxFee + BigInt(value) <= quantity(held)
  }

  /** Gas for a call; null when it would fail, so that nothing needs to be sent to know. */
  private async gasFor({ from, to, data }: Intent): Promise<bigint | null> {
    try {
      const call = { from: this.addressOf(from), to, data }
      return (quantity(await this.rpc.call('eth_estimateGas', [call])) * SPARE) / 100n
    } catch (error) {
      if (error instanceof RpcRefused) return null
      throw error
    }
  }

  protected async pay(task: PayoutAsked, { sends: [send] }: TaskState): Promise<void> {
    const { hot } = this
    const { token, confirmations } = this.settings
    const units = BigInt(task.units)
    if (!send) {
      // Too little is no failure of the payout: it waits until the hot wallet is filled.
      if ((await this.unitsOf(hot)) < units) return
      const data = transferData(task.to, units)
      const intent: Intent = {
        taskId: task.id,
        step: 'pay',
        from: 'hot',
        to: token,
        value: '0',
        data,
      }
      const gas = await this.gasFor(intent)
      if (gas === null) return this.end(task.id, 'failed', '', REFUSED)
      return this.begin(intent, gas)
    }
    const mined = await this.minedOf(send, confirmations)
    if (!mined) return
    const moved = mined.receipt.logs
      .map(readTransfer)
      .some(each => each?.token === token && each.from === hot && each.units === units)
    if (mined.receipt.status === '0x1' && moved) this.end(task.id, 'done', mined.hash, '')
    else this.end(task.id, 'failed', mined.hash, FAILED)
  }

  protected async sweep(task: SweepAsked, { sends }: TaskState): Promise<void> {
    const out = sends.find(({ step }) => step === 'sweep')
    const fund = sends.find(({ step }) => step === 'fund')
    // A reorganisation may drop the gas at any time: without it nothing after it is mined.
    if (fund && !(await this.minedOf(fund, 1))) return
    if (!out) return this.empty(task.id, task.place, fund)
    const mined = await this.minedOf(out, this.settings.confirmations)
    if (mined) this.end(task.id, mined.receipt.status === '0x1' ? 'done' : 'failed', mined.hash, '')
  }

  /** Ends a task that sweeps nothing, once no reorganisation can drop the gas it was given. */
  private async giveUp(
    taskId: string,
    fund: SendState | undefined,
    end: { state: 'done' | 'failed'; reason: string },
  ): Promise<void> {
    if (fund && !(await this.minedOf(fund, this.settings.confirmations))) return
    this.end(taskId, end.state, '', end.reason)
  }

  /** Empties an address into the hot wallet; one that cannot pay for the gas gets that first. */
  private async empty(taskId: string, place: number, fund: SendState | undefined): Promise<void> {
    const address = this.addressOf(place)
    const units = await this.unitsOf(address)
    if (units === 0n) return this.giveUp(taskId, fund, { state: 'done', reason: '' })
    const { maxFee } = await this.fees()
    const held = quantity(await this.rpc.call('eth_getBalance', [address, 'latest']))
    const needed = SWEEP_GAS * raised(maxFee)
    if (held < needed && !fund) {
      const value = (needed - held).toString()
      const intent: Intent = { taskId, step: 'fund', from: 'hot', to: address, value, data: '0x' }
      return this.begin(intent, PLAIN_GAS)
    }
    const { token } = this.settings
    const data = transferData(this.hot, units)
    const intent: Intent = { taskId, step: 'sweep', from: place, to: token, value: '0', data }
    if ((await this.gasFor(intent)) === null)
      return this.giveUp(taskId, fund, { state: 'failed', reason: REFUSED })
    return this.begin(intent, SWEEP_GAS)
  }
}
