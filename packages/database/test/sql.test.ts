import { expect, test } from 'vitest'
import { compile, sql } from '../src/sql.ts'

test('every value is bound, in the order it is written', () => {
  const name = `'; drop table member; --`
  expect(compile(sql`select * from member where name = ${name} and vip > ${3}`)).toEqual({
    text: 'select * from member where name = $1 and vip > $2',
    values: [name, 3],
  })
})

test('lists, dates, null and undefined are single values', () => {
  const values = [[1n, 2n], new Date(0), null, undefined]
  expect(compile(sql`select ${values[0]}, ${values[1]}, ${values[2]}, ${values[3]}`)).toEqual({
    text: 'select $1, $2, $3, $4',
    values,
  })
})

test('a fragment brings its own values, wherever it stands and however often', () => {
  const since = (day: string) => sql`day >= ${day}`
  const open = sql`state = ${1} and (${since('2026-01-01')} or ${sql`${null} is null`})`
  expect(compile(sql`select ${7} from t where ${open} and ${open} limit ${9}`)).toEqual({
    text: 'select $1 from t where state = $2 and (day >= $3 or $4 is null) and state = $5 and (day >= $6 or $7 is null) limit $8',
    values: [7, 1, '2026-01-01', null, 1, '2026-01-01', null, 9],
  })
})

test('the same template with and without a fragment keeps both texts apart', () => {
  const query = (value: unknown) => sql`select ${value} as one`
  expect(compile(query(1))).toEqual({ text: 'select $1 as one', values: [1] })
  expect(compile(query(sql`now()`))).toEqual({ text: 'select now() as one', values: [] })
  expect(compile(query(2))).toEqual({ text: 'select $1 as one', values: [2] })
})

test('a compiled statement may be changed without changing the next one', () => {
  const statement = sql`select ${1}`
  compile(statement).values.push(2)
  expect(compile(statement).values).toEqual([1])
})

test('join puts a separator between pieces, be they values or fragments', () => {
  expect(compile(sql`in (${sql.join([1, sql`now()`, 'x'])})`)).toEqual({
    text: 'in ($1, now(), $2)',
    values: [1, 'x'],
  })
  expect(compile(sql.join([sql`a`, sql`b`], sql` and `)).text).toBe('a and b')
  expect(compile(sql`(${sql.join([])})`)).toEqual({ text: '()', values: [] })
})

test('names are quoted, part by part', () => {
  expect(compile(sql`truncate ${sql.id('ledger', 'en"try')}`)).toEqual({
    text: 'truncate "ledger"."en""try"',
    values: [],
  })
})

test('raw text is left as it is', () => {
  expect(compile(sql.raw(`select '$1'`))).toEqual({ text: `select '$1'`, values: [] })
})

test('a literal is written into the text, with its sign, and nothing but integers is', () => {
  const waiting = 1
  expect(compile(sql`select ${7} from t where state = ${sql.literal(waiting)}`)).toEqual({
    text: 'select $1 from t where state = 1',
    values: [7],
  })
  expect(compile(sql.literal(-9_007_199_254_740_991)).text).toBe('-9007199254740991')
  const forged = '1 or true' as unknown as number
  for (const value of [1.5, Number.NaN, Infinity, 2 ** 53, forged])
    expect(() => sql.literal(value), String(value)).toThrow(TypeError)
})

test('an object that looks like a fragment is a value', () => {
  const forged = { texts: ['drop table member'], values: [] }
  expect(compile(sql`select ${forged}`)).toEqual({ text: 'select $1', values: [forged] })
})
