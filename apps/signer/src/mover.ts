// What the senders of every kind of chain share: the keys, the journal, one turn over all tasks.
import { childAddress, HOT, MEMBERS, privateChild } from '@tianping/evm'
import type { Book, TaskState } from './book.ts'
import type { Send, TaskAsked } from './journal.ts'
import type { SignerSettings } from './settings.ts'

export type Say = (text: string) => void
export type PayoutAsked = Extract<TaskAsked, { kind: 'payout' }>
export type SweepAsked = Extract<TaskAsked, { kind: 'sweep' }>

export const REFUSED = '代币合约拒绝转账'
export const FAILED = '链上交易失败'
export const UNLISTED = '收款地址不在签名服务的允许名单中'

const placeOf = (from: Send['from']) => (from === 'hot' ? HOT : { branch: MEMBERS, index: from })

export abstract class Mover {
  readonly hot: string
  protected readonly book: Book
  protected readonly settings: SignerSettings
  private readonly xprv: string

  constructor(book: Book, xprv: string, settings: SignerSettings) {
    this.book = book
    this.xprv = xprv
    this.settings = settings
    this.hot = this.addressOf('hot')
  }

  /** Refuses a wallet that has sent what the journal does not know: it would be paid again. */
  abstract prepare(): Promise<void>
  protected abstract pay(task: PayoutAsked, state: TaskState): Promise<void>
  protected abstract sweep(task: SweepAsked, state: TaskState): Promise<void>

  /** One turn over all tasks; one that fails is tried again, and holds up no other. */
  async advance(say: Say): Promise<void> {
    for (const state of this.book.open()) {
      const { task } = state
      try {
        if (task.kind === 'sweep') await this.sweep(task, state)
        else if (state.sends.length > 0 || this.settings.payees.allows(task.to))
          await this.pay(task, state)
        // Taken off the list while it waited; nothing was signed.
        else this.end(task.id, 'failed', '', UNLISTED)
      } catch (error) {
        say(`${task.id}: ${(error as Error).message}`)
      }
    }
  }

  protected addressOf(from: Send['from']): string {
    return childAddress(this.xprv, placeOf(from))
  }

  protected keyOf(from: Send['from']): Uint8Array {
    return privateChild(this.xprv, placeOf(from))
  }

  protected end(taskId: string, state: 'done' | 'failed', hash: string, reason: string): void {
    this.book.write({ type: 'end', taskId, state, hash, reason })
  }
}
