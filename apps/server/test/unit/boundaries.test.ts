// Every number, hour and day that operators set has a row that says what happens one below, at and
// one above, or stands in a short list with its reason.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { noEdge, tables } from '../boundaries/edges.ts'
import { leavesOf } from '../boundaries/leaves.ts'
import { leaves } from '../boundaries/schemas.ts'

const rows = tables.flatMap(table => Object.entries(table))
const named = [...rows.map(([leaf]) => leaf), ...Object.values(noEdge).flat()]
const paths = leaves.map(({ path }) => path)

/** The leaves that nobody has thought about. */
const withoutRow = (all: string[]) => all.filter(path => !named.includes(path))

describe('the boundaries of settings', () => {
  test('every number, hour and day of a schema has its row or a reason why it has none', () => {
    expect(withoutRow(paths), 'docs/how-to/add-a-number-to-a-setting.md').toEqual([])
  })
  test('a new leaf without a row is found, however deep it is', () => {
    const schema = z.object({
      plain: z.number().int().min(1).max(9).default(1),
      on: z.boolean(),
      tiers: z.array(z.object({ from: z.string().regex(/^\d\d:\d\d$/) })).default([]),
      step: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('days'), days: z.number().min(0).max(9).nullable() }),
        z.object({ kind: z.literal('none') }),
      ]),
      day: z
        .string()
        .refine(text => /^\d{4}-\d\d-\d\d$/.test(text))
        .optional(),
      name: z.string().max(20),
    })
    expect(withoutRow(leavesOf('invented', schema).map(({ path }) => path))).toEqual([
      'invented.plain',
      'invented.tiers[].from',
      'invented.step.days.days',
      'invented.day',
    ])
    expect(() => leavesOf('invented', z.object({ n: z.number().int() }))).toThrow('no limits')
  })
  test('each is named once, and nothing is named that is no leaf', () => {
    expect(named.filter(path => !paths.includes(path))).toEqual([])
    expect(named.filter((path, at) => named.indexOf(path) !== at)).toEqual([])
  })
  test('a row says that something changes at its number, and sets another number than the preset', () => {
    const flat = rows.filter(([, [, below, at, above]]) => below === at && at === above)
    expect(flat).toEqual([])
    const presets = new Map(leaves.map(({ path, preset }) => [path, preset]))
    expect(rows.filter(([path, [number]]) => presets.get(path) === number)).toEqual([])
  })
})
