import { theRow, sql } from '@tianping/database'
import { describe, expect, test } from 'vitest'
import { checkStatements } from '../../../../tooling/sql/check.ts'
import { READ_AS } from '../../../../tooling/sql/compare.ts'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { directoryDatabase } from '../support/directory.ts'

const { url, open } = await freshDatabase('server')

/**
 * Columns that may be null in their table and are not in the rows of a statement: its conditions
 * leave those rows out, which PostgreSQL does not say.
 */
const NEVER_NULL = [
  // A credited order has an amount, by a check of its table, and the moment it was credited.
  'apps/server/src/areas/cashier/credited.ts fen',
  'apps/server/src/areas/cashier/credited.ts at',
  'apps/server/src/demo/crowd.ts fen',
  // Its condition leaves out accounts that stay open.
  'apps/server/src/areas/closing/store/closing.sql.ts closingAt',
  // Each part asks for rows whose moment lies within the report.
  'apps/server/src/areas/compliance/report/figures.sql.ts at',
  // An entry with an account version has the balance that it left.
  'apps/server/src/areas/member/store/memberParts.sql.ts balanceAfterFen',
]

/** Its statements are for the directory of brands, a database of its own. */
const DIRECTORY = 'apps/server/src/brands/directory.sql.ts'

test('every statement fits the database: its parameters, its columns and their types', async () => {
  const { statements, shapes, mistakes } = await checkStatements('apps/server/src/', url, {
    neverNull: NEVER_NULL,
    apart: DIRECTORY,
  })
  expect(mistakes).toEqual([])
  expect(statements).toBeGreaterThan(500)
  expect(shapes).toBeGreaterThan(2_000)
})

test('every statement of the directory of brands fits the directory', async () => {
  const { statements, mistakes } = await checkStatements(DIRECTORY, await directoryDatabase())
  expect(mistakes).toEqual([])
  expect(statements).toBeGreaterThan(12)
})

/** Statements with their mistakes, one to a line of a file that is read instead of another one. */
const PLANTED: [title: string, statement: string, mistakes: string[]][] = [
  ['none', 'sql<{ name: string }>`select name from venue where venue_id = ${n}`', []],
  [
    'a renamed column',
    'sql<{ name: string }>`select title as name from venue`',
    ['column "title" does not exist'],
  ],
  [
    'a wrong type',
    'sql<{ rank: bigint }>`select rank from venue`',
    ['rank is int4, read as number, and declared bigint'],
  ],
  [
    'a column that is not selected',
    'sql<{ name: string; rank: number }>`select name from venue`',
    ['rank is declared and not returned'],
  ],
  [
    'a column that nobody declared',
    'sql<{ name: string }>`select name, rank from venue`',
    ['rank is returned and not declared'],
  ],
  [
    'a column that the row names as the table does',
    'sql<{ slot_tab: string | null }>`select slot_tab from venue`',
    ['slot_tab is declared and not returned', 'slotTab is returned and not declared'],
  ],
  [
    'two columns of one name',
    'sql<{ venueId: number }>`select venue_id, rank as "venueId" from venue`',
    ['venueId is returned twice'],
  ],
  [
    'a parameter of another type',
    'sql`select 1 from venue where name = ${n} and rank = any(${[text]}::int[])`',
    ['$1 is text, and may be given number', '$2 is _int4, and may be given string[]'],
  ],
  [
    'a column that may be null',
    'sql<{ tab: string }>`select slot_tab as tab from venue`',
    ['tab may be null, and is declared string'],
  ],
  [
    'a row type that a function passes on',
    'row<{ name: bigint }>(db, sql`select name from venue`)',
    ['name is text, read as string, and declared bigint'],
  ],
  [
    'a fragment in the first branch of a condition',
    'sql`select 1 from venue where ${n === 1 ? sql`nothing = ${n}` : sql`rank = 1`}`',
    ['column "nothing" does not exist'],
  ],
  [
    'a fragment in the second branch',
    'sql`select 1 from venue where ${n === 1 ? sql`rank = 1` : sql`nothing = ${n}`}`',
    ['column "nothing" does not exist'],
  ],
  [
    'a fragment of a function, a table and an object',
    'sql`select 1 from venue where ${atLeast(sql`nothing`, n)} and ${TABLE[text]} and ${OBJECT.two}`',
    ['column "nothing" does not exist'],
  ],
  [
    'an entry of a table',
    'sql`select 1 from venue where ${WRONG[text]}`',
    ['column "other" does not exist'],
  ],
  [
    'an entry of a list',
    'sql`select 1 from venue where ${sql.join([sql`rank = 1`, ...(n > 1 ? [sql`nothing`] : [])], sql` and `)}`',
    ['column "nothing" does not exist'],
  ],
  [
    'a list made of another one',
    'sql`select 1 from venue where ${sql.join([n].map(each => sql`nothing = ${each}`), sql` and `)}`',
    ['column "nothing" does not exist'],
  ],
  [
    'what stands between the elements of such a list',
    'sql`select 1 from venue where ${sql.join([n].map(each => sql`rank = ${each}`), sql` nor `)}`',
    ['syntax error at or near "nor"'],
  ],
  [
    'a fragment that is taken where an entry has none',
    'sql`select 1 from venue where ${orNothing(text)}`',
    ['column "nothing" does not exist'],
  ],
  [
    'a literal beside a wrong column',
    'sql`select 1 from venue where nothing = ${sql.literal(1)}`',
    ['column "nothing" does not exist'],
  ],
  ['a literal that is known only later', 'sql`select ${sql.literal(n)}`', ['cannot follow n']],
  ['text that is known only later', 'sql`select ${sql.raw(text)}`', ['cannot follow text']],
  ['a fragment that nothing inserts', 'sql`and rank = 1`', ['syntax error at or near "and"']],
]
const PLANTED_HEAD = `import { row, sql, type Db, type Sql } from '@tianping/database'
const atLeast = (column: Sql, least: number) => { if (least === 7) return sql\`true\`; return sql\`\${column} >= \${least}\` }
const TABLE: Record<string, Sql> = { one: sql\`rank = 1\`, two: sql\`rank = 2\` }
const WRONG: Record<string, Sql> = { one: sql\`rank = 1\`, two: sql\`other = 2\` }
const PARTS: Record<string, { part?: Sql }> = { none: {} }
const orNothing = (name: string) => { const { part = sql\`nothing\` } = PARTS[name] ?? {}; return part }
const OBJECT = { two: sql\`rank = 2\` }
`

describe('mistakes in a statement are told', async () => {
  const path = 'apps/server/src/areas/games/store/games.sql.ts'
  const lines = PLANTED.map(
    ([, statement], n) =>
      `export const planted${n} = (db: Db, n: number, text: string) => [db, ${statement}]`,
  )
  const { mistakes } = await checkStatements(path, url, {
    changed: { [path]: PLANTED_HEAD + lines.join('\n') },
  })
  const before = PLANTED_HEAD.split('\n').length
  test.each(PLANTED.map((each, n) => [...each, n] as const))('%s', (_, __, expected, n) => {
    const line = `${path}:${before + n}: `
    const told = mistakes.filter(each => each.startsWith(line)).map(each => each.slice(line.length))
    expect(told.map((each, at) => each.slice(0, expected[at]?.length))).toEqual(expected)
  })
})

/** A value of each type, as PostgreSQL writes it. */
const SAMPLES: Record<string, string> = {
  bool: 't',
  bytea: '\\x00ff',
  date: '2026-01-01',
  timestamptz: '2026-01-01T00:00:00Z',
  cidr: '10.0.0.0/8',
  uuid: '00000000-0000-0000-0000-000000000000',
  json: '{"a": 1}',
  jsonb: '{"a": 1}',
  void: '',
  _bool: '{t,f}',
  _int2: '{1,2}',
  _int4: '{1,2}',
  _int8: '{1,9007199254740993}',
  _float8: '{0.5,-1e-9}',
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return `${kindOf(value[0])}[]`
  if (value instanceof Date) return 'Date'
  if (Buffer.isBuffer(value)) return 'Buffer'
  return typeof value === 'object' ? 'unknown' : typeof value
}

test.each(Object.entries(READ_AS))('the driver reads %s as %s', async (type, kind) => {
  const sample = SAMPLES[type] ?? (type.startsWith('_') ? '{1}' : '1')
  const value =
    type === 'void' ? sql`pg_notify('x', '')` : sql`${sample}::${sql.id('pg_catalog', type)}`
  const { read } = await theRow(open(), sql<{ read: unknown }>`select ${value} as read`)
  expect(kindOf(read)).toBe(kind)
})
