// Chinese texts of sources as they are drawn: lines of JSX with their values, literals, templates.
import { parseSync } from 'vite'

type Node = { type: string; start: number; end: number } & Record<string, unknown>
/** Text between values that are only known when it is drawn. */
export type SourceText = { line: number; parts: readonly string[] }

const HAN = /\p{Script=Han}/u
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value
function nodesOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf)
  return isNode(value) ? [value] : []
}

/** White space of JSX: lines are trimmed and joined by one space. */
const jsxText = (text: string) =>
  text
    .split('\n')
    .map((line, at, all) => {
      const begun = at === 0 ? line : line.trimStart()
      return at === all.length - 1 ? begun : begun.trimEnd()
    })
    .filter(Boolean)
    .join(' ')

/** The parts of a literal or template, null for any other node. */
function partsOf(node: Node): string[] | null {
  if (node.type === 'JSXText') return [jsxText(node['value'] as string)]
  if (node.type === 'Literal' && typeof node['value'] === 'string') return [node['value']]
  if (node.type === 'TemplateLiteral')
    return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
  return null
}

const innerOf = (child: Node) =>
  child.type === 'JSXExpressionContainer' ? (child['expression'] as Node) : child

/** What stands in a line of JSX; an element ends a line. */
function lineOf(children: readonly Node[]): string[] {
  const parts = ['']
  const add = ([first = '', ...rest]: readonly string[]) => {
    parts[parts.length - 1] += first
    parts.push(...rest)
  }
  for (const child of children) {
    const inner = innerOf(child)
    if (inner.type === 'JSXEmptyExpression') continue
    add(partsOf(inner) ?? ['', ''])
  }
  return parts
}

const IGNORED = new Set(['ImportDeclaration', 'TSLiteralType', 'TSTypeAliasDeclaration'])
const isElement = ({ type }: Node) => type === 'JSXElement' || type === 'JSXFragment'

/** Every Chinese text of a source; lines of JSX without elements in them are one text. */
export function sourceTexts(path: string, source: string): SourceText[] {
  const found: SourceText[] = []
  const add = (node: Node, parts: readonly string[]) => {
    if (parts.some(part => HAN.test(part)))
      found.push({ line: source.slice(0, node.start).split('\n').length, parts })
  }
  const visit = (node: Node) => {
    if (IGNORED.has(node.type)) return
    const children = node['children']
    const line = isElement(node) ? nodesOf(children) : []
    const inLine = line.length > 0 && !line.some(isElement)
    if (inLine) add(node, lineOf(line))
    const parts = partsOf(node)
    if (parts) add(node, parts)
    for (const [name, value] of Object.entries(node)) {
      for (const child of nodesOf(value)) {
        const inner = innerOf(child)
        const isPart = inLine && name === 'children' && partsOf(inner) !== null
        if (!isPart) visit(child)
        else for (const hole of nodesOf(inner['expressions'])) visit(hole)
      }
    }
  }
  visit(parseSync(path, source).program as unknown as Node)
  return found
}
