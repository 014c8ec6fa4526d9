import pg from 'pg'
import { rowKey } from './rowKey.ts'
import { Session } from './session.ts'
import { compile, type Sql } from './sql.ts'
import type { Watch } from './watch.ts'

declare module 'pg' {
  interface Query {
    /** Called once per result, before its first row. */
    handleRowDescription(message: { fields: { name: string }[] }): void
    handleCommandComplete(message: { text: string }, connection: Wire): void
    requiresPreparation(): boolean
    /** Writes what comes before the execution of the statement. */
    prepare(connection: Wire): void
    /** Writes the execution and the Sync that ends the group. */
    _getRows(connection: Wire, rows: unknown): void
  }
}

/** The messages that the driver writes to the server. */
type Wire = {
  bind(message: { statement: string }): void
  execute(message: object): void
  sync(): void
}

export type Result<Row> = { rows: Row[]; command: string; rowCount: number | null }

/** Commands to send before and after a statement; each is prepared, with its text as its name. */
export type Around = {
  before?: string | undefined
  /** Called when the command before the statement is done. */
  begun?: (() => void) | undefined
  after?: string | undefined
}

/**
 * A statement with the commands around it, sent in one group that ends with one Sync: after a
 * command that fails, PostgreSQL skips the rest of the group. Rows have camelCase keys:
 * `select member_id` is read as `memberId`. The names change when the driver reads the description
 * of a result, not for each row.
 */
class Statement extends pg.Query {
  readonly #around: Around
  /** How many commands of the group the server has completed. */
  #completed = 0

  constructor(
    config: pg.QueryConfig,
    around: Around,
    callback: (error: Error | null, result: pg.QueryResult) => void,
  ) {
    super(config, callback)
    this.#around = around
  }

  override requiresPreparation(): boolean {
    const { before, after } = this.#around
    return before !== undefined || after !== undefined || super.requiresPreparation()
  }

  override prepare(connection: Wire): void {
    if (this.#around.before) execute(connection, this.#around.before)
    super.prepare(connection)
  }

  override _getRows(connection: Wire, rows: unknown): void {
    if (!this.#around.after) return super._getRows(connection, rows)
    connection.execute({})
    execute(connection, this.#around.after)
    connection.sync()
  }

  override handleRowDescription(message: { fields: { name: string }[] }): void {
    for (const field of message.fields) field.name = rowKey(field.name)
    super.handleRowDescription(message)
  }

  override handleCommandComplete(message: { text: string }, connection: Wire): void {
    const { before, begun, after } = this.#around
    const own = before ? 1 : 0
    const at = this.#completed++
    if (at < own) begun?.()
    if (at === own || (at > own && !after)) super.handleCommandComplete(message, connection)
  }
}

function execute(connection: Wire, command: string): void {
  connection.bind({ statement: command })
  connection.execute({})
}

/** Sends a statement; the commands around it must have been prepared by the connection. */
export function ask<Row>(
  client: pg.ClientBase,
  statement: Sql<Row>,
  watch: Watch | null,
  around: Around = {},
): Promise<Result<Row>> {
  const { text, values } = compile(statement)
  const { promise, resolve, reject } = Promise.withResolvers<Result<Row>>()
  const ended = watch?.statement(text)
  const name = client instanceof Session ? client.planOf(text) : undefined
  client.query(
    new Statement({ name, text, values }, around, (error, result) => {
      ended?.(error ?? undefined)
      if (error) reject(error)
      else resolve(result as Result<Row>)
    }),
  )
  return promise
}
