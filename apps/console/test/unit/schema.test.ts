import { settingFormats } from '@tianping/contract/facts'
import { expect, test } from 'vitest'
import {
  differences,
  emptyOf,
  readDifferences,
  shapeOf,
  variantOf,
  withPart,
  type Schema,
} from '../../src/parts/settings/schema.ts'
import { pathLabel, scaleOf, settingValue } from '../../src/parts/settings/settingLabels.ts'

const range: Schema = {
  type: 'object',
  properties: {
    minFen: { type: 'integer', minimum: 1 },
    maxFen: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] },
  },
}

test('every kind of field of a setting has its shape', () => {
  expect(shapeOf({ type: 'boolean' })).toEqual({ kind: 'switch', on: true, off: false })
  expect(shapeOf({ anyOf: [{ const: 0 }, { const: 1 }] })).toEqual({
    kind: 'switch',
    on: 1,
    off: 0,
  })
  expect(shapeOf({ type: 'string', enum: ['a', 'b'] })).toEqual({
    kind: 'choice',
    options: ['a', 'b'],
    nullable: false,
  })
  expect(shapeOf({ anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] })).toEqual({
    kind: 'choice',
    options: ['a'],
    nullable: true,
  })
  expect(shapeOf({ type: 'array', items: { type: 'string' }, maxItems: 20 })).toEqual({
    kind: 'texts',
    max: 20,
    days: false,
  })
  expect(shapeOf({ type: 'array', items: range, minItems: 10, maxItems: 10 })).toMatchObject({
    kind: 'rows',
    fixed: true,
  })
  expect(shapeOf(range.properties!['maxFen']!)).toMatchObject({
    kind: 'number',
    nullable: true,
    whole: true,
  })
  expect(shapeOf({ allOf: [range, { properties: { method: { type: 'string' } } }] })).toMatchObject(
    {
      kind: 'group',
      fields: [
        ['minFen', {}],
        ['maxFen', {}],
        ['method', {}],
      ],
    },
  )
})

test('a new row begins with the least that is allowed', () => {
  expect(emptyOf(range)).toEqual({ minFen: 1, maxFen: null })
})

test('a part is replaced without touching what stood there', () => {
  const value = { tiers: [{ minFen: 1 }, { minFen: 2 }], other: 1 }
  const next = withPart(value, ['tiers', 1, 'minFen'], 9)
  expect(next).toEqual({ tiers: [{ minFen: 1 }, { minFen: 9 }], other: 1 })
  expect(value.tiers[1]!.minFen).toBe(2)
})

test('differences name the leaves, also of rows that came or went', () => {
  expect(differences({ a: 1, rows: [{ b: 2 }] }, { a: 1, rows: [{ b: 3 }, { b: 4 }] })).toEqual([
    { path: 'rows.0.b', before: 2, after: 3 },
    { path: 'rows.1.b', before: undefined, after: 4 },
  ])
  expect(differences({ a: 1 }, { a: 1 })).toEqual([])
})

test('amounts are read in yuan, hundredths as percent, and paths in words', () => {
  expect([scaleOf('tiers.0.maxFen'), scaleOf('tiers.0.hundredths'), scaleOf('usdtrate')]).toEqual([
    100, 100, 1,
  ])
  expect([
    settingValue('maxFen', 100_00),
    settingValue('maxFen', null),
    settingValue('hundredths', 3_000),
    settingValue('enabled', true),
    settingValue('x', undefined),
  ]).toEqual(['¥100.00', '不限', '30%', '是', '（无）'])
  expect([
    pathLabel('tiers.0.maxFen'),
    pathLabel('3.rechargeFen'),
    pathLabel('deposit.turnoverTimes'),
  ]).toEqual(['档位 1 › 最高', 'VIP4 › 累计存款', '存款 › 流水倍数'])
})

test('a letter that waits says whom it is for and what it is in words', () => {
  const said = (path: string, codes: string[]) => codes.map(code => settingValue(path, code))
  expect(said('audience', ['all', 'some', 'segment'])).toEqual(['全部会员', '指定会员', '一个人群'])
  expect(said('kind', ['offer', 'service'])).toEqual(['优惠与活动', '服务通知'])
  expect(said('channels.0', ['mail', 'sms'])).toEqual(['邮件', '短信'])
})

test('a letter that waits names its segment once, and nothing that it does not say', () => {
  const letter = { audience: 'segment', segment: '近月存款', segment_id: '7', product: '' }
  const pathsOf = (value: object) => readDifferences(null, value).map(({ path }) => path)
  expect(pathsOf(letter)).toEqual(['audience', 'segment_id'])
  expect(pathsOf({ ...letter, audience: 'all', segment: '', segment_id: '0' })).toEqual([
    'audience',
  ])
  // What is emptied is said.
  expect(readDifferences({ product: 'casino' }, { product: '' })).toHaveLength(1)
})

test('a thing of several kinds is a choice of kinds, each new one with the fields of its own', () => {
  const none = { type: 'object', properties: { kind: { const: 'none' } } }
  const fixed = {
    type: 'object',
    properties: { kind: { const: 'fixed' }, fen: { type: 'integer', minimum: 1 } },
  }
  const shape = shapeOf({ oneOf: [none, fixed] })
  expect(shape).toEqual({
    kind: 'union',
    variants: [
      { name: 'none', schema: none },
      { name: 'fixed', schema: fixed },
    ],
  })
  expect(variantOf({ name: 'fixed', schema: fixed })).toEqual({ kind: 'fixed', fen: 1 })
  expect(emptyOf({ oneOf: [none, fixed] })).toEqual({ kind: 'none' })
})

test('a day and a minute are picked where the schema says so, whatever their field is called', () => {
  const text = { type: 'string', maxLength: 30 }
  expect(shapeOf(text)).toEqual({ kind: 'text', max: 30 })
  expect(shapeOf({ ...text, format: settingFormats.day })).toEqual({ kind: 'day' })
  expect(shapeOf({ ...text, format: settingFormats.minute })).toEqual({ kind: 'minute' })
  const days = { type: 'array', items: { type: 'string', format: settingFormats.day }, maxItems: 9 }
  expect(shapeOf(days)).toEqual({ kind: 'texts', max: 9, days: true })
  expect(emptyOf({ type: 'string', format: settingFormats.minute })).toBe('')
})
