import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from './atEnd.ts'

/** A folder that goes with the test, or the file, that made it: before what was opened earlier. */
export function newFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `tianping-${name}-`))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
