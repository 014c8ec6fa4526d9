import { expect, test } from 'vitest'
import { circles, isUpward, longFunctions, passesFront, sourceOf, wideLines } from '../house.ts'

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
