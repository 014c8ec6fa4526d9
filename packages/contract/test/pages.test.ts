// Lists of the back office are read by key (docs/decisions/0126, 0222). The ones named here are
// read by page number: each is short by what it is, or has no key to read by.
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '../src/call.ts'
import { consoleCalls } from '../src/console.ts'
import { columnLabels } from '../src/desk/columns.ts'
import { listNames } from '../src/desk/listNames.ts'
import { listSorts } from '../src/desk/sorts.ts'
import { wordsOf } from '../src/fields.ts'
import { reportSheets } from '../src/figures/sheets.ts'

/** As short as what an operator has set up, staff, venues or games. */
const SET_UP = [
  'POST /api/console/activities/list',
  'POST /api/console/articles/list',
  'POST /api/console/banners/list',
  'POST /api/console/games/list',
  'POST /api/console/notices/list',
  'POST /api/console/returns/list',
]
/** A row a month, or a row for each account, venue, provider or agent of one. */
const OF_MONTHS = [
  'POST /api/console/months/lines/list',
  'POST /api/console/months/list',
  'POST /api/console/months/parties/list',
]
/** Made of other rows each time they are asked for: no index has their order. */
const COMPUTED = [
  'POST /api/console/figures/groups/list',
  'POST /api/console/reports/rows/list',
  'POST /api/console/tournament-places/list',
]

/** The fields of an answer, and of the objects inside it. */
function* shapes(type: z.core.$ZodType): Generator<string[]> {
  if (!(type instanceof z.ZodObject)) return
  yield Object.keys(type.shape)
  for (const each of Object.values(type.shape)) yield* shapes(each as z.core.$ZodType)
}
const namesWith = (fits: (fields: string[]) => boolean) =>
  (Object.entries(consoleCalls) as [string, Call][])
    .filter(([, call]) => [...shapes(call.gives)].some(fits))
    .map(([name]) => name)
    .sort()

test('every list of the back office is read by key, but for those named here', () => {
  const byNumber = namesWith(fields => fields.includes('current_page') && !fields.includes('next'))
  expect(byNumber).toEqual([...SET_UP, ...OF_MONTHS, ...COMPUTED].sort())
})

test('every list and report of the back office has a name of its own for its file', () => {
  const lists = Object.keys(consoleCalls).filter(name => name.endsWith('/list'))
  // The entries of one version of a list stand in its page.
  const sorted = Object.keys(listSorts).filter(name => !name.endsWith('/show'))
  const named = [...new Set([...lists, ...sorted, ...Object.keys(reportSheets)])]
  expect(Object.keys(listNames).sort()).toEqual(named.sort())
  expect(new Set(Object.values(listNames)).size).toBe(named.length)
})

/** Numbers of rows, whole contents, and what a picture shows; nobody reads them in a file. */
const LEFT_OUT = /_id$|^(id|replaces|fields|bytes|width|height|banner|card|popup|thumb)$/
/** The fields of the rows of lists that are read by key, each with its list. */
const fieldsOfLists = (Object.entries(consoleCalls) as [string, Call][])
  .filter(([name]) => name in listSorts)
  .flatMap(([name, { gives }]) => {
    const rows = gives instanceof z.ZodObject ? gives.shape['data'] : undefined
    const row = rows instanceof z.ZodArray ? rows.element : undefined
    const shape = row instanceof z.ZodObject ? (row.shape as Record<string, z.ZodType>) : {}
    return Object.entries(shape).map(([field, type]) => ({ name, field, type }))
  })

test('a file has every field of the rows of its list', () => {
  const nameless = fieldsOfLists.filter(
    ({ field }) => !(field in columnLabels) && !LEFT_OUT.test(field),
  )
  expect(nameless.map(({ name, field }) => `${name} ${field}`)).toEqual([])
})

/** The codes that a field may have. */
function codesOf(type: z.core.$ZodType): unknown[] {
  if (type instanceof z.ZodEnum) return type.options
  if (type instanceof z.ZodLiteral) return [...type.values]
  if (type instanceof z.ZodUnion) return type.options.flatMap(codesOf)
  if (type instanceof z.ZodOptional || type instanceof z.ZodNullable) return codesOf(type.unwrap())
  return type instanceof z.ZodArray ? codesOf(type.element) : []
}
/** What people call these themselves. */
const OWN_WORDS = ['csv', 'xlsx', 'parquet', '']

test('a file says in words what a code means', () => {
  const wordless = fieldsOfLists.filter(({ field, type }) => {
    const codes = codesOf(type).filter(code => !OWN_WORDS.includes(String(code)))
    return field in columnLabels && codes.some(code => !(String(code) in wordsOf(type)))
  })
  expect(wordless.map(({ name, field }) => `${name} ${field}`)).toEqual([])
})

test('the lists that are read by key are those of the table standard', () => {
  const byKey = namesWith(fields => fields.includes('current_page') && fields.includes('next'))
  expect(byKey).toEqual(Object.keys(listSorts).sort())
})
