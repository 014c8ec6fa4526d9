import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformWithOxc } from 'vite'

/** What hashes seeds and draws numbers, in the order in which one file needs another. */
export const DRAWING = ['bytes.ts', 'sha256.ts', 'commitOf.ts', 'fairDraws.ts'] as const

/** Sources of the fairness package as one plain script: without types, imports and exports. */
export async function fairScript(files: readonly string[]): Promise<string> {
  return (await Promise.all(files.map(plainScript))).join('\n\n')
}

async function plainScript(file: string): Promise<string> {
  const source = readFileSync(join(import.meta.dirname, '../src', file), 'utf8')
  const { code } = await transformWithOxc(source, file, { sourcemap: false })
  return code
    .replaceAll(/^import .*\n/gm, '')
    .replaceAll(/^export /gm, '')
    .replaceAll('\t', '  ')
    .trim()
}
