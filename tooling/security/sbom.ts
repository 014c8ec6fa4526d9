// `npm run sbom -- FILE`: writes the bill of materials (CycloneDX 1.6) of the lockfile. It holds no
// time and no chance: the same lockfile gives the same file.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { inRoot } from '../root.ts'

type Names = Record<string, string>
type Locked = {
  name?: string
  version?: string
  license?: string
  integrity?: string
  dev?: boolean
  optional?: boolean
  link?: boolean
  dependencies?: Names
  devDependencies?: Names
  optionalDependencies?: Names
}
type Lock = { name: string; version: string; packages: Record<string, Locked> }

const MODULES = 'node_modules/'
const HASH_NAMES: Names = { sha1: 'SHA-1', sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' }
/** SPDX ids joined by AND, OR and WITH. */
const SPDX_EXPRESSION = /^[A-Za-z0-9.+() -]+$/

const nameAt = (path: string, { name }: Locked): string =>
  name ?? path.slice(path.lastIndexOf(MODULES) + MODULES.length)

/** Package URL: the at sign of a scope is written as %40. */
const purlOf = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`

const isOurs = (path: string) => !path.includes(MODULES)

const refOf = (path: string, locked: Locked): string =>
  isOurs(path) ? `workspace:${path || '.'}` : purlOf(nameAt(path, locked), locked.version ?? '')

function hashesOf({ integrity = '' }: Locked) {
  return integrity.split(' ').flatMap(each => {
    const [, algorithm = '', digest = ''] = /^(\w+)-([A-Za-z0-9+/=]+)$/.exec(each) ?? []
    const alg = HASH_NAMES[algorithm]
    return alg ? [{ alg, content: Buffer.from(digest, 'base64').toString('hex') }] : []
  })
}

function licensesOf({ license }: Locked) {
  if (!license) return []
  const named = license.startsWith('SEE LICENSE') || !SPDX_EXPRESSION.test(license)
  return [named ? { license: { name: license } } : { expression: license }]
}

/** From the weakest to the strongest: one package may be locked at several places. */
const SCOPES = ['excluded', 'optional', 'required'] as const

function scopeOf({ dev, optional }: Locked): (typeof SCOPES)[number] {
  if (dev) return 'excluded'
  return optional ? 'optional' : 'required'
}

type Component = {
  type: 'application' | 'library'
  'bom-ref': string
  group?: string
  name: string
  version: string
  scope?: (typeof SCOPES)[number]
  hashes?: ReturnType<typeof hashesOf>
  licenses?: ReturnType<typeof licensesOf>
  purl?: string
}
const strength = ({ scope = 'required' }: Component) => SCOPES.indexOf(scope)

function componentOf(path: string, locked: Locked): Component {
  const version = locked.version ?? ''
  const [scopeOrName = '', name] = nameAt(path, locked).split('/')
  return {
    type: isOurs(path) ? 'application' : 'library',
    'bom-ref': refOf(path, locked),
    ...(name === undefined ? { name: scopeOrName } : { group: scopeOrName, name }),
    version,
    ...(isOurs(path)
      ? {}
      : {
          scope: scopeOf(locked),
          hashes: hashesOf(locked),
          licenses: licensesOf(locked),
          purl: refOf(path, locked),
        }),
  }
}

/** Where Node finds a package from a place: beside it, or beside one of the folders above. */
function foundFrom(packages: Lock['packages'], path: string, name: string): string | undefined {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const place = `${at === '' ? '' : `${at}/`}${MODULES}${name}`
    const found = packages[place]
    if (found?.link) return workspaceOf(packages, name)
    if (found) return place
    if (at === '') return undefined
  }
}

const workspaceOf = (packages: Lock['packages'], name: string) =>
  Object.keys(packages).find(path => isOurs(path) && packages[path]?.name === name)

function neededBy(packages: Lock['packages'], path: string, locked: Locked): string[] {
  const wanted = { ...locked.dependencies, ...locked.optionalDependencies }
  const names = Object.keys(isOurs(path) ? { ...wanted, ...locked.devDependencies } : wanted)
  const refs = names.flatMap(name => {
    const place = foundFrom(packages, path, name)
    const found = place === undefined ? undefined : packages[place]
    return place !== undefined && found ? [refOf(place, found)] : []
  })
  return [...new Set(refs)].toSorted()
}

/** A UUID made of what it stands for. */
const uuidOf = (text: string) =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')

export function sbomOf(text: string) {
  const { packages, ...lock } = JSON.parse(text) as Lock
  const all = Object.entries(packages).filter(([, { link }]) => !link)
  const components = new Map<string, Component>()
  const needs = new Map<string, Set<string>>()
  for (const [path, locked] of all) {
    const ref = refOf(path, locked)
    const [made, before] = [componentOf(path, locked), components.get(ref)]
    if (path !== '' && (!before || strength(before) < strength(made))) components.set(ref, made)
    const known = needs.get(ref) ?? new Set()
    needs.set(ref, known.union(new Set(neededBy(packages, path, locked))))
  }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(text)}`,
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': 'workspace:.',
        name: lock.name,
        version: lock.version,
        licenses: [{ expression: packages['']?.license ?? 'Apache-2.0' }],
      },
    },
    components: [...components.values()].toSorted((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
    dependencies: [...needs]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([ref, refs]) => ({ ref, dependsOn: [...refs] })),
  }
}

if (import.meta.main) {
  const file = process.argv[2] ?? 'sbom.cdx.json'
  const sbom = sbomOf(readFileSync(inRoot('package-lock.json'), 'utf8'))
  writeFileSync(inRoot(file), `${JSON.stringify(sbom, null, 2)}\n`)
  console.log(`${file}: ${sbom.components.length} components.`)
}
