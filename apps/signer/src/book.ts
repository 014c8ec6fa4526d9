// What the journal's lines add up to.
import type { Journal, Line, Send, TaskAsked, Version } from './journal.ts'

export type SendState = Send & { versions: Version[] }
export type TaskState = {
  task: TaskAsked
  at: number
  sends: SendState[]
  end: { state: 'done' | 'failed'; hash: string; reason: string } | null
}

const DAY_MS = 86_400_000

export class Book {
  readonly tasks = new Map<string, TaskState>()
  private readonly nonces = new Map<string, number>()
  private readonly journal: Journal
  private newest = 0

  constructor(journal: Journal) {
    this.journal = journal
    for (const line of journal.lines) this.apply(line)
  }

  /** Keeps a line on the disk, then counts it. */
  write(line: Line): void {
    this.journal.write(line)
    this.apply(line)
  }

  get isNew(): boolean {
    return this.tasks.size === 0
  }

  /** The nonce after the last one that was signed from an account; undefined before the first. */
  nextNonce(from: Send['from']): number | undefined {
    const last = this.nonces.get(String(from))
    return last === undefined ? undefined : last + 1
  }

  /** Everything that was signed from an account, the newest first. */
  versions(from: Send['from']): Version[] {
    return [...this.tasks.values()]
      .flatMap(({ sends }) => sends)
      .filter(send => send.from === from)
      .flatMap(({ versions }) => versions)
      .toSorted((a, b) => b.at - a.at)
  }

  /** The time of the newest version of all. */
  get newestAt(): number {
    return this.newest
  }

  /** Payouts that are signed and not settled. */
  underWay(): { count: bigint; units: bigint } {
    let [count, units] = [0n, 0n]
    for (const { task, sends } of this.open())
      if (task.kind === 'payout' && sends.length > 0) {
        count += 1n
        units += BigInt(task.units)
      }
    return { count, units }
  }

  /** Units of payouts that were taken on the UTC day of a moment and have not failed. */
  paidOn(now: number): bigint {
    const day = Math.floor(now / DAY_MS)
    let sum = 0n
    for (const { task, at, end } of this.tasks.values())
      if (task.kind === 'payout' && Math.floor(at / DAY_MS) === day && end?.state !== 'failed')
        sum += BigInt(task.units)
    return sum
  }

  open(): TaskState[] {
    return [...this.tasks.values()].filter(({ end }) => end === null)
  }

  private taskOf(id: string): TaskState {
    const found = this.tasks.get(id)
    if (!found) throw new Error(`the journal names the unknown task ${id}`)
    return found
  }

  private apply(line: Line): void {
    if ('version' in line) this.newest = Math.max(this.newest, line.version.at)
    if (line.type === 'task') {
      this.tasks.set(line.task.id, { task: line.task, at: line.at, sends: [], end: null })
      return
    }
    if (line.type === 'end') {
      const { state, hash, reason } = line
      this.taskOf(line.taskId).end = { state, hash, reason }
      return
    }
    if (line.type === 'send') {
      const { send, version } = line
      this.taskOf(send.taskId).sends.push({ ...send, versions: [version] })
      this.nonces.set(String(send.from), send.nonce)
      return
    }
    const send = this.taskOf(line.taskId).sends.find(({ step }) => step === line.step)
    send?.versions.push(line.version)
  }
}
