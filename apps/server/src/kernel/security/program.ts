// The files that decide what the program does, and whether they are still those of the release.
import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { z } from 'zod'

/** Server, venue with the mathematics of its games, shared code, and which packages are used. */
const CRITICAL = [
  'apps/server/src',
  'apps/server/migrations',
  'apps/venue/games',
  'apps/venue/migrations',
  'apps/venue/model',
  'apps/venue/server',
  'packages',
  'package.json',
  'package-lock.json',
  // What npm has installed, with the hash of each package.
  'node_modules/.package-lock.json',
]
const ASIDE = new Set(['node_modules', 'dist', 'test'])
/** Paths that a result names; how many differ is always said. */
export const MOST_NAMED = 50

const manifestSchema = z.object({
  made_at: z.iso.datetime(),
  files: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
})
export type Manifest = z.output<typeof manifestSchema>

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')

async function filesBelow(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null)
  if (found === null) return []
  if (found.isFile()) return [path]
  const entries = await readdir(path, { withFileTypes: true })
  const below = entries
    .filter(entry => !ASIDE.has(entry.name))
    .map(entry => filesBelow(join(path, entry.name)))
  return (await Promise.all(below)).flat()
}

/** The SHA-256 of every critical file below a folder, by its path there. */
async function hashesOf(root: string): Promise<Record<string, string>> {
  const hashes: [string, string][] = []
  for (const part of CRITICAL)
    for (const file of await filesBelow(join(root, part)))
      hashes.push([relative(root, file).split(sep).join('/'), hashOf(await readFile(file))])
  return Object.fromEntries(hashes.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

export const makeManifest = async (root: string, at: Date): Promise<Manifest> => ({
  made_at: at.toISOString(),
  files: await hashesOf(root),
})

export type ProgramState =
  /** No manifest: nothing can be said. */
  | { state: 'unreleased' }
  /** `differing` are files that were changed, added or removed since the release. */
  | {
      state: 'same' | 'changed'
      manifest: string
      files: number
      differing: string[]
      /** The SHA-256 of each game's mathematics as it lies here. */
      maths: Record<string, string>
    }

const SHARED_MATHS = /^(?:apps\/venue\/model|packages\/fairness\/src)\//
const GAME_MATHS = /^apps\/venue\/games\/([^/]+)\/model\//

/** One SHA-256 for each game: over its model and what the models of all games share. */
export function mathsOf(hashes: Record<string, string>): Record<string, string> {
  const shared = Object.entries(hashes).filter(([path]) => SHARED_MATHS.test(path))
  const games = Object.groupBy(Object.entries(hashes), ([path]) => GAME_MATHS.exec(path)?.[1] ?? '')
  return Object.fromEntries(
    Object.entries(games).flatMap(([game, files = []]) =>
      game === '' ? [] : [[game, hashOf(Buffer.from(JSON.stringify([...files, ...shared])))]],
    ),
  )
}

/**
 * Compares the program with the manifest that lies in its folder. `expected` is the SHA-256 of the
 * manifest itself, where the operator holds it apart from the machine.
 */
export async function checkProgram(path: string, expected: string | null): Promise<ProgramState> {
  const text = await readFile(path).catch(() => null)
  if (text === null) {
    const removed = { manifest: '', files: 0, differing: [path], maths: {} }
    return expected === null ? { state: 'unreleased' } : { state: 'changed', ...removed }
  }
  const mark = hashOf(text)
  const released = read(text)
  if (released === null || (expected !== null && mark !== expected))
    return { state: 'changed', manifest: mark, files: 0, differing: [path], maths: {} }
  const present = await hashesOf(dirname(path))
  const all = [...new Set([...Object.keys(released.files), ...Object.keys(present)])]
  const differing = all.filter(file => released.files[file] !== present[file]).toSorted()
  return {
    state: differing.length === 0 ? 'same' : 'changed',
    manifest: mark,
    files: all.length,
    differing,
    maths: mathsOf(present),
  }
}

function read(text: Buffer): Manifest | null {
  try {
    return manifestSchema.parse(JSON.parse(text.toString('utf8')))
  } catch {
    return null
  }
}
