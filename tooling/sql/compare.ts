// Compares what a statement's types say with what PostgreSQL says of the statement.

/** What a value is in JavaScript: `string`, `Date`, `bigint[]` … */
export type Kind = string
/** A property of the row type that a statement names. */
export type Column = { name: string; kinds: Kind[]; optional: boolean }

/** PostgreSQL's types of the parameters, and the columns under the names they have in a row. */
export type Described = {
  parameters: string[]
  columns: { name: string; type: string; nullable: boolean }[]
}

/** What the driver makes of a value of each type; any other type is not used. */
export const READ_AS: Record<string, Kind> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  oid: 'number',
  float8: 'number',
  int8: 'bigint',
  numeric: 'string',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  name: 'string',
  date: 'string',
  cidr: 'string',
  uuid: 'string',
  xid8: 'string',
  void: 'string',
  timestamptz: 'Date',
  bytea: 'Buffer',
  json: 'unknown',
  jsonb: 'unknown',
  _text: 'string[]',
  _int2: 'number[]',
  _int4: 'number[]',
  _int8: 'bigint[]',
  _float8: 'number[]',
  _bool: 'boolean[]',
}

/** What may be bound to a parameter of each type; moments may be written out. */
const numeric = ['number', 'bigint', 'string']
const BOUND_AS: Record<string, Kind[]> = {
  bool: ['boolean'],
  int2: ['number'],
  int4: ['number'],
  oid: ['number'],
  int8: ['bigint', 'number'],
  float8: numeric,
  numeric,
  text: ['string'],
  varchar: ['string'],
  name: ['string'],
  date: ['string'],
  cidr: ['string'],
  inet: ['string'],
  interval: ['string'],
  regclass: ['string'],
  uuid: ['string'],
  time: ['string'],
  timestamptz: ['Date', 'string'],
  bytea: ['Buffer', 'Uint8Array'],
  json: ['string', 'object', 'unknown'],
  jsonb: ['string', 'object', 'unknown'],
}

const said = (kinds: Kind[]) => kinds.join(' | ')

/** Whether a value of `kind` may be bound; arrays go by their elements. */
function binds(type: string, kind: Kind): boolean {
  if (kind === 'null' || kind === 'undefined') return true
  if (type.startsWith('_')) return kind.endsWith('[]') && binds(type.slice(1), kind.slice(0, -2))
  return BOUND_AS[type]?.includes(kind) ?? false
}

function parameterMistakes(kinds: Kind[][], types: string[]): string[] {
  return kinds.flatMap((each, n) => {
    const type = types[n] ?? 'nothing'
    return each.every(kind => binds(type, kind))
      ? []
      : [`$${n + 1} is ${type}, and may be given ${said(each)}`]
  })
}

/** Rows of a statement that names no row type are not read. */
function columnMistakes(row: Column[], columns: Described['columns']): string[] {
  const declared = new Map(row.map(column => [column.name, column]))
  const returned = new Set(columns.map(({ name }) => name))
  const twice = columns.filter(({ name }, n) => columns.findIndex(c => c.name === name) < n)
  const missing = row.filter(({ name, optional }) => !optional && !returned.has(name))
  return [
    ...missing.map(({ name }) => `${name} is declared and not returned`),
    ...twice.map(({ name }) => `${name} is returned twice`),
    ...columns.flatMap(column => typeMistake(declared.get(column.name), column)),
  ]
}

function typeMistake(
  declared: Column | undefined,
  { name, type, nullable }: Described['columns'][number],
): string[] {
  if (declared === undefined) return [`${name} is returned and not declared`]
  const { kinds } = declared
  const read = READ_AS[type]
  if (read === undefined) return [`${name} is ${type}, which nothing reads`]
  if (kinds.includes('unknown')) return []
  const values = kinds.filter(kind => kind !== 'null' && kind !== 'undefined')
  if (read !== 'unknown' && values.some(kind => kind !== read))
    return [`${name} is ${type}, read as ${read}, and declared ${said(kinds)}`]
  if (nullable && !kinds.includes('null'))
    return [`${name} may be null, and is declared ${said(kinds)}`]
  return []
}

/** Every mistake of one shape of a statement. */
export const mistakesIn = (
  declared: { parameters: Kind[][]; row: Column[] | null },
  described: Described,
): string[] => [
  ...parameterMistakes(declared.parameters, described.parameters),
  ...(declared.row === null ? [] : columnMistakes(declared.row, described.columns)),
]
