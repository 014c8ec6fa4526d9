import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Picture } from './picture.ts'
import { allPictures } from './pictures.ts'

/** What a file was made from, and what it became: SHA-256 in hex, the first 32 digits. */
export interface Made {
  source: string
  output: string
  bytes: number
}

/** By file, in the order of their names. */
export type Manifest = Record<string, Made>

export const root = join(import.meta.dirname, '..', '..')
export const manifestFile = join(import.meta.dirname, 'manifest.json')

export const hash = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 32)

/**
 * Hash of everything a picture's file depends on: its drawing, its settings and the code that
 * rasterises. Two machines agree on it, though their pixels may differ in the last bit.
 */
export function sourceHash(picture: Picture, renderer = readRenderer()): string {
  const { file: _, maxBytes: __, svg, ...settings } = picture
  return hash(JSON.stringify({ settings, svg: svg(), renderer }))
}

export const readRenderer = (): string =>
  hash(readFileSync(join(import.meta.dirname, 'render.ts'), 'utf8').replaceAll('\r\n', '\n'))

export function readManifest(): Manifest {
  try {
    return JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

/** Files whose sources are no longer what they were made from, or that were never made. */
export function stalePictures(manifest: Manifest): Picture[] {
  const renderer = readRenderer()
  return allPictures().filter(
    picture => manifest[picture.file]?.source !== sourceHash(picture, renderer),
  )
}
