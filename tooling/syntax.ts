// A source file as a tree, for what looks through hundreds of them.

export type Node = { type: string; start: number; end: number } & Record<string, unknown>

const isNode = (value: object): value is Node =>
  'type' in value && typeof value.type === 'string' && 'start' in value

/** The nodes of a tree or of a part of it, each before what it holds. */
export function nodesIn(value: unknown, found: Node[] = []): Node[] {
  if (value === null || typeof value !== 'object') return found
  if (isNode(value)) found.push(value)
  for (const child of Object.values(value)) nodesIn(child, found)
  return found
}
