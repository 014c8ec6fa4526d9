// Writes THIRD-PARTY-LICENSES.md from the lockfile: every package, its version, its licence, and
// whether it ships.
import { readFileSync, writeFileSync } from 'node:fs'
import { inRoot } from './root.ts'

export const LICENSES_FILE = 'THIRD-PARTY-LICENSES.md'

/** Licences a shipped package may have. */
const ALLOWED = [
  'MIT',
  // MIT without the duty to name the authors.
  'MIT-0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  '0BSD',
  'MPL-2.0',
  'OFL-1.1',
  'BlueOak-1.0.0',
]

/**
 * libvips, which re-encodes avatars, is LGPL. Its packages hold a separate shared library that is
 * loaded at run time and can be replaced, so the platform's own licence is not affected.
 */
const isLibvips = ({ name }: Package) => name.startsWith('@img/sharp-')

/** Whether a package may ship: each licence it is under is allowed, or one that it may choose. */
export const mayShip = (each: Package) =>
  isLibvips(each) ||
  each.license
    .replace(/^\((.*)\)$/, '$1')
    .split(' AND ')
    .every(part => part.split(' OR ').some(license => ALLOWED.includes(license)))

type Locked = { version?: string; license?: string; dev?: boolean; link?: boolean }
export type Package = { name: string; version: string; license: string; ships: boolean }

/** All packages of the lockfile, sorted by name; the project's own workspaces are left out. */
export function packages(): Package[] {
  const lock = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const found = Object.entries(lock.packages).flatMap(([path, { version, license, dev, link }]) => {
    const at = path.lastIndexOf('node_modules/')
    if (at < 0 || link || !version) return []
    return [
      {
        name: path.slice(at + 'node_modules/'.length),
        version,
        license: license ?? 'unknown',
        ships: !dev,
      },
    ]
  })
  const once = new Map<string, Package>()
  for (const each of found) {
    const key = `${each.name}@${each.version}`
    once.set(key, { ...each, ships: each.ships || (once.get(key)?.ships ?? false) })
  }
  return [...once].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
}

const table = (rows: Package[]) =>
  [
    '| Package | Version | Licence |',
    '|---|---|---|',
    ...rows.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`),
  ].join('\n')

/** The whole file. */
export function licensesText(): string {
  const all = packages()
  return `# Third-party licences

Written by \`npm run licenses\` from package-lock.json; do not edit. The licence texts are in each package.

## Shipped with the server and the browser apps

${table(all.filter(({ ships }) => ships))}

## Used for development and tests only

${table(all.filter(({ ships }) => !ships))}
`
}

if (import.meta.main) {
  writeFileSync(inRoot(LICENSES_FILE), licensesText())
  console.log(`${LICENSES_FILE}: ${packages().length} packages.`)
}
