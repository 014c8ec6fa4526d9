import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  bareAssertions,
  camelCaseAliases,
  bareStates,
  circles,
  complexFunctions,
  isUpward,
  longFunctions,
  nestedTernaries,
  passesFront,
  sourceOf,
  unheardEnds,
  wideLines,
} from '../house.ts'
import { inRoot } from '../root.ts'

const src = (path: string) => `apps/server/src/${path}`

test('imports run down: root, back office, areas, then kernel and ledger, which do not know each other', () => {
  const up: [string, string][] = [
    ['kernel/clock.ts', 'areas/vip/vip.ts'],
    ['areas/vip/vip.ts', 'console/desk/today.ts'],
    ['areas/vip/vip.ts', 'compose.ts'],
    ['console/desk/today.ts', 'demo/seed.ts'],
    ['ledger/ledger.ts', 'kernel/clock.ts'],
  ]
  for (const [from, to] of up) {
    expect(isUpward(src(from), src(to)), `${from} -> ${to}`).toBe(true)
    expect(isUpward(src(to), src(from)), `${to} -> ${from}`).toBe(from.startsWith('ledger'))
  }
})

test('an area is entered by its front; the composition root and the area itself may pass it', () => {
  const store = src('areas/cards/store/card.sql.ts')
  expect(passesFront(src('areas/cashier/payout.ts'), store)).toBe(true)
  expect(passesFront(src('console/desk/search.ts'), store)).toBe(true)
  expect(passesFront(src('areas/cashier/payout.ts'), src('areas/cards/cards.ts'))).toBe(false)
  expect(passesFront(src('areas/cards/member/delcard.ts'), store)).toBe(false)
  expect(passesFront(src('compose.ts'), store)).toBe(false)
})

test('files that import each other, over any number of steps, are a circle', () => {
  const file = (path: string, ...imports: string[]) =>
    sourceOf(path, imports.map(name => `import { x } from './${name}'`).join('\n'))
  const chain = [file('a.ts', 'b.ts'), file('b.ts', 'c.ts'), file('c.ts', 'd.ts'), file('d.ts')]
  expect(circles(chain)).toEqual([])
  expect(circles([...chain.slice(0, 2), file('c.ts', 'a.ts')])).toEqual([['a.ts', 'b.ts', 'c.ts']])
})

test('a line over 100 columns needs a long literal; a function has at most 70 lines', () => {
  const wide = `const sum = ${Array.from({ length: 40 }, (_, n) => `a${n}`).join(' + ')}`
  const said = `const said = '${'x'.repeat(120)}'`
  expect(wideLines(sourceOf('a.ts', `${wide}\n${said}`))).toEqual(['a.ts:1'])
  const body = (lines: number) => `function f() {\n${'  g()\n'.repeat(lines - 2)}}`
  expect(longFunctions(sourceOf('a.ts', body(70)))).toEqual([])
  expect(longFunctions(sourceOf('a.ts', body(71)))).toEqual(['a.ts:1 (71)'])
})

test('a function has at most ten ways through it, those of functions inside it aside', () => {
  const ways = (n: number) => 'if (a) b()\n'.repeat(n - 1)
  expect(complexFunctions(sourceOf('a.ts', `function f() {\n${ways(10)}}`))).toEqual([])
  expect(complexFunctions(sourceOf('a.ts', `function f() {\n${ways(11)}}`))).toEqual([
    'a.ts:1 (11)',
  ])
  const inner = `function f() {\n${ways(6)}const g = () => {\n${ways(6)}}\n}`
  expect(complexFunctions(sourceOf('a.ts', inner))).toEqual([])
  expect(complexFunctions(sourceOf('a.ts', `const f = () => a${' && a'.repeat(10)}`))).toHaveLength(
    1,
  )
})

test('conditional expressions do not nest, and a non-null assertion says why it holds', () => {
  expect(nestedTernaries(sourceOf('a.ts', 'f(a ? b : c, d ? e : f)'))).toEqual([])
  expect(nestedTernaries(sourceOf('a.ts', 'f(a ? b : c ? d : e)'))).toEqual(['a.ts:1'])
  expect(bareAssertions(sourceOf('a.ts', 'f(a!)'))).toEqual(['a.ts:1'])
  expect(bareAssertions(sourceOf('a.ts', '// Set above.\nf(a!)'))).toEqual([])
})

test('SQL names no column in camelCase; the keys of JSON are not columns', () => {
  const statement =
    'sql`\n  select m.vip as "memberVip", ${1} as "x", m.vip as vip, t."minFen" as low`'
  expect(camelCaseAliases(sourceOf('a.ts', statement))).toEqual(['a.ts:2'])
  expect(camelCaseAliases(sourceOf('a.ts', 'sql`${sql`1 as "aB"`}, 2 as "cD"`'))).toHaveLength(2)
})

test('a state has a name wherever it is compared or given, tests and the facts aside', () => {
  const places = (path: string, text: string) => bareStates(sourceOf(path, text))
  const bare = [
    'if (row.state === 2) a()',
    'const b = 0 !== found?.apply_state',
    'list({ state: filter.orderState ?? 1 })',
    'save({ state: 3 })',
  ]
  expect(places('a.ts', bare.join('\n'))).toEqual(['a.ts:1', 'a.ts:2', 'a.ts:3', 'a.ts:4'])
  const named = [
    'if (row.state === depositState.credited) a()',
    "if (row.state === 'open' || answer.status === 200) a()",
    'if (RANK[row.state] === 3 || states.length > 1) a()',
  ]
  expect(places('a.ts', named.join('\n'))).toEqual([])
  for (const path of ['packages/contract/src/agent/facts.ts', 'bench/run.ts'])
    expect(places(path, bare.join('\n'))).toEqual([])
})

test('a state has a name in SQL as well: it is a parameter, a literal of a fact or a text', () => {
  const places = (path: string, text: string) => bareStates(sourceOf(path, text))
  const bare = [
    'sql`select 1 from deposit_order o where o.state = 2 and at > ${since}`',
    'sql`update game set app_state=${a}, state = ${b} where ${c} and STATE <> 3`',
    'sql`${a} where state in (1, 2) or status not in (${b})`',
    'sql`select case status when 1 then ${a} else 0 end`',
  ]
  expect(places('a.ts', bare.join('\n'))).toEqual(['a.ts:1', 'a.ts:2', 'a.ts:3', 'a.ts:4'])
  const named = [
    'sql`where state = ${sql.literal(depositState.credited)} and state <> ${state}`',
    "sql`where state = 'open' or state in (${waiting}, ${credited}) or estate_number = 3`",
    'goTo(`/wallet?state=2`)',
    "say('state = 2')",
  ]
  expect(places('a.ts', named.join('\n'))).toEqual([])
  expect(places('apps/server/test/cashier/deposit.test.ts', bare.join('\n'))).toEqual([])
})

test('what a test opens is ended by what the runner hears', () => {
  const heard =
    'afterAll(end)\ndescribe("a", () => {\n  afterAll(end)\n})\ndescribe.each([1])("b", () => afterAll(() => end()))'
  expect(unheardEnds(sourceOf('a.test.ts', heard))).toEqual([])
  const unheard = 'test("a", () => {\n  afterAll(end)\n})\nfunction open() {\n  afterAll(end)\n}'
  expect(unheardEnds(sourceOf('a.test.ts', unheard))).toEqual(['a.test.ts:2', 'a.test.ts:5'])
})

test('docs/start-here.md names every area, app and package', () => {
  const text = readFileSync(inRoot('docs/start-here.md'), 'utf8')
  const unnamed = (folder: string, inText: (name: string) => string) =>
    readdirSync(inRoot(folder)).filter(name => !text.includes(inText(name)))
  expect(unnamed('apps/server/src/areas', name => `\`${name}\``)).toEqual([])
  expect(unnamed('apps', name => `apps/${name}/`)).toEqual([])
  expect(unnamed('packages', name => `  ${name}/ `)).toEqual([])
})
