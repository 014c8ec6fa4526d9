// Lists of the back office are read by key (docs/decisions/0126, 0222). The ones named here are
// read by page number: each is short by what it is, or has no key to read by.
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '../src/call.ts'
import { consoleCalls } from '../src/console.ts'
import { columnLabels } from '../src/desk/columns.ts'
import { listSorts } from '../src/desk/sorts.ts'

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

/** Numbers of rows, and what a picture or a sum shows better; nobody reads them in a file. */
const LEFT_OUT = /_id$|^(id|bytes|width|height|banner|card|popup|thumb)$/
/** Lists whose files have been shorter than their rows since before. */
const SHORTER = [
  'activity-versions',
  'bank-lines',
  'bets',
  'cases',
  'content-versions',
  'data-requests',
  'deposits',
  'disputes',
  'harm',
  'jackpots',
  'journeys',
  'media',
  'payout-batches',
  'refunds',
  'risk',
  'security/alerts',
  'tickets',
  'watch',
]

test('a file has every field of the rows of its list', () => {
  const named = ([name, { gives }]: [string, Call]) => {
    const rows = gives instanceof z.ZodObject ? gives.shape['data'] : undefined
    const row = rows instanceof z.ZodArray ? rows.element : undefined
    const fields = row instanceof z.ZodObject ? Object.keys(row.shape) : []
    const nameless = fields.filter(field => !(field in columnLabels) && !LEFT_OUT.test(field))
    return nameless.map(field => `${name} ${field}`)
  }
  const known = SHORTER.map(list => `POST /api/console/${list}/`)
  const calls = (Object.entries(consoleCalls) as [string, Call][]).filter(
    ([name]) => name in listSorts && !known.some(list => `${name}/`.startsWith(list)),
  )
  expect(calls.flatMap(named)).toEqual([])
})

test('the lists that are read by key are those of the table standard', () => {
  const byKey = namesWith(fields => fields.includes('current_page') && fields.includes('next'))
  expect(byKey).toEqual(Object.keys(listSorts).sort())
})
