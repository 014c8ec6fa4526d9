// Constants of a source with mistakes in them. They are computed once, while the source is loaded;
// to plant there without loading anew, such a constant is put anew while its mistake is on, and
// each use says that a test came past. Those whose every use is seen are taken; the others are
// asked of all files that load the source.
import { posix } from 'node:path'
import { parseSync } from 'vite'
import type { Numbered, Use } from './switches.ts'

type Range = { start: number; end: number }
type Node = Range & { type: string } & Record<string, unknown>
type Source = { path: string; text: string }

/** A constant at the top of a source, and the numbers of the mistakes in it. */
export type Constant = { path: string; name: string; numbers: number[] }
/** A node with those around it, the nearest first; `isLater` where it runs after loading. */
type Found = { node: Node; around: readonly Node[]; isLater: boolean }

const isNode = (value: unknown): value is Node =>
  value !== null && typeof value === 'object' && typeof (value as Node).type === 'string'

const isFunction = ({ type }: Node) => type.includes('Function')

/** All nodes but types. */
function* nodesOf(value: unknown, around: readonly Node[] = [], isLater = false): Generator<Found> {
  if (Array.isArray(value)) for (const each of value) yield* nodesOf(each, around, isLater)
  if (!isNode(value) || /^TS(?!As|NonNull|Satisfies|Parameter)/.test(value.type)) return
  yield { node: value, around, isLater }
  const within = [value, ...around.slice(0, 1)]
  const runsLater = isLater || isFunction(value)
  for (const child of Object.values(value)) yield* nodesOf(child, within, runsLater)
}

const statementsOf = ({ path, text }: Source) =>
  parseSync(path, text).program.body as unknown as Node[]
const nodesIn = (source: Source) => [...nodesOf(statementsOf(source))]

/** What may be computed again: nothing that keeps a state or tells others of itself. */
const PURE = new Set(['z', 'sql', 'Array', 'BigInt', 'Map', 'Math', 'Number', 'Object', 'Set'])

function rootOf(callee: Node): string {
  if (callee.type === 'Identifier') return String(callee['name'])
  const inner = callee['object'] ?? callee['callee']
  return isNode(inner) ? rootOf(inner) : callee.type
}

const CALLS = new Set(['CallExpression', 'NewExpression'])
const isPure = (init: Node) =>
  !isFunction(init) &&
  [...nodesOf(init)].every(({ node, isLater }) => {
    if (isLater) return true
    if (node.type === 'AwaitExpression') return false
    if (!CALLS.has(node.type)) return true
    const root = rootOf(node['callee'] as Node)
    return PURE.has(root) || root === 'ArrayExpression'
  })

type Declared = { name: string; word: Range; init: Node; end: number }

/** `const name = …` at the top of a source, one name each. */
function declaredIn(source: Source): Declared[] {
  return statementsOf(source).flatMap(statement => {
    const { type, kind, declarations } = (statement['declaration'] ?? statement) as Node
    const [one, other] = (declarations ?? []) as Node[]
    const { id, init } = (one ?? {}) as { id?: Node; init?: Node }
    if (type !== 'VariableDeclaration' || kind !== 'const' || other) return []
    if (id?.type !== 'Identifier' || !init || !isPure(init)) return []
    const start = source.text.indexOf('const', statement.start)
    const word = { start, end: start + 'const'.length }
    return [{ name: String(id['name']), word, init, end: statement.end }]
  })
}

/** The constants that these mistakes lie in. */
function constantsOf(source: Source, mutants: readonly Numbered[]): Constant[] {
  const later = nodesIn(source).filter(({ node, isLater }) => isLater || isFunction(node))
  const atOnce = mutants.filter(
    each => !later.some(({ node }) => node.start <= each.start && each.end <= node.end),
  )
  return declaredIn(source).flatMap(({ name, init }) => {
    const numbers = atOnce
      .filter(each => init.start <= each.start && each.end <= init.end)
      .map(({ n }) => n)
    return numbers.length > 0 ? [{ path: source.path, name, numbers }] : []
  })
}

type Specifier = { type: string; imported?: Node; local?: Node }

/** What a source takes from others, name by name; not `isPlain` where it hands on or takes all. */
const takenBy = (source: Source) =>
  statementsOf(source).flatMap(statement => {
    const from = statement['source']
    if (!isNode(from)) return []
    const target = posix.join(posix.dirname(source.path), String(from['value']))
    const specifiers = (statement['specifiers'] ?? []) as Specifier[]
    return specifiers.map(({ type, imported, local }) => ({
      target,
      name: (imported ?? local)?.['name'],
      local: local?.['name'],
      isPlain: type === 'ImportSpecifier',
    }))
  })

type Reading = { uses: Use[]; unseen: Set<Constant> }
type Names = ReadonlyMap<unknown, Constant>

/** The constants of a source and those that it imports, by the names they have there. */
function namesIn(source: Source, constants: readonly Constant[], { unseen }: Reading): Names {
  const own = constants.filter(({ path }) => path === source.path)
  const names = new Map<unknown, Constant>(own.map(each => [each.name, each]))
  for (const { target, name, local, isPlain } of takenBy(source))
    for (const each of constants) {
      const isOf = each.path === target
      if (isPlain && isOf && each.name === name) names.set(local, each)
      // By way of another source or of a package, or all of a source at once.
      else if (each.name === name || (!isPlain && isOf)) unseen.add(each)
    }
  return names
}

/** A name that stands there as a key and not for what it holds. */
const isKey = (node: Node, parent: Node) =>
  (parent['property'] === node || parent['key'] === node) && parent['computed'] !== true

/** A place that binds a name: a parameter, a pattern, a function. */
const binds = (node: Node, [parent, grandparent]: readonly Node[]) =>
  parent?.['id'] === node ||
  parent?.['param'] === node ||
  (Array.isArray(parent?.['params']) && parent['params'].includes(node)) ||
  /Pattern$|^RestElement$/.test(parent?.type ?? '') ||
  grandparent?.type === 'ObjectPattern'

/** The constant that is read there; undefined where nothing or only its name stands. */
function readAt({ node, around: [parent], isLater }: Found, { path }: Source, names: Names) {
  const constant = node.type === 'Identifier' ? names.get(node['name']) : undefined
  if (!constant || !parent || parent.type === 'ImportSpecifier' || isKey(node, parent))
    return undefined
  const isDeclared = constant.path === path && !isLater && parent['id'] === node
  return isDeclared ? undefined : constant
}

const isSeen = ({ node, around, isLater }: Found) =>
  isLater && !binds(node, around) && around[0]?.type !== 'ExportSpecifier'

/** Every use in one source, and the constants of which a use there cannot be seen. */
function readingsIn(source: Source, constants: readonly Constant[]): Reading {
  const reading: Reading = { uses: [], unseen: new Set() }
  const names = namesIn(source, constants, reading)
  if (names.size === 0) return reading
  for (const found of nodesIn(source)) {
    const constant = readAt(found, source, names)
    if (!constant) continue
    if (!isSeen(found)) reading.unseen.add(constant)
    const { start, end } = found.node
    const [parent] = found.around
    const isShorthand = parent?.type === 'Property' && parent['shorthand'] === true
    reading.uses.push({ ...constant, path: source.path, start, end, isShorthand })
  }
  return reading
}

export type Constants = { constants: Constant[]; uses: Use[] }

/** The constants whose every use in these sources is seen, with the uses. */
export function usesOf(sources: readonly Source[], mutants: readonly Numbered[]): Constants {
  const byPath = Map.groupBy(mutants, ({ path }) => path)
  const all = sources.flatMap(each => {
    const here = byPath.get(each.path)
    return here ? constantsOf(each, here) : []
  })
  const naming = sources.filter(({ text }) => all.some(({ name }) => text.includes(name)))
  const readings = naming.map(each => readingsIn(each, all))
  const unseen = new Set(readings.flatMap(each => [...each.unseen]))
  const seen = all.filter(each => !unseen.has(each))
  const taken = new Set(seen.map(({ numbers }) => numbers))
  return {
    constants: seen,
    uses: readings.flatMap(each => each.uses).filter(({ numbers }) => taken.has(numbers)),
  }
}

/** Lets these constants of a source be put anew; `code` may have switches already. */
export function withConstants(source: Source, constants: readonly Constant[]): string {
  const here = new Map(
    constants.filter(({ path }) => path === source.path).map(each => [each.name, each.numbers]),
  )
  return declaredIn(source).reduceRight((text, { name, word, init, end }) => {
    const numbers = here.get(name)
    if (!numbers) return text
    const computed = source.text.slice(init.start, init.end)
    const put = `;__constant([${numbers.join(', ')}], ${name}, () => (${computed}), it => { ${name} = it })`
    return `${text.slice(0, word.start)}let${text.slice(word.end, end)}${put}${text.slice(end)}`
  }, source.text)
}
