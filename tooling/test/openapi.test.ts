import { Validator } from '@seriousme/openapi-schema-validator'
import { calls, type Call } from '@tianping/contract'
import { consoleCalls } from '@tianping/contract/console'
import { calls as venueCalls } from '@tianping/venue-protocol'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { documents, textOf } from '../openapi/write.ts'
import { TITLES } from '../openapi/names.ts'
import { inRoot } from '../root.ts'

type Content = Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }>
type Operation = {
  operationId: string
  summary: string
  parameters: { name?: string; in?: string; example?: unknown }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
type Document = { paths: Record<string, Record<string, Operation>> }
type Expected = { takes: z.ZodType; gives: z.ZodType; upload?: boolean }

const built = documents()
const site = (all: Record<string, Call>) =>
  Object.entries(all).flatMap(([name, spec]) =>
    [name, ...(spec.aliases ?? [])].map(path => [path, spec] as const),
  )
/** Every call of each contract, by method and path. */
const contracts: Record<string, (readonly [string, Expected])[]> = {
  'docs/reference/member-api.json': site(calls),
  'docs/reference/console-api.json': site(consoleCalls),
  'docs/reference/venue-protocol.json': Object.values(venueCalls).map(
    ({ method, path, input, answer }) =>
      [`${method} ${path}`, { takes: input, gives: answer }] as const,
  ),
}

/** What a client sends when it follows the example. */
function exampleSent({ parameters, requestBody }: Operation): object {
  const fields = parameters.filter(each => 'example' in each).map(each => [each.name, each.example])
  const body = requestBody?.content['application/json']?.example ?? {}
  return { ...Object.fromEntries(fields), ...(body as object) }
}

describe.each(Object.keys(contracts))('%s', file => {
  const document = built[file] as unknown as Document
  const operations = Object.values(document.paths).flatMap(path => Object.values(path))

  test('is what the contract says; npm run openapi writes it', () => {
    // Compared as a boolean, since a difference of such texts takes minutes to print.
    expect(readFileSync(inRoot(file), 'utf8') === textOf(built[file]!)).toBe(true)
  })

  test('is valid OpenAPI 3.1 and every reference in it resolves', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(built[file]!))).toMatchObject({ valid: true })
    expect(() => validator.resolveRefs()).not.toThrow()
  })

  test('has exactly the operations of the contract', () => {
    const found = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
    )
    const expected = contracts[file]!.map(([name]) => name.replace(/:(\w+)/g, '{$1}'))
    expect(found.toSorted()).toEqual(expected.toSorted())
  })

  test('has unique operation ids and a summary for each', () => {
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    expect(operations.filter(({ summary }) => !summary)).toEqual([])
  })

  test.each(contracts[file]!)('%s: the contract accepts the examples', (name, spec) => {
    const [method, path] = name.split(' ') as [string, string]
    const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!
    if (!spec.upload) expect(spec.takes.safeParse(exampleSent(operation)).error).toBeUndefined()
    const answer = operation.responses['200']!.content!['application/json']!.examples!['success']!
    const { data } = answer.value as { data: unknown }
    expect(spec.gives.safeParse(data).error).toBeUndefined()
  })
})

test('every title belongs to a call', () => {
  const names = [...Object.keys(calls), ...Object.keys(consoleCalls), ...Object.keys(venueCalls)]
  expect(Object.keys(TITLES).filter(name => !names.includes(name))).toEqual([])
})
