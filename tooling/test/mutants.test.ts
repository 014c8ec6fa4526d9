import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { usesOf, withConstants } from '../mutants/constants.ts'
import { functionMutants } from '../mutants/functions.ts'
import { MODULES, sourcesOf } from '../mutants/modules.ts'
import { mutantsOf, planted } from '../mutants/plant.ts'
import { withSwitches } from '../mutants/switches.ts'
import { Turns } from '../mutants/turns.ts'
import { inRoot } from '../root.ts'

/** The lines that come of planting each mistake. */
const plantedIn = (text: string, path = 'a.ts') =>
  mutantsOf(path, text).map(mutant => planted(text, mutant))

test('edges, conditions, calls and figures are turned round; types and sentences are not', () => {
  expect(plantedIn('const a = b < 3n')).toEqual(['const a = b <= 3n', 'const a = b < 4n'])
  expect(plantedIn('if (a) await f()')).toEqual([
    'if (true) await f()',
    'if (false) await f()',
    'if (a) void 0',
  ])
  expect(plantedIn('const a = `${b} 元` + c')).toEqual([])
  expect(plantedIn('const a = b - c * d')).toEqual(['const a = b + c * d', 'const a = b - c + d'])
  expect(plantedIn('if (a.paidFen !== b) c()').slice(2, 5)).toEqual([
    'if (a.paidFen === b) c()',
    'if (a.paidFen < b) c()',
    'if (a.paidFen > b) c()',
  ])
  expect(plantedIn('a.endedAt !== null')).toEqual(['a.endedAt === null'])
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

test('every module has sources or functions, and tests, and what is called harmless still stands there', () => {
  for (const [name, module] of Object.entries(MODULES)) {
    const functions = module.functions ? functionMutants(module.functions) : []
    expect(sourcesOf(module).length + functions.length, name).toBeGreaterThan(0)
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

/** The text with all its mutants behind switches, and what it answers with one of them on. */
function switched(text: string) {
  const mutants = mutantsOf('a.ts', text).map((mutant, n) => ({ ...mutant, n }))
  const code = withSwitches(text, mutants)
  const run = (on: number) =>
    // oxlint-disable-next-line no-implied-eval
    new Function('__planted', 'seen', `${code}\nreturn seen`)((n: number) => n === on, [])
  return { mutants, code, run }
}

test('each mutant behind its switch does what it does when it is planted', () => {
  const text = [
    'const f = (a, b) => (a < b && b > 2 ? a + b : a * 10)',
    'const keys = { 1: f(1, 3), two: [f(3, 1), f(2, 2)] }',
    'const put = each => seen.push(each)',
    'put(keys[1])',
    '1 < 2 ? put(f(2, 3)) : put(0)',
    'if (keys.two[0] > 5) put(`${keys.two} of ${f(1, 2) - 1}`)',
    'put(5_000)',
  ].join('\n')
  const { mutants, run } = switched(text)
  const plain = (source: string) => {
    try {
      // oxlint-disable-next-line no-implied-eval
      return new Function('seen', `${source}\nreturn seen`)([])
    } catch (error) {
      return String(error)
    }
  }
  expect(run(-1)).toEqual(plain(text))
  expect(mutants.length).toBeGreaterThan(30)
  for (const mutant of mutants) {
    let answer: unknown
    try {
      answer = run(mutant.n)
    } catch (error) {
      answer = String(error)
    }
    expect(answer, `${mutant.from} -> ${mutant.to}`).toEqual(plain(planted(text, mutant)))
  }
})

test('a statement keeps its tag, and its pieces their switches', () => {
  const tagged = 'const rows = sql`where a < ${b} and c > ${d > 1 ? 2 : 3}`'
  expect(switched(tagged).code).toMatch(/^const rows = \(__planted\(0\) \? sql`where a <= \$\{b\}/)
})

/** What is said of a test that is repeated; its turns are counted from 1. */
function repeated(mutants: readonly number[], fails: (on: number, turn: number) => boolean) {
  const turns = new Turns(mutants)
  const verdicts = []
  let turn = 0
  for (let on = turns.next(); on !== null; on = turns.next()) {
    turn++
    // The second time the test does not come past the mistake 9.
    const passed = mutants.filter(n => n !== 9 || turn === 1)
    verdicts.push(...turns.told(fails(on, turn), new Set(passed)))
  }
  expect(turn).toBeLessThanOrEqual(new Turns(mutants).most)
  return { verdicts, turn }
}

test('a repeated test says of each mistake whether it notices, and is asked without any between', () => {
  expect(repeated([4, 5, 6], on => on === 4 || on === 6)).toEqual({
    verdicts: [
      { what: 'noticed', n: 4 },
      { what: 'survived', n: 5 },
      { what: 'noticed', n: 6 },
    ],
    turn: 7,
  })
  expect(repeated([], () => false)).toEqual({ verdicts: [], turn: 1 })
})

test('a test that passes only once, or misses a mistake the second time, is not repeated with it', () => {
  expect(repeated([4], (_, turn) => turn > 1)).toEqual({ verdicts: [{ what: 'once' }], turn: 2 })
  expect(repeated([9, 4], on => on === 4).verdicts).toEqual([
    { what: 'missed', n: 9 },
    { what: 'noticed', n: 4 },
  ])
})

test('what a mistake has spoilt is not taken for the next one', () => {
  // 4 passes and spoils the database: from there on everything fails.
  expect(repeated([4, 5, 6], (_, turn) => turn > 3).verdicts).toEqual([
    { what: 'survived', n: 4 },
    { what: 'doubt', n: 5 },
    { what: 'spoilt' },
  ])
  // 4 fails straight after a turn without any: that was itself.
  expect(repeated([4, 5], (_, turn) => turn > 2).verdicts).toEqual([
    { what: 'noticed', n: 4 },
    { what: 'spoilt' },
  ])
  expect(repeated([4], (_, turn) => turn === 1).verdicts).toEqual([{ what: 'spoilt' }])
})

test('a constant is put anew where each of its uses is seen, and only there', () => {
  const sources = [
    {
      path: 'a.ts',
      text: [
        'export const MOST = 5',
        'export const LEAST = 1',
        'const shadowed = 7',
        'const early = 8',
        'const late = early + f()',
        'const each = (shadowed: number) => (shadowed < late ? { MOST } : MOST)',
      ].join('\n'),
    },
    {
      path: 'b.ts',
      text: "import { LEAST as least } from './a.ts'\nexport const g = (a: number) => a > least",
    },
    { path: 'c.ts', text: "import { LEAST } from 'elsewhere'\nexport const h = () => LEAST" },
  ]
  const [first, , foreign] = sources
  const mutants = mutantsOf('a.ts', first?.text ?? '').map((each, n) => ({ ...each, n }))
  const namesOf = (some: typeof sources) => usesOf(some, mutants).constants.map(({ name }) => name)
  expect(namesOf(sources)).toEqual(['MOST'])
  const { constants, uses } = usesOf(
    sources.filter(each => each !== foreign),
    mutants,
  )
  expect(constants.map(({ name }) => name)).toEqual(['MOST', 'LEAST'])
  const codeOf = ({ path, text }: (typeof sources)[number]) => {
    const own = uses.filter(each => each.path === path)
    return withConstants({ path, text: withSwitches(text, [], own) }, constants).split('\n')
  }
  expect(sources.slice(0, 2).map(codeOf)).toEqual([
    [
      'export let MOST = 5;__constant([0], MOST, () => (5), it => { MOST = it })',
      'export let LEAST = 1;__constant([1], LEAST, () => (1), it => { LEAST = it })',
      'const shadowed = 7',
      'const early = 8',
      'const late = early + f()',
      'const each = (shadowed: number) => (shadowed < late ? { MOST: (__used(0), MOST) } : ((__used(0), MOST)))',
    ],
    [
      "import { LEAST as least } from './a.ts'",
      'export const g = (a: number) => a > ((__used(1), least))',
    ],
  ])
})
