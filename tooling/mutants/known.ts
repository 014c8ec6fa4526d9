// What was noticed before: a run that was stopped is taken up where it ended. An entry holds while
// its source stays as it is; `rm .cache/mutants/noticed` begins anew.
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { inRoot } from '../root.ts'
import type { Planned } from './switches.ts'

const FILE = inRoot('.cache/mutants/noticed')

function keyOf({ path, start, to, sql }: Planned): string {
  const source = sql?.plant ?? readFileSync(inRoot(path), 'utf8')
  const all = [path, source, start, to].join('\n')
  return createHash('sha256').update(all).digest('hex').slice(0, 24)
}

/** The numbers of those that an earlier run noticed. */
export function noticedBefore(mutants: readonly Planned[]): number[] {
  const lines = existsSync(FILE) ? readFileSync(FILE, 'utf8').split('\n') : []
  const known = new Set(lines)
  return mutants.filter(each => known.has(keyOf(each))).map(({ n }) => n)
}

export function keepNoticed(mutant: Planned): void {
  mkdirSync(dirname(FILE), { recursive: true })
  appendFileSync(FILE, `${keyOf(mutant)}\n`)
}
