// The doc comments of a contract file, read from its source: above calls and named schemas, and
// above the fields inside them.
import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { inRoot } from '../root.ts'
import { nodesIn, type Node } from '../syntax.ts'

/** `fields` are the comments of the fields inside a call or a schema, by field name. */
export type Doc = { text: string; fields: Map<string, string> }
/** `schemas` are constants. */
export type Docs = { calls: Map<string, Doc>; schemas: Map<string, Doc> }

/** The functions that declare a call. */
const DECLARE = new Set(['anyone', 'member', 'operator', 'call'])

/** Plain text of a doc comment: no asterisks, one paragraph, no citations of decisions. */
const plain = (comment: string) =>
  comment
    .replace(/^\s*\*+/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?\(decision \d+\)/g, '')
    .trim()

const nameOf = (node: Node): string => {
  const key = (node['key'] ?? node['id']) as { name?: string; value?: unknown }
  return key.name ?? String(key.value)
}

/** The comments of every call and every constant of the file. */
export function commentsIn(path: string): Docs {
  const text = readFileSync(inRoot(path), 'utf8')
  const { program, comments } = parseSync(path, text)
  const blocks = comments.filter(({ value }) => value.startsWith('*'))
  const above = (start: number) => {
    const found = blocks.find(({ end }) => end <= start && text.slice(end, start).trim() === '')
    return found ? plain(found.value) : ''
  }
  const nodes = nodesIn(program)
  const constants = new Map<string, { node: Node; text: string }>()
  for (const statement of nodes.filter(({ type }) => type === 'VariableDeclaration')) {
    // The comment of an exported constant stands above `export`.
    const start = text.lastIndexOf('\n', statement.start) + 1
    for (const node of statement['declarations'] as Node[])
      constants.set(nameOf(node), { node, text: above(start) })
  }
  const fieldsOf = (node: Node, seen: Set<Node>, fields: Map<string, string>) => {
    seen.add(node)
    const inside = nodesIn(node)
    for (const field of inside) {
      const comment = field.type === 'Property' && field !== node ? above(field.start) : ''
      if (comment && !fields.has(nameOf(field))) fields.set(nameOf(field), comment)
    }
    for (const { type, name } of inside) {
      const used = type === 'Identifier' ? constants.get(String(name)) : undefined
      if (used && !seen.has(used.node)) fieldsOf(used.node, seen, fields)
    }
    return fields
  }
  const docOf = (node: Node, comment: string): Doc => ({
    text: comment,
    fields: fieldsOf(node, new Set(), new Map()),
  })
  const calls = nodes.filter(({ type, value }) => {
    const callee = (value as Node | null | undefined)?.['callee'] as { name?: string } | undefined
    return type === 'Property' && DECLARE.has(callee?.name ?? '')
  })
  return {
    calls: new Map(calls.map(node => [nameOf(node), docOf(node, above(node.start))])),
    schemas: new Map([...constants].map(([name, each]) => [name, docOf(each.node, each.text)])),
  }
}
