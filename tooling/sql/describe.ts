// What PostgreSQL says of a statement without running it: it parses the statement and describes its
// parameters and columns.
import { rowKey } from '@tianping/database'
import pg from 'pg'
import type { Described } from './compare.ts'

type Field = Pick<pg.FieldDef, 'name' | 'dataTypeID' | 'tableID' | 'columnID'>

/** Parses one text; nothing is bound or executed. */
class Description {
  readonly #text: string
  readonly #done: PromiseWithResolvers<Description>
  callback = (): void => {}
  parameters: number[] = []
  fields: Field[] = []

  constructor(text: string, done: PromiseWithResolvers<Description>) {
    this.#text = text
    this.#done = done
  }

  submit(connection: pg.Connection): void {
    connection.removeAllListeners('parameterDescription')
    connection.once('parameterDescription', (message: { dataTypeIDs: number[] }) => {
      this.parameters = message.dataTypeIDs
    })
    connection.parse({ name: '', text: this.#text, types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }

  handleRowDescription(message: { fields: Field[] }): void {
    this.fields = message.fields
  }

  handleError(error: Error): void {
    this.#done.reject(error)
  }

  handleReadyForQuery(): void {
    this.#done.resolve(this)
  }
}

function described(client: pg.Client, text: string): Promise<Description> {
  const done = Promise.withResolvers<Description>()
  client.query(new Description(text, done))
  return done.promise
}

/** Opens a session that describes statements against the database at `url`. */
export async function openDescriber(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const types = await client.query<{ oid: number; name: string }>(
    'select oid, typname as name from pg_type',
  )
  const columns = await client.query<{ key: string; required: boolean }>(
    `select attrelid || '.' || attnum as key, attnotnull as required from pg_attribute where attnum > 0`,
  )
  const typeName = new Map(types.rows.map(({ oid, name }) => [oid, name]))
  const required = new Map(columns.rows.map(({ key, required }) => [key, required]))

  const nameOf = (oid: number) => typeName.get(oid) ?? `type ${oid}`
  return {
    async describe(text: string): Promise<Described> {
      const { parameters, fields } = await described(client, text)
      return {
        parameters: parameters.map(nameOf),
        columns: fields.map(({ name, dataTypeID, tableID, columnID }) => ({
          name: rowKey(name),
          type: nameOf(dataTypeID),
          nullable: required.get(`${tableID}.${columnID}`) === false,
        })),
      }
    },
    close: () => client.end(),
  }
}
