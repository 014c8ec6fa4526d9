import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const venue = join(import.meta.dirname, '../..')
/** Where balances, players, settings, the database and the pages are. */
const FORBIDDEN = /^(server|client)\/|\.sql\.ts$|\.tsx$/
const PACKAGES = new Set(['@tianping/fairness', '@tianping/venue-protocol'])

/** What a file imports for use; types are gone when it runs. */
function imports(file: string): string[] {
  return [
    ...readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)\s+(?!type\b)(?:[^'";]*?from\s+)?'([^']+)'/gm,
    ),
  ].map(([, from]) => from!)
}

/** Everything that runs when a file does, with the way that leads there. */
function reached(file: string, way: string[], seen: Map<string, string[]>): Map<string, string[]> {
  if (seen.has(file)) return seen
  seen.set(file, way)
  for (const from of imports(file)) {
    if (from.startsWith('.'))
      reached(resolve(dirname(file), from), [...way, relative(venue, file)], seen)
    else seen.set(from, [...way, relative(venue, file)])
  }
  return seen
}

const games = readdirSync(join(venue, 'games'), { withFileTypes: true })
  .filter(each => each.isDirectory())
  .map(each => join('games', each.name, 'model'))
const outcomes = ['model', ...games].flatMap(folder =>
  readdirSync(join(venue, folder)).map(file => join(venue, folder, file)),
)

test('there are outcomes to look at', () => {
  expect(outcomes.length).toBeGreaterThan(50)
})

test.each(outcomes.map(file => [relative(venue, file), file]))(
  '%s reaches neither balances nor players nor settings, whatever it imports',
  (_name, file) => {
    for (const [found, way] of reached(file, [], new Map())) {
      if (!found.startsWith('/'))
        expect(PACKAGES.has(found), `${[...way, found].join(' > ')}`).toBe(true)
      else
        expect(
          FORBIDDEN.test(relative(venue, found)),
          [...way, relative(venue, found)].join(' > '),
        ).toBe(false)
    }
  },
)

/** Every file of a folder, those below included. */
const filesBelow = (folder: string) =>
  readdirSync(join(venue, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !file.includes('test/'))
    .map(file => join(folder, file))

test('chance comes from the cryptographic source of the machine and from nowhere else', () => {
  const files = [...filesBelow('server'), ...filesBelow('model'), ...filesBelow('games')]
  expect(files.length).toBeGreaterThan(150)
  const weak = files.filter(file => /Math\.random/.test(readFileSync(join(venue, file), 'utf8')))
  // Rehearsed faults strike by a chance of their own; they decide no outcome.
  expect(weak).toEqual(['server/faults/Faults.ts'])
  for (const file of ['server/play/seed.sql.ts', 'server/rounds/chain.ts']) {
    const text = readFileSync(join(venue, file), 'utf8')
    expect(text, file).toMatch(/import \{[^}]*randomBytes[^}]*\} from 'node:crypto'/)
    expect(text, file).not.toMatch(/Date\.now|hrtime|performance/)
  }
})
