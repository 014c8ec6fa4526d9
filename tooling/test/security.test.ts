import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { packages } from '../licenses.ts'
import { inRoot } from '../root.ts'
import { openAdvisories, reportOf, type Report } from '../security/advisories.ts'
import { sbomOf } from '../security/sbom.ts'

const HASH_LENGTHS = { 'SHA-1': 40, 'SHA-256': 64, 'SHA-384': 96, 'SHA-512': 128 } as const

/** The parts of CycloneDX 1.6 that the file uses, as its schema (bom-1.6.schema.json) has them. */
const licence = z.union([
  z.strictObject({ expression: z.string().min(1) }),
  z.strictObject({ license: z.strictObject({ name: z.string().min(1) }) }),
])
const component = z.strictObject({
  type: z.enum(['application', 'library']),
  'bom-ref': z.string().min(1),
  group: z.string().optional(),
  name: z.string().min(1),
  version: z.string().min(1).max(1_024),
  scope: z.enum(['required', 'optional', 'excluded']).optional(),
  hashes: z
    .array(
      z
        .strictObject({
          alg: z.enum(['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512']),
          content: z.string().regex(/^[0-9a-f]+$/),
        })
        .refine(({ alg, content }) => content.length === HASH_LENGTHS[alg]),
    )
    .optional(),
  licenses: z.array(licence).max(1).optional(),
  purl: z
    .string()
    .regex(/^pkg:npm\/(%40[^/@]+\/)?[^/@]+@[^/@]+$/)
    .optional(),
})
const cycloneDx = z.strictObject({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.6'),
  serialNumber: z
    .string()
    .regex(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
  version: z.int().min(1),
  metadata: z.strictObject({ component }),
  components: z.array(component),
  dependencies: z.array(
    z.strictObject({ ref: z.string().min(1), dependsOn: z.array(z.string().min(1)) }),
  ),
})

describe('the bill of materials', () => {
  const lockfile = readFileSync(inRoot('package-lock.json'), 'utf8')
  const sbom = sbomOf(lockfile)
  const refs = sbom.components.map(each => each['bom-ref'])

  test('is CycloneDX 1.6', () => {
    expect(cycloneDx.safeParse(sbom).error).toBeUndefined()
  })

  test('names every package of the lockfile once, with its licence', () => {
    expect(new Set(refs).size).toBe(refs.length)
    const libraries = sbom.components.filter(({ type }) => type === 'library')
    const named = libraries.map(({ group, name, version }) =>
      group === undefined ? `${name}@${version}` : `${group}/${name}@${version}`,
    )
    expect(new Set(named)).toEqual(
      new Set(packages().map(({ name, version }) => `${name}@${version}`)),
    )
    const unhashed = libraries.filter(({ hashes }) => hashes?.length === 0)
    expect(unhashed.map(({ name }) => name)).toEqual([])
  })

  test('says what needs what, and refers to nothing that it does not name', () => {
    const known = new Set([...refs, 'workspace:.'])
    for (const { ref, dependsOn } of sbom.dependencies)
      for (const each of [ref, ...dependsOn]) expect(known, each).toContain(each)
    const server = sbom.dependencies.find(({ ref }) => ref === 'workspace:apps/server')
    expect(server?.dependsOn).toEqual(
      expect.arrayContaining([
        'workspace:packages/contract',
        expect.stringMatching(/^pkg:npm\/fastify@/),
      ]),
    )
  })

  test('is the same for the same lockfile, and another for another', () => {
    expect(sbomOf(lockfile)).toEqual(sbom)
    expect(sbomOf(`${lockfile} `).serialNumber).not.toBe(sbom.serialNumber)
  })
})

describe('advisories', () => {
  const url = 'https://github.com/advisories/GHSA-0000-0000-0001'
  const report: Report = {
    vulnerabilities: {
      left: { via: [{ url, title: 'Reads too far', severity: 'high', name: 'left' }] },
      // It depends on the one above.
      right: { via: ['left'] },
    },
  }
  const accepting = (until: string) => [{ url, reason: 'Not reachable from what ships.', until }]

  test('one that nobody accepted is open, once however many packages it reaches', () => {
    expect(openAdvisories(report, [], '2026-11-23')).toMatchObject([{ url, expired: null }])
  })

  test('an accepted one counts again after its day', () => {
    expect(openAdvisories(report, accepting('2026-11-23'), '2026-11-23')).toEqual([])
    expect(openAdvisories(report, accepting('2026-11-22'), '2026-11-23')).toMatchObject([
      { url, expired: '2026-11-22' },
    ])
  })

  test('an answer is told from none', () => {
    expect(reportOf(JSON.stringify(report))).toEqual(report)
    for (const none of ['', 'not JSON', '{"message": "405 Method Not Allowed", "statusCode": 405}'])
      expect(reportOf(none)).toBeNull()
  })
})
