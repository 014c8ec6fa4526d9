import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  readFilters,
  understood,
  writeFilters,
  type Filters,
} from '../../src/parts/list/filters.ts'

const defaults = { state: 1, method: '', q: '', page: 1 }

test('an address without filters means the resting ones', () => {
  expect(readFilters(defaults, '')).toEqual(defaults)
})

test('filters at rest are not written, so that the plain room has a plain address', () => {
  expect(writeFilters(defaults, defaults, '')).toBe('')
  expect(writeFilters(defaults, { state: 1, page: 1 }, 'state=3&page=4')).toBe('')
})

test('what a list does not know is not written', () => {
  expect(writeFilters<Filters>(defaults, { page: 2, cursor: '' }, '')).toBe('page=2')
})

test('zero is a value of its own and not the resting one', () => {
  expect(writeFilters(defaults, { state: 0 }, '')).toBe('state=0')
  expect(readFilters(defaults, 'state=0').state).toBe(0)
})

test('what makes no sense in an address counts as not given', () => {
  for (const search of ['page=-1', 'page=x', 'page=1.5', 'page=', 'page=99999999999', 'page=1e3'])
    expect(readFilters(defaults, search).page).toBe(1)
  expect(readFilters(defaults, `q=${'长'.repeat(400)}`).q).toHaveLength(300)
})

test('a name is understood unless its value makes no sense', () => {
  expect(understood(defaults, 'state=3&q=x&open=D26')).toEqual(['state', 'method', 'q', 'page'])
  expect(understood(defaults, 'state=abc&page=-1')).toEqual(['method', 'q'])
  expect(understood({ state: 1 }, 'state=x&b.state=2', 'b.')).toEqual(['b.state'])
})

test('what belongs to others stays in the address', () => {
  expect(writeFilters(defaults, { method: 'usdt', page: 2 }, 'open=D26&tab=ledger')).toBe(
    'open=D26&tab=ledger&method=usdt&page=2',
  )
})

test('any filters come back from their address as they went in', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 20 }).map(value => value.trim())
  const filters = fc.record({
    state: fc.integer({ min: 0, max: 999_999 }),
    method: text,
    q: text,
    page: fc.integer({ min: 1, max: 100_000 }),
  })
  fc.assert(
    fc.property(filters, given => {
      expect(readFilters(defaults, writeFilters(defaults, given, ''))).toEqual(given)
    }),
  )
})

test('two lists of one view have filters of their own in its address', () => {
  const one = writeFilters(defaults, { page: 2, q: 'a' }, 'tab=rails')
  const both = writeFilters(defaults, { page: 3 }, one, 'settled_')
  expect(both).toBe('tab=rails&page=2&q=a&settled_page=3')
  expect(readFilters(defaults, both)).toEqual({ ...defaults, page: 2, q: 'a' })
  expect(readFilters(defaults, both, 'settled_')).toEqual({ ...defaults, page: 3 })
  expect(writeFilters(defaults, { page: 1 }, both, 'settled_')).toBe('tab=rails&page=2&q=a')
})
