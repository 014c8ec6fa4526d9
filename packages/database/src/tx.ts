import type pg from 'pg'
import { ask, type Result } from './ask.ts'
import { requireReplicated, Session } from './session.ts'
import type { Sql } from './sql.ts'
import { Unavailable, within } from './unavailable.ts'
import type { Watch } from './watch.ts'

export type TransactionOptions = {
  isolation?: 'repeatable read'
  readOnly?: boolean
  /** How long one statement may take, where that is longer than usual. */
  longestMs?: number
}

const COMMIT = 'commit'

const beginOf = ({ isolation, readOnly }: TransactionOptions): string =>
  ['begin', isolation && `isolation level ${isolation}`, readOnly && 'read only']
    .filter(Boolean)
    .join(' ')

/**
 * A transaction under way. It begins together with its first statement, and may commit together
 * with its last one, so that neither waits for an answer of its own.
 */
export class Tx {
  readonly isTransaction = true
  readonly #client: pg.ClientBase
  readonly #longestMs: number
  readonly #watch: Watch | null
  readonly #options: TransactionOptions
  readonly #changed = new Set<string>()
  /** Resolves when the transaction has begun; undefined before the first statement. */
  #begun: Promise<unknown> | undefined
  #ended = false
  #committed = false
  /** How many calls of `include` are running; while one is, the last statement must not commit. */
  #inside = 0
  /** The connection cannot be used again. */
  lost = false

  constructor(
    client: pg.ClientBase,
    longestMs: number,
    watch: Watch | null,
    options: TransactionOptions,
  ) {
    this.#client = client
    this.#longestMs = longestMs
    this.#watch = watch
    this.#options = options
  }

  get committed(): boolean {
    return this.#committed
  }

  query<Row>(statement: Sql<Row>): Promise<Result<Row>> {
    return this.#send(statement)
  }

  /**
   * Runs the last statement and commits with it, so the code after it must not be able to fail.
   * Inside `include` the transaction of the caller continues, and nothing commits here.
   */
  async queryLast<Row>(statement: Sql<Row>): Promise<Result<Row>> {
    if (this.#inside > 0) return this.#send(statement)
    if (!isOne(statement) || !knows(this.#client, COMMIT)) {
      const answer = await this.#send(statement)
      await this.commit()
      return answer
    }
    const answer = await this.#send(statement, COMMIT)
    requireReplicated(this.#client)
    this.#committed = true
    return answer
  }

  async #send<Row>(statement: Sql<Row>, after?: string): Promise<Result<Row>> {
    this.#requireOpen()
    const along = this.#along(statement)
    try {
      if (!along) await this.#beginning()
      // What waited for the beginning may find the end.
      this.#requireOpen()
      this.#ended = after !== undefined
      const around = { before: along && beginOf(this.#options), begun: along?.resolve, after }
      const asked = ask(this.#client, statement, this.#watch, around)
      return await within(asked, this.#longestMs)
    } catch (error) {
      along?.reject(error)
      this.lost ||= error instanceof Unavailable
      throw error
    }
  }

  /** The pool may have given the connection to another transaction. */
  #requireOpen(): void {
    if (this.#ended) throw new Error('A statement came after the end of its transaction.')
  }

  /** A beginning that goes along with the first statement, where it may. */
  #along(statement: Sql): PromiseWithResolvers<void> | undefined {
    if (this.#begun || this.#options.longestMs || !isOne(statement)) return undefined
    if (!knows(this.#client, beginOf(this.#options))) return undefined
    const along = Promise.withResolvers<void>()
    void this.#beginBy(along.promise)
    return along
  }

  /** What a statement waits for that does not begin the transaction itself. */
  #beginning(): Promise<unknown> {
    if (this.#begun) return this.#begun
    const begin = beginOf(this.#options)
    const { longestMs } = this.#options
    const limit = longestMs && `set local statement_timeout = ${Math.trunc(longestMs)}`
    const client = this.#client
    const sent = limit ? client.query(`${begin}; ${limit}`) : command(client, begin)
    return this.#beginBy(within(sent, this.#longestMs))
  }

  /** Without its beginning nothing of a transaction is asked, and its connection is given up. */
  #beginBy(begun: Promise<unknown>): Promise<unknown> {
    begun.catch(() => {
      this.lost = true
    })
    this.#begun = begun
    return begun
  }

  /** Runs work as a part of this transaction. */
  async include<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    this.#inside++
    try {
      return await work(this)
    } finally {
      this.#inside--
    }
  }

  /** Commits, unless the last statement has committed. Throws when a statement failed before. */
  async commit(): Promise<void> {
    if (this.#committed) return
    const failed = this.#ended
    this.#ended = true
    if (!this.#begun) return
    await this.#begun
    if (failed || (await this.#answerOfCommit()) !== 'COMMIT')
      throw new Error('The transaction was rolled back: one of its statements had failed.')
    requireReplicated(this.#client)
    this.#committed = true
  }

  /** The answer is `ROLLBACK` when a statement failed and its error was caught by the caller. */
  async #answerOfCommit(): Promise<string> {
    const ended = this.#watch?.statement(COMMIT)
    const client = this.#client
    const sent = knows(client, COMMIT) ? client.query(COMMIT) : command(client, COMMIT)
    const answer = await within(sent, this.#longestMs)
    ended?.()
    return answer.command
  }

  /** Rolls back. Answers false when the connection cannot be used again. */
  async rollback(): Promise<boolean> {
    this.#ended = true
    if (this.lost) return false
    if (!this.#begun || this.#committed) return true
    return within(this.#client.query('rollback'), this.#longestMs).then(
      () => true,
      () => false,
    )
  }

  /** Adds keys that are published when the transaction commits. */
  changed(...keys: string[]): void {
    for (const key of keys) this.#changed.add(key)
  }

  published(hear: (keys: string[]) => void): void {
    if (this.#changed.size > 0) hear([...this.#changed])
  }
}

/** Whether a text is one statement. A text of several cannot be prepared. */
const isOne = ({ texts, values }: Sql): boolean =>
  values.length > 0 || !texts.some(text => text.includes(';'))

const knows = (client: pg.ClientBase, text: string): boolean =>
  client instanceof Session && client.knows(text)

const command = (client: pg.ClientBase, text: string): Promise<pg.QueryResult> =>
  client instanceof Session ? client.command(text) : client.query(text)
