import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MODULES, sourcesOf } from '../mutants/modules.ts'
import { mutantsOf, planted } from '../mutants/plant.ts'
import { inRoot } from '../root.ts'

/** The lines that come of planting each mistake. */
const plantedIn = (text: string, path = 'a.ts') =>
  mutantsOf(path, text).map(mutant => planted(text, mutant))

test('edges, conditions, calls and figures are turned round; types and sentences are not', () => {
  expect(plantedIn('const a = b < 3n')).toEqual(['const a = b <= 3n', 'const a = b < 4n'])
  expect(plantedIn('if (a) await f()')).toEqual([
    'if (true) await f()',
    'if (false) await f()',
    'if (a) ;',
  ])
  expect(plantedIn('const a = `${b} 元` + c')).toEqual([])
  expect(plantedIn('const a = b - c * d')).toEqual(['const a = b + c * d', 'const a = b - c + d'])
  expect(plantedIn('if (a.paidFen !== b) c()').slice(2, 5)).toEqual([
    'if (a.paidFen === b) c()',
    'if (a.paidFen < b) c()',
    'if (a.paidFen > b) c()',
  ])
  expect(plantedIn('const a = 5_000')).toEqual(['const a = 50000'])
  expect(plantedIn('type A = 1 | 2')).toEqual([])
})

test('statements in SQL are turned round too, in a template and in a file; comments are not', () => {
  expect(plantedIn('sql`where a <= ${b} and c is null`')).toEqual([
    'sql`where a < ${b} and c is null`',
    'sql`where a <= ${b} and c is not null`',
  ])
  expect(plantedIn('-- a < b\nselect a - b', 'a.sql')).toEqual(['-- a < b\nselect a + b'])
})

test('every module has sources and tests, and what is called harmless still stands there', () => {
  for (const [name, module] of Object.entries(MODULES)) {
    expect(sourcesOf(module).length, name).toBeGreaterThan(0)
    expect(module.tests.filter(path => !existsSync(inRoot(path)))).toEqual([])
  }
  type Harmless = { path: string; text: string; reason: string }
  const listed = JSON.parse(
    readFileSync(inRoot('tooling/mutants/harmless.json'), 'utf8'),
  ) as Harmless[]
  const gone = listed.filter(
    ({ path, text, reason }) => !reason || !readFileSync(inRoot(path), 'utf8').includes(text),
  )
  expect(gone).toEqual([])
})
