// Mistakes that a person could make, planted one at a time: a comparison off by one, a condition
// turned round, a call left out. Each stands in for one expression, its place.
import { parseSync } from 'vite'

type Range = { start: number; end: number }

export type Mutant = Range & {
  path: string
  line: number
  /** What stands there, and what is planted instead. */
  from: string
  to: string
  /** The expression around it that another can stand for: a key, or the beginning of a line. */
  place: Range & { isKey: boolean; opens: boolean }
  /** A comparison of order, or of a sum or a moment: what decides at the very number. */
  isEdge: boolean
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>
/** A node with those around it, the nearest first. */
type Found = { node: Node; around: readonly Node[] }
type Change = { at: Range; to: string }

const isNode = (value: unknown): value is Node =>
  value !== null &&
  typeof value === 'object' &&
  typeof (value as Node).type === 'string' &&
  typeof (value as Node).start === 'number'

/** What is computed when the program runs; types are not. */
function* running(value: unknown, around: readonly Node[] = []): Generator<Found> {
  if (Array.isArray(value)) for (const each of value) yield* running(each, around)
  if (!isNode(value) || /^TS(?!As|NonNull|Satisfies)/.test(value.type)) return
  yield { node: value, around }
  const within = [value, ...around.slice(0, 1)]
  for (const child of Object.values(value)) yield* running(child, within)
}

/** Edges first: `<` taken for `<=` is the mistake that stays unseen longest. */
const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<='],
  '<=': ['<'],
  '>': ['>='],
  '>=': ['>'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '*': ['+'],
  '-': ['+'],
}
const ORDER = new Set(['<', '<=', '>', '>='])

/** Of sums and moments, "another" is also mistaken for "less" or "more"; none has no order. */
const AMOUNT = /(?:Fen|At|Ms|Units)$/
const NONE = /^(?:null|undefined)$/
const BETWEEN: readonly string[] = ['===', '!==']

const TEXT = new Set(['TemplateLiteral', 'Literal'])
const isText = (value: unknown) =>
  isNode(value) &&
  TEXT.has(value.type) &&
  (value.type === 'TemplateLiteral' || typeof value['value'] === 'string')

function operatorChanges(node: Node, text: string): Change[] {
  const operator = String(node['operator'])
  const [left, right] = [node['left'] as Node, node['right'] as Node]
  const isSum =
    BETWEEN.includes(operator) &&
    AMOUNT.test(text.slice(left.start, left.end)) &&
    !NONE.test(text.slice(right.start, right.end))
  const isPlus = operator === '+' && !isText(left) && !isText(right)
  const others = [
    ...(OPERATORS[operator] ?? []),
    ...(isSum ? ['<', '>'] : []),
    ...(isPlus ? ['-'] : []),
  ]
  const start = text.indexOf(operator, left.end)
  return others.map(to => ({ at: { start, end: start + operator.length }, to }))
}

/** A condition that always holds, and one that never does. */
const conditionChanges = (at: Node): Change[] => ['true', 'false'].map(to => ({ at, to }))

const isCall = (value: unknown): value is Node =>
  isNode(value) &&
  (value.type === 'CallExpression' ||
    (value.type === 'AwaitExpression' && isCall(value['argument'])))

const callChanges = (at: unknown): Change[] => (isCall(at) ? [{ at, to: 'void 0' }] : [])

/** A small figure is missed by one; a large one, a time or a bound, by a nought. */
const LARGE = 1_000n
const missed = (figure: bigint) => String(figure >= LARGE ? figure * 10n : figure + 1n)

function literalChanges(at: Node): Change[] {
  const { value, bigint } = at
  if (typeof value === 'boolean') return [{ at, to: String(!value) }]
  if (typeof bigint === 'string') return [{ at, to: `${missed(BigInt(bigint))}n` }]
  return Number.isInteger(value) ? [{ at, to: missed(BigInt(value as number)) }] : []
}

const CHANGES: Readonly<Record<string, (node: Node, text: string) => Change[]>> = {
  BinaryExpression: operatorChanges,
  LogicalExpression: operatorChanges,
  IfStatement: node => conditionChanges(node['test'] as Node),
  ConditionalExpression: node => conditionChanges(node['test'] as Node),
  ExpressionStatement: node => callChanges(node['expression']),
  Literal: literalChanges,
  TemplateElement: (node, text) => sqlChanges(text.slice(node.start, node.end), node.start),
}

/** Comparisons and signs in the text of a statement; `from` is where the text begins. */
function sqlChanges(text: string, from = 0): Change[] {
  const words: Readonly<Record<string, string>> = {
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    '<>': '=',
    '+': '-',
    '-': '+',
    'is null': 'is not null',
    'is not null': 'is null',
    'and not': 'and',
  }
  const pattern = /(?<=[\w)}\]'] )(?:<=|>=|<>|[<>+-]|is null|is not null|and not)(?![\w>])/g
  return [...text.matchAll(pattern)].flatMap(found => {
    const to = words[found[0]]
    const start = from + found.index
    return to ? [{ at: { start, end: start + found[0].length }, to }] : []
  })
}

/** The comments of a file of SQL say `<` too. */
const withoutComments = (text: string) =>
  text.replaceAll(/--[^\n]*/g, comment => ' '.repeat(comment.length))

/** A piece of a template is taken with the whole of it, and with the tag in front of it. */
function rangeOf({ node, around: [, grandparent] }: Found, { at }: Change): Range {
  if (node.type === 'TemplateElement' && grandparent) return grandparent
  return node.type === 'BinaryExpression' || node.type === 'LogicalExpression' ? node : at
}

/** Only a template with a tag is a statement: others are pages, styles and sentences. */
const isComputed = ({ node, around: [, grandparent] }: Found) =>
  node.type !== 'TemplateElement' || grandparent?.type === 'TaggedTemplateExpression'

type Placed = Change & { place: Mutant['place'] }

function changesOf(path: string, text: string): Placed[] {
  if (path.endsWith('.sql')) {
    const place = { start: 0, end: text.length, isKey: false, opens: false }
    return sqlChanges(withoutComments(text)).map(change => ({ ...change, place }))
  }
  const all = [...running(parseSync(path, text).program)]
  const lines = new Set(
    all.filter(({ node }) => node.type === 'ExpressionStatement').map(({ node }) => node.start),
  )
  return all.filter(isComputed).flatMap(found => {
    const [parent] = found.around
    const isKey = parent?.['key'] === found.node && parent['computed'] !== true
    return (CHANGES[found.node.type]?.(found.node, text) ?? []).map(change => {
      const { start, end } = rangeOf(found, change)
      return { ...change, place: { start, end, isKey, opens: lines.has(start) } }
    })
  })
}

const isEdge = (from: string, to: string) =>
  ORDER.has(from) || (BETWEEN.includes(from) && ORDER.has(to))

/** Every mistake of these kinds that the file has room for, in the order of its lines. */
export function mutantsOf(path: string, text: string): Mutant[] {
  return changesOf(path, text)
    .map(({ at: { start, end }, to, place }) => {
      const from = text.slice(start, end)
      const line = text.slice(0, start).split('\n').length
      return { path, line, start, end, from, to, place, isEdge: isEdge(from, to) }
    })
    .filter(({ from, to }) => from !== to)
    .toSorted((a, b) => a.start - b.start)
}

export const planted = (text: string, { start, end, to }: Mutant) =>
  text.slice(0, start) + to + text.slice(end)
