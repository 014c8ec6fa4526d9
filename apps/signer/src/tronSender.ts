// Moves tasks on over TRON. A transaction has no nonce there that makes a second one harmless, so
// another version is signed only when the one before is proved to be dead: expired, and in none of
// the solid blocks until then (docs/decisions/0180-tron-signs-again-after-a-proved-expiry.md).
import { balanceOfData, quantity, readTransfer, RpcRefused, transferData } from '@tianping/evm'
import {
  broadcast,
  findSolid,
  genesisOf,
  headTime,
  isDead,
  lastOperation,
  openNodes,
  pricesOf,
  solidBlock,
  sunOf,
  tryCall,
  type Found,
  type Nodes,
} from '@tianping/tron'
import type { Book, SendState, TaskState } from './book.ts'
import type { Send, Version } from './journal.ts'
import { FAILED, Mover, REFUSED, type PayoutAsked, type SweepAsked } from './mover.ts'
import type { SignerSettings } from './settings.ts'
import { signCall, type Call } from './tronTransaction.ts'

type Intent = Omit<Send, 'nonce' | 'gas'>

const DEAD = '链上交易两次过期，均未入块'
const NOTHING = '0x'
/** A transaction that expired is signed once more, and then left to a person. */
const MOST_VERSIONS = 2
/** Bytes of a transfer of the token, which cost bandwidth. */
const BYTES = 345n

export class TronSender extends Mover {
  private readonly nodes: Nodes

  constructor(book: Book, xprv: string, settings: SignerSettings) {
    super(book, xprv, settings)
    this.nodes = openNodes(settings.urls, settings.apiKey)
  }

  async prepare(): Promise<void> {
    const { chainId, adopt } = this.settings
    const chain = await genesisOf(this.nodes.any)
    if (chain !== chainId) throw new Error(`the node serves chain ${chain}, not ${chainId}`)
    if (adopt) return
    const last = await lastOperation(this.nodes.any, this.hot)
    if (last === 0 || last < (await this.newestKnown())) return
    throw new Error(
      'the hot wallet has sent what the journal does not know; restore the journal, or set SIGNER_ADOPT=1 after every payout under way was checked by hand',
    )
  }

  /** When the newest solid block was made that has a transaction of the hot wallet that we know. */
  private async newestKnown(): Promise<number> {
    for (const { hash } of this.book.versions('hot')) {
      const found = await findSolid(this.nodes.any, hash)
      if (found) return found.at
    }
    return 0
  }

  private callOf({ from, to, value, data }: Intent): Call {
    const owner = this.addressOf(from)
    return data === NOTHING
      ? { kind: 'coin', owner, to, sun: BigInt(value) }
      : { kind: 'contract', owner, contract: to, data, feeLimit: this.settings.feeLimitSun }
  }

  /** Two transactions that say the same are one to the chain, so no two have the same time. */
  private async versionOf(intent: Intent): Promise<Version> {
    const reference = await solidBlock(this.nodes.any)
    const now = await headTime(this.nodes.any)
    const madeAt = Math.max(now, this.book.newestAt + 1)
    const expiresAt = now + this.settings.expiryMs
    const frame = { reference, madeAt, expiresAt }
    return {
      ...signCall(this.callOf(intent), frame, this.keyOf(intent.from)),
      maxFee: this.settings.feeLimitSun.toString(),
      priority: '0',
      at: madeAt,
      expiry: { at: expiresAt, block: reference.block.toString(), hash: reference.hash },
    }
  }

  private async begin(intent: Intent): Promise<void> {
    const version = await this.versionOf(intent)
    this.book.write({ type: 'send', send: { ...intent, nonce: 0, gas: '0' }, version })
    await broadcast(this.nodes.any, version.raw)
  }

  /**
   * Whichever version a solid block has. Without one, the same bytes are sent again; once they are
   * dead another version is signed, or the task has failed without a payment.
   */
  private async minedOf(send: SendState): Promise<Found | null> {
    for (const { hash } of send.versions) {
      const found = await findSolid(this.nodes.any, hash)
      if (found) return found
    }
    const last = send.versions.at(-1)
    if (!last) return null
    if (!(await this.isDead(last))) {
      await broadcast(this.nodes.any, last.raw)
      return null
    }
    if (send.versions.length >= MOST_VERSIONS) {
      this.end(send.taskId, 'failed', '', DEAD)
      return null
    }
    const version = await this.versionOf(send)
    this.book.write({ type: 'bump', taskId: send.taskId, step: send.step, version })
    await broadcast(this.nodes.any, version.raw)
    return null
  }

  /** Whether every node, asked alone, proves a version to be dead. */
  private async isDead({ hash, expiry }: Version): Promise<boolean> {
    if (!expiry) return false
    const end = { ...expiry, block: BigInt(expiry.block) }
    for (const ask of this.nodes.each) if (!(await isDead(ask, hash, end))) return false
    return true
  }

  private async unitsOf(owner: string): Promise<bigint> {
    const call = { from: owner, to: this.settings.token, data: balanceOfData(owner) }
    return quantity((await tryCall(this.nodes.any, call)).answer)
  }

  /** What a call burns of the coin at most; null when the contract would refuse it. */
  private async costOf({ from, to, data }: Intent): Promise<bigint | null> {
    const { energySun, byteSun } = await pricesOf(this.nodes.any)
    try {
      const call = { from: this.addressOf(from), to, data }
      const { energy } = await tryCall(this.nodes.any, call)
      const cost = energy * energySun
      if (cost > this.settings.feeLimitSun) throw new Error('the fee is above its limit')
      return cost + BYTES * byteSun
    } catch (error) {
      if (error instanceof RpcRefused) return null
      throw error
    }
  }

  protected async pay(task: PayoutAsked, { sends: [send] }: TaskState): Promise<void> {
    const units = BigInt(task.units)
    if (!send) return this.beginPayout(task, units)
    const mined = await this.minedOf(send)
    if (!mined) return
    const moved = mined.logs
      .map(readTransfer)
      .some(
        each =>
          each?.token === this.settings.token &&
          each.from === this.hot &&
          each.to === task.to &&
          each.units === units,
      )
    if (mined.done && moved) this.end(task.id, 'done', mined.hash, '')
    else this.end(task.id, 'failed', mined.hash, FAILED)
  }

  /** Too little of token or coin is no failure: the payout waits until the hot wallet is filled. */
  private async beginPayout({ id, to }: PayoutAsked, units: bigint): Promise<void> {
    const others = this.book.underWay()
    if ((await this.unitsOf(this.hot)) < units + others.units) return
    const { token } = this.settings
    const data = transferData(to, units)
    const intent: Intent = { taskId: id, step: 'pay', from: 'hot', to: token, value: '0', data }
    const cost = await this.costOf(intent)
    if (cost === null) return this.end(id, 'failed', '', REFUSED)
    if ((await sunOf(this.nodes.any, this.hot)) < cost * (1n + others.count)) return
    return this.begin(intent)
  }

  protected async sweep(task: SweepAsked, { sends }: TaskState): Promise<void> {
    const out = sends.find(({ step }) => step === 'sweep')
    const fund = sends.find(({ step }) => step === 'fund')
    const send = out ?? fund
    if (!send) return this.empty(task, false)
    const mined = await this.minedOf(send)
    if (!mined) return
    if (!mined.done) return this.end(task.id, 'failed', mined.hash, FAILED)
    return out ? this.end(task.id, 'done', mined.hash, '') : this.empty(task, true)
  }

  /** Empties an address into the hot wallet; one that cannot pay for it gets the coin first. */
  private async empty({ id: taskId, place }: SweepAsked, funded: boolean): Promise<void> {
    const address = this.addressOf(place)
    const units = await this.unitsOf(address)
    if (units === 0n) return this.end(taskId, 'done', '', '')
    const data = transferData(this.hot, units)
    const { token } = this.settings
    const intent: Intent = { taskId, step: 'sweep', from: place, to: token, value: '0', data }
    const cost = await this.costOf(intent)
    if (cost === null) return this.end(taskId, 'failed', '', REFUSED)
    const held = await sunOf(this.nodes.any, address)
    if (held >= cost) return this.begin(intent)
    if (funded) return this.end(taskId, 'failed', '', FAILED)
    const lacking = cost - held
    if ((await sunOf(this.nodes.any, this.hot)) < lacking) return
    const value = lacking.toString()
    return this.begin({ taskId, step: 'fund', from: 'hot', to: address, value, data: NOTHING })
  }
}
