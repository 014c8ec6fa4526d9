// Mistakes that a person could make, planted one at a time: a comparison off by one, a condition
// turned round, a call left out. Each is a change of the text between two places.
import { parseSync } from 'vite'

export type Mutant = {
  path: string
  line: number
  start: number
  end: number
  /** What stands there, and what is planted in its place. */
  from: string
  to: string
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>
type Change = { node: { start: number; end: number }; to: string }

const isNode = (value: unknown): value is Node =>
  value !== null &&
  typeof value === 'object' &&
  typeof (value as Node).type === 'string' &&
  typeof (value as Node).start === 'number'

/** What is computed when the program runs; types are not. */
function* running(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* running(each)
  if (!isNode(value) || /^TS(?!As|NonNull|Satisfies)/.test(value.type)) return
  yield value
  for (const child of Object.values(value)) yield* running(child)
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

/** Of sums and moments, "another" is also mistaken for "less" or "more". */
const AMOUNT = /(?:Fen|At|Ms|Units)$/
const BETWEEN: readonly string[] = ['===', '!==']

const TEXT = new Set(['TemplateLiteral', 'Literal'])
const isText = (value: unknown) =>
  isNode(value) &&
  TEXT.has(value.type) &&
  (value.type === 'TemplateLiteral' || typeof value['value'] === 'string')

function operatorChanges(node: Node, text: string): Change[] {
  const operator = String(node['operator'])
  const [left, right] = [node['left'] as Node, node['right'] as Node]
  const isSum = BETWEEN.includes(operator) && AMOUNT.test(text.slice(left.start, left.end))
  const isPlus = operator === '+' && !isText(left) && !isText(right)
  const others = [
    ...(OPERATORS[operator] ?? []),
    ...(isSum ? ['<', '>'] : []),
    ...(isPlus ? ['-'] : []),
  ]
  const start = text.indexOf(operator, left.end)
  return others.map(to => ({ node: { start, end: start + operator.length }, to }))
}

/** A condition that always holds, and one that never does. */
const conditionChanges = (test: Node): Change[] => ['true', 'false'].map(to => ({ node: test, to }))

const isCall = (value: unknown): boolean =>
  isNode(value) &&
  (value.type === 'CallExpression' ||
    (value.type === 'AwaitExpression' && isCall(value['argument'])))

/** A small figure is missed by one; a large one, a time or a bound, by a nought. */
const LARGE = 1_000n
const missed = (figure: bigint) => String(figure >= LARGE ? figure * 10n : figure + 1n)

function literalChanges(node: Node): Change[] {
  const { value, bigint } = node
  if (typeof value === 'boolean') return [{ node, to: String(!value) }]
  if (typeof bigint === 'string') return [{ node, to: `${missed(BigInt(bigint))}n` }]
  return Number.isInteger(value) ? [{ node, to: missed(BigInt(value as number)) }] : []
}

const CHANGES: Readonly<Record<string, (node: Node, text: string) => Change[]>> = {
  BinaryExpression: operatorChanges,
  LogicalExpression: operatorChanges,
  IfStatement: node => conditionChanges(node['test'] as Node),
  ConditionalExpression: node => conditionChanges(node['test'] as Node),
  ExpressionStatement: node => (isCall(node['expression']) ? [{ node, to: ';' }] : []),
  Literal: literalChanges,
  TemplateElement: (node, text) => sqlChanges(text.slice(node.start, node.end), node.start),
}

/** Comparisons and signs in the text of a statement; `at` is where the text begins. */
function sqlChanges(text: string, at = 0): Change[] {
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
    const start = at + found.index
    return to ? [{ node: { start, end: start + found[0].length }, to }] : []
  })
}

/** The comments of a file of SQL say `<` too. */
const withoutComments = (text: string) =>
  text.replaceAll(/--[^\n]*/g, comment => ' '.repeat(comment.length))

function changesOf(path: string, text: string): Change[] {
  if (path.endsWith('.sql')) return sqlChanges(withoutComments(text))
  const nodes = [...running(parseSync(path, text).program)]
  return nodes.flatMap(node => CHANGES[node.type]?.(node, text) ?? [])
}

/** Every mistake of these kinds that the file has room for, in the order of its lines. */
export function mutantsOf(path: string, text: string): Mutant[] {
  return changesOf(path, text)
    .map(({ node: { start, end }, to }) => ({
      path,
      line: text.slice(0, start).split('\n').length,
      start,
      end,
      from: text.slice(start, end),
      to,
    }))
    .filter(({ from, to }) => from !== to)
    .toSorted((a, b) => a.start - b.start)
}

export const planted = (text: string, { start, end, to }: Mutant) =>
  text.slice(0, start) + to + text.slice(end)
