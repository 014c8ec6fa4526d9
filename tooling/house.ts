// The rules of the house that a program can keep: who imports whom, how long things are, and that
// references resolve. `npm run check` prints the counts and fails when one is above its limit in
// house.limits.json; the limits only fall.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'vite'
import { inRoot, root } from './root.ts'
import { nodesIn, type Node } from './syntax.ts'

const MAX_COLUMNS = 100
const MAX_FUNCTION_LINES = 70
const MAX_FILES = 25
const MAX_COMPLEXITY = 10
/** A literal this long may make its line longer than the rest: a sentence, an address, SQL. */
const LONG_LITERAL = 40

type Source = { path: string; text: string; nodes: Node[]; imports: string[] }

const tracked = () =>
  spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
    .stdout.toString()
    .split('\n')
    .filter(path => path !== '' && existsSync(inRoot(path)))

const IMPORTING = new Set(['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration'])

export function sourceOf(path: string, text = readFileSync(inRoot(path), 'utf8')): Source {
  const nodes = nodesIn(parseSync(path, text).program)
  const imports = nodes.flatMap(node => {
    const from = (node['source'] as { value?: unknown } | null | undefined)?.value
    if (!IMPORTING.has(node.type) || typeof from !== 'string' || !from.startsWith('.')) return []
    return [normalize(join(dirname(path), from))]
  })
  return { path, text, nodes, imports }
}

const SERVER = 'apps/server/src/'
/** From the ground up: kernel and ledger, areas, back office, composition root, demo. */
const FLOORS = { kernel: 1, ledger: 1, areas: 2, console: 3, root: 4, demo: 5 } as const
type Room = keyof typeof FLOORS

function roomOf(path: string): Room | null {
  if (!path.startsWith(SERVER)) return null
  const [first = ''] = path.slice(SERVER.length).split('/')
  return first in FLOORS ? (first as Room) : 'root'
}

const areaOf = (path: string) => /^apps\/server\/src\/areas\/([^/]+)\//.exec(path)?.[1]
const frontOf = (area: string) => `${SERVER}areas/${area}/${area}.ts`

export function isUpward(from: string, to: string): boolean {
  const [a, b] = [roomOf(from), roomOf(to)]
  if (a === null || b === null) return false
  return FLOORS[b] > FLOORS[a] || (FLOORS[a] === FLOORS[b] && a !== b)
}

/** Outsiders import only the front file of an area; the composition root may reach everything. */
export function passesFront(from: string, to: string): boolean {
  const [area, room] = [areaOf(to), roomOf(from)]
  if (area === undefined || room === null || room === 'root' || areaOf(from) === area) return false
  return to !== frontOf(area)
}

/** Groups of files that import each other (Tarjan's strongly connected components). */
export function circles(sources: Source[]): string[][] {
  const edges = new Map(sources.map(({ path, imports }) => [path, imports]))
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  /** Visits a file; answers the lowest index its imports lead back to. */
  const visit = (path: string): number => {
    const own = low.size
    let lowest = own
    low.set(path, own)
    stack.push(path)
    for (const next of edges.get(path) ?? []) {
      if (!edges.has(next)) continue
      const reached = low.get(next) ?? visit(next)
      if (stack.includes(next)) lowest = Math.min(lowest, reached)
      low.set(path, lowest)
    }
    if (lowest < own) return lowest
    const group = stack.splice(stack.indexOf(path))
    if (group.length > 1) found.push(group)
    return lowest
  }
  for (const path of edges.keys()) if (!low.has(path)) visit(path)
  return found
}

const LITERALS = new Set(['Literal', 'TemplateLiteral', 'JSXText'])

/** Lines over 100 columns that no long literal excuses, as `path:line`. */
export function wideLines({ path, text, nodes }: Source): string[] {
  const literals = nodes.filter(
    node => LITERALS.has(node.type) && node.end - node.start >= LONG_LITERAL,
  )
  let start = 0
  return text.split('\n').flatMap((line, n) => {
    const [from, to] = [start, start + line.length]
    start = to + 1
    if (line.length <= MAX_COLUMNS) return []
    const excused = literals.some(
      each => Math.min(to, each.end) - Math.max(from, each.start) >= LONG_LITERAL,
    )
    return excused ? [] : [`${path}:${n + 1}`]
  })
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
const isTest = (path: string) => /(^|\/)(test|e2e|bench)\//.test(path)

const lineIn = (text: string) => (offset: number) => text.slice(0, offset).split('\n').length

/** Functions over 70 lines outside tests, as `path:line (lines)`. */
export function longFunctions({ path, text, nodes }: Source): string[] {
  if (isTest(path)) return []
  const lineOf = lineIn(text)
  return nodes.flatMap(node => {
    if (!FUNCTIONS.has(node.type)) return []
    const [first, last] = [lineOf(node.start), lineOf(node.end)]
    return last - first + 1 > MAX_FUNCTION_LINES ? [`${path}:${first} (${last - first + 1})`] : []
  })
}

const BRANCHES = new Set([
  'IfStatement',
  'ConditionalExpression',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
  'LogicalExpression',
  'CatchClause',
])

const isBranch = (node: Node) =>
  BRANCHES.has(node.type) || (node.type === 'SwitchCase' && node['test'] !== null)

/** The nodes of a function's own body, without those of functions inside it. */
function* ownNodes(value: unknown): Generator<Node> {
  if (value === null || typeof value !== 'object') return
  const node = value as Node
  if (typeof node.type === 'string' && FUNCTIONS.has(node.type)) return
  if (typeof node.type === 'string' && typeof node.start === 'number') yield node
  for (const child of Object.values(value)) yield* ownNodes(child)
}

/** Functions with more than 10 ways through them, outside tests, as `path:line (ways)`. */
export function complexFunctions({ path, text, nodes }: Source): string[] {
  if (isTest(path)) return []
  const lineOf = lineIn(text)
  return nodes.flatMap(node => {
    if (!FUNCTIONS.has(node.type)) return []
    const ways =
      1 + [...ownNodes(node['params']), ...ownNodes(node['body'])].filter(isBranch).length
    return ways > MAX_COMPLEXITY ? [`${path}:${lineOf(node.start)} (${ways})`] : []
  })
}

/** Conditional expressions that choose between conditional expressions, as `path:line`. */
export function nestedTernaries({ path, text, nodes }: Source): string[] {
  const lineOf = lineIn(text)
  return nodes
    .filter(node => node.type === 'ConditionalExpression')
    .flatMap(node => [node['consequent'] as Node, node['alternate'] as Node])
    .filter(({ type }) => type === 'ConditionalExpression')
    .map(({ start }) => `${path}:${lineOf(start)}`)
}

/** Non-null assertions outside tests with no comment beside or above them, as `path:line`. */
export function bareAssertions({ path, text, nodes }: Source): string[] {
  if (isTest(path)) return []
  const lines = text.split('\n')
  const lineOf = lineIn(text)
  const says = (line: string | undefined) => /\/\/|\*\/|^\s*\*/.test(line ?? '')
  return nodes
    .filter(node => node.type === 'TSNonNullExpression')
    .map(node => lineOf(node.end))
    .filter(line => !says(lines[line - 1]) && !says(lines[line - 2]))
    .map(line => `${path}:${line}`)
}

const CAMEL_CASE_ALIAS = /\bas\s+"[a-z]\w*[A-Z]\w*"/g

/**
 * SQL that names a column in camelCase, as `path:line`: packages/database names all columns so
 * (docs/decisions/0041-rows-have-camelcase-keys.md).
 */
export function camelCaseAliases({ path, text, nodes }: Source): string[] {
  const lineOf = lineIn(text)
  return nodes
    .filter(node => node.type === 'TemplateElement')
    .flatMap(({ start, end }) =>
      [...text.slice(start, end).matchAll(CAMEL_CASE_ALIAS)].map(
        ({ index }) => `${path}:${lineOf(start + index)}`,
      ),
    )
}

const COMPARISONS = new Set(['===', '!==', '<', '<=', '>', '>=', '??'])

const isNumber = (node: Node) => node.type === 'Literal' && typeof node['value'] === 'number'

/** Whether an expression reads a state: `state`, `row.state`, `activity.apply_state`. */
function isState(node: Node): boolean {
  if (node.type === 'ChainExpression') return isState(node['expression'] as Node)
  if (node.type === 'MemberExpression' && !node['computed'])
    return isState(node['property'] as Node)
  return node.type === 'Identifier' && /state$/i.test(String(node['name']))
}

/** `o.state = 2`, `app_state in (1, 2)`, `case status when 1`: a state in SQL as a bare number. */
const BARE_STATE_IN_SQL =
  /\b\w*(?:state|status)\s+(?:(?:=|<>|!=|<=?|>=?|when)\s*|(?:not\s+)?in\s*\(\s*)\d/gi

/**
 * States compared with or given as bare numbers outside tests, as `path:line`. Their names are
 * facts of the contract (`packages/contract/src/<area>/facts.ts`); SQL writes them with
 * `sql.literal`.
 */
export function bareStates(source: Source): string[] {
  const { path, text } = source
  if (isTest(path) || /(^|\/)facts\.ts$/.test(path)) return []
  const lineOf = lineIn(text)
  return [...statesInCode(source), ...statesInSql(source)].map(
    offset => `${path}:${lineOf(offset)}`,
  )
}

const statesInSql = ({ text, nodes }: Source): number[] =>
  nodes
    .filter(node => node.type === 'TemplateElement')
    .flatMap(({ start, end }) =>
      [...text.slice(start, end).matchAll(BARE_STATE_IN_SQL)].map(({ index }) => start + index),
    )

function statesInCode({ nodes }: Source): number[] {
  const isBare = (state: unknown, number: unknown) =>
    isState(state as Node) && isNumber(number as Node)
  return nodes
    .filter(node => {
      if (node.type === 'Property') return isBare(node['key'], node['value'])
      if (!COMPARISONS.has(String(node['operator']))) return false
      return isBare(node['left'], node['right']) || isBare(node['right'], node['left'])
    })
    .map(({ start }) => start)
}

/** What is called in the end: `describe` of `describe.each(rows)(title, tests)`. */
const nameOf = (node: unknown): string => {
  const { type, name, callee, object, tag } = node as Node
  if (type === 'Identifier') return String(name)
  return nameOf(callee ?? object ?? tag ?? { type: 'Identifier', name: '' })
}

/**
 * `afterAll` in a function that is no group of tests, as `path:line`: Vitest drops it without a
 * word when a test or a hook calls it. Functions call tooling/test/ends/atEnd.ts.
 */
export function unheardEnds({ path, text, nodes }: Source): string[] {
  if (path.startsWith('tooling/test/ends/')) return []
  const lineOf = lineIn(text)
  const calls = nodes.filter(({ type }) => type === 'CallExpression')
  const groups = new Set(
    calls
      .filter(({ callee }) => nameOf(callee) === 'describe')
      .flatMap(call => (call['arguments'] as Node[]).map(({ start }) => start)),
  )
  const functions = nodes.filter(({ type, start }) => FUNCTIONS.has(type) && !groups.has(start))
  return calls
    .filter(({ callee }) => nameOf(callee) === 'afterAll')
    .filter(call => functions.some(each => each.start < call.start && call.end < each.end))
    .map(({ start }) => `${path}:${lineOf(start)}`)
}

/** Citations of documents that are not in the repository, as `path:line`. */
const citations = (path: string, text: string): string[] =>
  text
    .split('\n')
    .flatMap((line, n) =>
      /\bdecisions? \d+|\bpart [12] §/i.test(line) && !/docs\/decisions\//.test(line)
        ? [`${path}:${n + 1}`]
        : [],
    )

/** Files that comments and documents name and that do not exist. */
function missingFiles(path: string, text: string): string[] {
  const named = [
    ...text.matchAll(
      /\b(?:docs|apps|packages|tooling|e2e|bench)\/[\w./-]+\.(?:md|ts|tsx|sql|html)\b/g,
    ),
  ]
  return named.flatMap(([file]) => (existsSync(inRoot(file)) ? [] : [`${path}: ${file}`]))
}

function crowdedFolders(paths: string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  const exempt = /migrations$|\/public\/|tooling\/pictures\/sources$|docs\/decisions$/
  return [...counts]
    .filter(([folder, count]) => count > MAX_FILES && !exempt.test(folder))
    .map(([folder, count]) => `${folder} (${count})`)
}

/** Every rule with the places that break it. */
export function houseRules(): Record<string, string[]> {
  const paths = tracked()
  const sources = paths.filter(path => /\.(ts|tsx|mjs)$/.test(path)).map(path => sourceOf(path))
  if (sources.length === 0) throw new Error('No tracked files: house rules need a git checkout.')
  const pairs = sources.flatMap(({ path, imports }) => imports.map(to => [path, to] as const))
  const shown = (found: (readonly [string, string])[]) =>
    found.map(([from, to]) => `${from} -> ${to}`)
  const documents = paths.filter(
    path => /^(docs\/|README|CONTRIBUTING)/.test(path) && path.endsWith('.md'),
  )
  return {
    'upward imports': shown(pairs.filter(([from, to]) => isUpward(from, to))),
    'imports past a front': shown(pairs.filter(([from, to]) => passesFront(from, to))),
    circles: circles(sources).map(group => group.join(', ')),
    'folders over 25 files': crowdedFolders(paths),
    'lines over 100 columns': sources.flatMap(wideLines),
    'functions over 70 lines': sources.flatMap(longFunctions),
    'functions over complexity 10': sources.flatMap(complexFunctions),
    'nested ternaries': sources.flatMap(nestedTernaries),
    'non-null assertions without a reason': sources.flatMap(bareAssertions),
    'camelCase aliases in SQL': sources.flatMap(camelCaseAliases),
    'states as bare numbers': sources.flatMap(bareStates),
    'ends that nobody hears': sources.flatMap(unheardEnds),
    'unresolved references': [
      ...sources.flatMap(({ path, text }) => [
        ...citations(path, text),
        ...missingFiles(path, text),
      ]),
      ...documents.flatMap(path => missingFiles(path, readFileSync(inRoot(path), 'utf8'))),
    ],
  }
}

if (import.meta.main) {
  const limits = JSON.parse(readFileSync(inRoot('tooling/house.limits.json'), 'utf8')) as Record<
    string,
    number
  >
  const asked = process.argv[2]
  let failed = false
  for (const [rule, places] of Object.entries(houseRules())) {
    const limit = limits[rule] ?? 0
    const over = places.length > limit
    failed ||= over
    console.log(
      `${String(places.length).padStart(5)}  ${rule}${limit > 0 || over ? ` (limit ${limit})` : ''}`,
    )
    if (over || asked === rule)
      for (const place of places.slice(0, asked === rule ? undefined : 20))
        console.log(`         ${place}`)
  }
  if (failed) process.exit(1)
}
