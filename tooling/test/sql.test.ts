import { describe, expect, test } from 'vitest'
import { mistakesIn, type Column, type Described } from '../sql/compare.ts'
import { everyWay } from '../sql/shapes.ts'

describe('a statement compared with what PostgreSQL says of it', () => {
  const row: Column[] = [
    { name: 'memberId', kinds: ['bigint'], optional: false },
    { name: 'name', kinds: ['string'], optional: false },
    { name: 'seenAt', kinds: ['Date', 'null'], optional: false },
    { name: 'facts', kinds: ['object'], optional: false },
  ]
  const columns: Described['columns'] = [
    { name: 'memberId', type: 'int8', nullable: false },
    { name: 'name', type: 'text', nullable: false },
    { name: 'seenAt', type: 'timestamptz', nullable: true },
    { name: 'facts', type: 'jsonb', nullable: false },
  ]
  const mistakes = (changed: Partial<Described['columns'][number]>[]) =>
    mistakesIn(
      { parameters: [], row },
      { parameters: [], columns: columns.map((column, n) => ({ ...column, ...changed[n] })) },
    )

  test('that fits has no mistake', () => {
    expect(mistakes([])).toEqual([])
  })

  test('tells a renamed column, from both sides', () => {
    expect(mistakes([{ name: 'playerId' }])).toEqual([
      'memberId is declared and not returned',
      'playerId is returned and not declared',
    ])
  })

  test('tells a wrong type', () => {
    expect(mistakes([{ type: 'int4' }])).toEqual([
      'memberId is int4, read as number, and declared bigint',
    ])
    expect(mistakes([{ type: 'numeric' }])).toHaveLength(1)
    expect(mistakes([{ type: 'point' }])).toEqual(['memberId is point, which nothing reads'])
  })

  test('tells a missing column, unless it is optional', () => {
    const described = { parameters: [], columns: columns.slice(1) }
    expect(mistakesIn({ parameters: [], row }, described)).toEqual([
      'memberId is declared and not returned',
    ])
    const optional = row.map(column => ({ ...column, optional: true }))
    expect(mistakesIn({ parameters: [], row: optional }, described)).toEqual([])
  })

  test('tells a column that may be null', () => {
    expect(mistakes([{ nullable: true }])).toEqual(['memberId may be null, and is declared bigint'])
  })

  test('reads no columns where no row type is given', () => {
    expect(mistakesIn({ parameters: [], row: null }, { parameters: [], columns })).toEqual([])
  })

  test.each([
    [['bigint'], 'int8', true],
    [['bigint'], 'int4', false],
    [['number', 'null'], 'int4', true],
    [['string'], 'int8', false],
    [['string'], 'timestamptz', true],
    [['Date'], 'date', false],
    [['bigint[]'], '_int8', true],
    [['bigint'], '_int8', false],
    [['string[]'], '_int8', false],
    [['Date[]', 'undefined'], '_timestamptz', true],
    [['(Date | null)[]'], '_timestamptz', false],
    [['object'], 'text', false],
    [['unknown'], 'text', false],
  ])('a parameter of %j for %s: %s', (kinds, type, fits) => {
    const found = mistakesIn(
      { parameters: [kinds], row: null },
      { parameters: [type], columns: [] },
    )
    expect(found.length === 0).toBe(fits)
  })
})

describe('every way that conditions can fall', () => {
  test('is taken once, and the same condition falls alike', () => {
    const ways = everyWay(choose => {
      const first = choose('a', 2)
      return [first, first === 0 ? choose('b', 3) : '-', choose('a', 2)].join('')
    })
    expect([...ways]).toEqual(['000', '010', '020', '1-1'])
  })

  test('is one where nothing is chosen', () => {
    expect([...everyWay(() => 'only')]).toEqual(['only'])
  })
})
