// The parts that all three documents share.
import { readFileSync } from 'node:fs'
import { inRoot } from '../root.ts'
import type { Docs } from './comments.ts'
import type { Json } from './schemas.ts'

/** One operation before it is placed under its path. */
export type Placed = { method: string; path: string; operation: Json }

const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { version: string }

/** `/api/userapimoney/{code}` and `['code']` of `/api/userapimoney/:code`. */
export function templateOf(path: string): { template: string; names: string[] } {
  return {
    template: path.replace(/:(\w+)/g, '{$1}'),
    names: [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
  }
}

const pick = (value: Json, names: string[]) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)))

/** A payload's schema and example divided into path fields, and query (GET) or JSON body. */
export function carried(method: string, inPath: string[], schema: Json, example: unknown) {
  const properties = (schema['properties'] ?? {}) as Json
  const required = (schema['required'] ?? []) as string[]
  const values = example as Json
  const rest = Object.keys(properties).filter(name => !inPath.includes(name))
  const parameter = (place: 'path' | 'query') => (name: string) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: properties[name],
    ...(values[name] === undefined ? {} : { example: values[name] }),
  })
  const parameters = inPath.map(parameter('path'))
  if (method === 'GET') return { parameters: [...parameters, ...rest.map(parameter('query'))] }
  const needed = required.filter(name => rest.includes(name))
  const body = {
    ...schema,
    properties: pick(properties, rest),
    ...(needed.length > 0 ? { required: needed } : {}),
  } as Json
  if (needed.length === 0) delete body['required']
  return {
    parameters,
    requestBody: {
      required: needed.length > 0,
      content: { 'application/json': { schema: body, example: pick(values, rest) } },
    },
  }
}

/** How often each property name occurs in the schemas. */
function countNames(value: unknown, counts: Map<string, number>): Map<string, number> {
  if (value === null || typeof value !== 'object') return counts
  for (const [key, child] of Object.entries(value)) {
    if (key === 'properties')
      for (const name of Object.keys(child as Json)) counts.set(name, (counts.get(name) ?? 0) + 1)
    countNames(child, counts)
  }
  return counts
}

/**
 * Describes fields by the comments above them. A comment is used only when one field of the call
 * has its name, since the comment may be about another field otherwise.
 */
export function describeFields(schemas: Json[], fields: Map<string, string>): void {
  const counts = countNames(schemas, new Map())
  const walk = (value: unknown) => {
    if (value === null || typeof value !== 'object') return
    const properties = ((value as Json)['properties'] ?? {}) as Record<string, Json>
    for (const [name, schema] of Object.entries(properties)) {
      const comment = fields.get(name)
      if (comment && counts.get(name) === 1)
        schema['description'] = [comment, schema['description']].filter(Boolean).join(' ')
    }
    for (const child of Object.values(value)) walk(child)
  }
  walk(schemas)
}

/** Describes components by the comments of the constants that they are named after. */
export function describeComponents(components: Json, docs: Docs): void {
  for (const [name, schema] of Object.entries(components)) {
    const doc = docs.schemas.get(name.charAt(0).toLowerCase() + name.slice(1))
    if (!doc) continue
    describeFields([schema as Json], doc.fields)
    if (doc.text) (schema as Json)['description'] = doc.text
  }
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)

/** The whole document. */
export function documentOf(
  title: string,
  description: string,
  placed: Placed[],
  more: { servers: Json[]; tags: [name: string, description: string][]; components: Json },
): Json {
  const paths: Record<string, Json> = {}
  for (const { method, path, operation } of placed)
    (paths[path] ??= {})[method.toLowerCase()] = operation
  const schemas = (more.components['schemas'] ?? {}) as Json
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: more.servers,
    tags: more.tags.map(([name, text]) => ({ name, description: text })),
    paths,
    components: {
      ...more.components,
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(byName)),
    },
  }
}
