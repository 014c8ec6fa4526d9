// Mistakes in functions of the database. A function is what its last migration made of it, so that
// nothing is planted in a text that no longer counts; it is replaced in the tests' template.
import { globSync, readFileSync } from 'node:fs'
import { inRoot, root } from '../root.ts'
import { mutantsOf, planted, type Mutant } from './plant.ts'

/** A mistake in a function, with the statements that plant it and take it out again. */
export type SqlMutant = Mutant & { sql: { plant: string; restore: string } }

type Found = { name: string; path: string; start: number; text: string }

const MIGRATIONS = 'apps/server/migrations/*.sql'
/** A body between dollars, or the one expression of `return …;`. */
const FUNCTION =
  /create (?:or replace )?function ([\w.]+)\([^;]*?(?:as \$\$.*?\$\$;|\breturn [^;]*;)/gs

const DROP = /^drop function (?:if exists )?([\w.]+)/gm

const functionsIn = (path: string): Found[] => {
  const file = readFileSync(inRoot(path), 'utf8')
  return [FUNCTION, DROP]
    .flatMap(pattern => [...file.matchAll(pattern)])
    .map(({ 0: text, 1: name = '', index }) => ({ name, path, start: index, text }))
    .toSorted((a, b) => a.start - b.start)
}

const replacing = (text: string) => text.replace(/^create function/, 'create or replace function')

/** Every mistake that the functions of these names have room for. */
export function functionMutants(names: RegExp): SqlMutant[] {
  const last = new Map<string, Found>()
  for (const path of globSync(MIGRATIONS, { cwd: root }).toSorted())
    for (const found of functionsIn(path)) if (names.test(found.name)) last.set(found.name, found)
  const existing = [...last.values()].filter(({ text }) => !text.startsWith('drop'))
  return existing.flatMap(({ path, start, text }) => {
    const before = readFileSync(inRoot(path), 'utf8').slice(0, start).split('\n').length - 1
    return mutantsOf(path, text).map(mutant => ({
      ...mutant,
      line: mutant.line + before,
      sql: { plant: replacing(planted(text, mutant)), restore: replacing(text) },
    }))
  })
}
