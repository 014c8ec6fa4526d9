import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseSync } from 'vite'
import { inRoot } from '../root.ts'
import { nodesIn, type Node } from '../syntax.ts'

const table = readFileSync(inRoot('docs/specification.md'), 'utf8')
const [proven, notYet] = table.split('\n## Not yet\n') as [string, string]

type Row = { id: string; text: string; proofs: { path: string; title: string }[] }
const cellsOf = (text: string) =>
  text
    .split('\n')
    .filter(line => /^\| (P[12]|B)-/.test(line))
    .map(line => line.split(' | ').map(cell => cell.replace(/^\| | \|$/g, '').trim()))
const rows: Row[] = cellsOf(proven).map(([id = '', text = '', proofs = '']) => ({
  id,
  text,
  proofs: [...proofs.matchAll(/`([^`›]+) › ([^`]+)`/g)].map(([, path = '', title = '']) => ({
    path,
    title,
  })),
}))
const open = cellsOf(notYet).map(([id = '']) => id)
const ids = new Set([...rows.map(({ id }) => id), ...open])

type Call = Node & { callee: Expression; arguments: Expression[] }
type Expression = {
  type: string
  name?: string
  object?: Expression
  callee?: Expression
  value?: unknown
  quasis?: { value: { raw: string } }[]
}

/** The name a test is declared by: `test`, or what stands before `.each(…)`. */
function declares(node: Expression | undefined): boolean {
  if (node?.type === 'Identifier') return node.name === 'test'
  if (node?.type === 'MemberExpression') return declares(node.object)
  return node?.type === 'CallExpression' && declares(node.callee)
}

const isCall = (node: Node): node is Call => node.type === 'CallExpression'

const callsIn = (path: string) =>
  nodesIn(parseSync(path, readFileSync(inRoot(path), 'utf8')).program).filter(isCall)

const known = new Map<string, string[]>()
/** The titles of a file's tests as they are written; of a template, its fixed parts. */
function titlesOf(path: string): string[] {
  const found =
    known.get(path) ??
    callsIn(path).flatMap(call => {
      const title = declares(call.callee) ? call.arguments[0] : undefined
      if (title?.type === 'Literal' && typeof title.value === 'string') return [title.value]
      return title?.type === 'TemplateLiteral'
        ? [title.quasis!.map(part => part.value.raw).join('…')]
        : []
    })
  known.set(path, found)
  return found
}

test('every row has a number of its own, something that must hold, and a test', () => {
  expect(rows.length).toBeGreaterThan(300)
  expect(rows.length + open.length, 'no number twice').toBe(ids.size)
  expect(
    rows.filter(({ text, proofs }) => text === '' || proofs.length === 0).map(({ id }) => id),
  ).toEqual([])
})

test('every test that a row names exists, and is the only one of that title in its file', () => {
  const wrong = rows.flatMap(({ id, proofs }) =>
    proofs.flatMap(({ path, title }) => {
      const found = existsSync(inRoot(path))
        ? titlesOf(path).filter(each => each.includes(title)).length
        : 0
      return found === 1 ? [] : [`${id}: ${path} › ${title} (${found} found)`]
    }),
  )
  expect(wrong).toEqual([])
})

test('every browser test of the documents proves a row', () => {
  const proofs = rows.flatMap(row => row.proofs)
  const idle = globSync('e2e/spec/**/*.ts', { cwd: inRoot('.') }).flatMap(path =>
    titlesOf(path)
      .filter(title => !proofs.some(proof => proof.path === path && title.includes(proof.title)))
      .map(title => `${path} › ${title}`),
  )
  expect(idle).toEqual([])
})

test('a number that a test names is a row', () => {
  const named = globSync('e2e/spec/**/*.ts', { cwd: inRoot('.') }).flatMap(path =>
    [...readFileSync(inRoot(path), 'utf8').matchAll(/\b(?:P[12]|B)-[\d.]+-\d+\b/g)].map(
      ([id]) => id,
    ),
  )
  expect(named.filter(id => !ids.has(id))).toEqual([])
})

test('what is not proven yet is counted, so that it can only shrink in sight of everybody', () => {
  expect(open).toHaveLength(Number(/^Rows: (\d+)$/m.exec(notYet)?.[1]))
})
