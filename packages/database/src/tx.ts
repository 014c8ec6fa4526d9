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
  /** Resolves when statements may follow; undefined before the first one. */
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
    const sent = this.#send(statement, COMMIT)
    this.#ended = true
    const answer = await sent
    requireReplicated(this.#client)
    this.#committed = true
    return answer
  }

  async #send<Row>(statement: Sql<Row>, after?: string): Promise<Result<Row>> {
    // The pool may have given the connection to another transaction.
    if (this.#ended) throw new Error('A statement came after the end of its transaction.')
    try {
      const before = await this.#begin(isOne(statement))
      const asked = ask(this.#client, statement, this.#watch, { before, after })
      return await within(asked, this.#longestMs)
    } catch (error) {
      this.lost ||= error instanceof Unavailable
      throw error
    }
  }

  /** Begins the transaction, or answers the command to send together with its first statement. */
  async #begin(along: boolean): Promise<string | undefined> {
    if (this.#begun) return void (await this.#begun)
    const begin = beginOf(this.#options)
    const { longestMs } = this.#options
    if (along && !longestMs && knows(this.#client, begin)) {
      this.#begun = Promise.resolve()
      return begin
    }
    const limit = longestMs && `set local statement_timeout = ${Math.trunc(longestMs)}`
    this.#begun = within(
      limit ? this.#client.query(`${begin}; ${limit}`) : command(this.#client, begin),
      this.#longestMs,
    )
    return void (await this.#begun)
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
