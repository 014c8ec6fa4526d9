// The JSON Schema that lies beside a member's copy, so that another program can read it.
import type { Db } from '@tianping/database'
import { register } from './register/register.ts'
import { columnTypes } from './store/export.sql.ts'

type Kind = 'number' | 'string' | 'boolean' | 'array'
type Field = { type: Kind | [Kind, 'null'] } | Record<string, never>

const kinds: Record<string, Kind> = {
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  numeric: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  ARRAY: 'array',
}
/** A value of any shape where the column is JSON itself. */
function fieldOf({ type, nullable }: { type: string; nullable: boolean }): Field {
  if (type === 'jsonb') return {}
  const kind = kinds[type] ?? 'string'
  return { type: nullable ? [kind, 'null'] : kind }
}

const text: Field = { type: 'string' }
/** Chapters that are no table of the register. */
const others: Record<string, Record<string, Field>> = {
  complaint_message: { complaint_no: text, author: text, content: text, at: text },
  ticket_line: {
    ticket_no: text,
    author: text,
    content: text,
    attached_kind: text,
    attached_no: text,
    at: text,
  },
  ledger: {
    transaction_id: text,
    code: text,
    phase: text,
    amount_fen: { type: 'number' },
    source_type: text,
    source_id: text,
    effective_at: text,
  },
}

const rowsOf = (properties: Record<string, Field>) => ({
  type: 'array',
  items: {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  },
})

/** The schema of `data.json`, from the register and the columns of the database. */
export async function schemaOf(db: Db): Promise<object> {
  const types = await columnTypes(
    db,
    register.map(({ table }) => table),
  )
  const tables = register
    .filter(({ exported }) => exported.length > 0)
    .map(({ table, exported }) => {
      const fields = exported.flatMap(column => {
        const found = types.find(each => each.table === table && each.column === column)
        return found ? [[column, fieldOf(found)] as const] : []
      })
      return [table, rowsOf(Object.fromEntries(fields))] as const
    })
  const chapters = [
    ...tables,
    ...Object.entries(others).map(([name, fields]) => [name, rowsOf(fields)] as const),
  ]
  const properties = {
    made_at: text,
    about: { type: 'object' },
    ...Object.fromEntries(chapters),
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: '个人信息副本',
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }
}
