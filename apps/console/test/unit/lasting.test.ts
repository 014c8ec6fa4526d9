import { expect, test } from 'vitest'
import { lasting, opening } from '../../src/parts/list/lasting.ts'

const of = (search: string) => Object.fromEntries(new URLSearchParams(search))
const later = (search: string) => of(opening(lasting(search, '2026-11-29'), '2027-01-15'))

test('a saved view keeps a usual span by its name, and other days as they are', () => {
  expect(later('by=game&from=2026-10-01&to=2026-10-31')).toEqual({
    by: 'game',
    from: '2026-12-01',
    to: '2026-12-31',
  })
  expect(later('from=2026-11-29&to=2026-11-29')).toEqual({ from: '2027-01-15', to: '2027-01-15' })
  expect(later('from=2026-10-01&to=2026-10-30')).toEqual({ from: '2026-10-01', to: '2026-10-30' })
  expect(later('from=2026-10-01')).toEqual({ from: '2026-10-01' })
})

test('a saved view keeps the twelve weeks of retention by their name', () => {
  expect(later('unit=week&from=2026-09-07&to=2026-11-29')).toEqual({
    unit: 'week',
    from: '2026-10-24',
    to: '2027-01-15',
  })
})

test('a saved view keeps its filters, and neither the page nor what is open', () => {
  expect(later('state=2&page=3&cursor=x&open=W1')).toEqual({ state: '2' })
  expect(opening('span=unknown&state=2', '2026-11-29')).toBe('state=2')
})
