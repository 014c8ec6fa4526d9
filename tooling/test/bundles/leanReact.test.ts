import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { lean, leftOut } from '../../bundles/leanReact.ts'
import { inRoot } from '../../root.ts'

const require = createRequire(import.meta.url)
const client = readFileSync(
  join(dirname(require.resolve('react-dom')), 'cjs/react-dom-client.production.js'),
  'utf8',
)
const filesIn = (folder: string, kind: RegExp) =>
  readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
    .filter(file => kind.test(file))
    .map(file => inRoot(folder, file))

/** What React takes for resources of the page, custom elements, refs of Fragments and actions. */
const elements = new RegExp(
  [
    /<(title|link|meta|style|script|[a-z]+-[a-z-]+)[\s/>]/,
    /<Fragment[^>]* ref=/,
    /<form\b[^<]*\saction=\{/,
    /\sformAction=\{/,
  ]
    .map(({ source }) => source)
    .join('|'),
)
const names = `ViewTransition SuspenseList useActionState useFormState useFormStatus
  requestFormReset preinit preloadModule`
const calls = new RegExp(`\\b(${names.split(/\s+/).join('|')})\\b`)

test('what nobody uses of React is left out, and a part that is not there is noticed', () => {
  const rest = lean(client)
  expect(rest.length).toBeLessThan(client.length * 0.92)
  expect(rest).toContain('function startViewTransition() { leftOut() }')
  expect(rest).toContain('function trackEnterViewTransitions() { return null }')
  expect(() => lean(client.replace('function startViewTransition(', 'function start('))).toThrow(
    'react-dom has no function startViewTransition',
  )
})

test('no page uses a part of React that is left out', () => {
  const uses = (text: string) => elements.test(text) || calls.test(text)
  expect(uses('<style precedence="low">') && uses('const [a] = useActionState(f)')).toBe(true)
  expect(uses('<form action={send}>')).toBe(true)
  const sources = ['apps/member/src', 'apps/console/src'].flatMap(src => filesIn(src, /\.tsx?$/))
  expect(sources.length).toBeGreaterThan(400)
  const found = sources.filter(
    file => !file.includes('/src/served') && uses(readFileSync(file, 'utf8')),
  )
  expect(found).toEqual([])
  expect(['ViewTransition', 'useActionState', 'useState'].map(name => leftOut.test(name))).toEqual([
    true,
    true,
    false,
  ])
})

/** A title is one of a drawing there, and a style without `href` is no resource. */
const resources = /(?:React\.createElement|\bjsxs?)\(\s*["'](?:link|meta|script)["']/

test('no library of the back office uses a part of React that is left out', () => {
  const uses = (text: string) => resources.test(text) || calls.test(text)
  expect(uses('React.createElement("link", null)') && uses('React.useActionState(f)')).toBe(true)
  const files = [
    'node_modules/antd',
    'node_modules/@rc-component',
    'node_modules/@ant-design',
  ].flatMap(folder => filesIn(folder, /(^|\/)es\/.*\.js$/))
  expect(files.length).toBeGreaterThan(1000)
  expect(files.filter(file => uses(readFileSync(file, 'utf8')))).toEqual([])
})
