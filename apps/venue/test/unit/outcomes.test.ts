import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '../../src')
/** Where balances, players, settings and the database are. */
const FORBIDDEN =
  /^(wallet|play|launch|http|feed|faults|operator)\/|^(settings|merchants|venue|startVenue|main)\.ts$|\.sql\.ts$/
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
      reached(resolve(dirname(file), from), [...way, relative(src, file)], seen)
    else seen.set(from, [...way, relative(src, file)])
  }
  return seen
}

const games = readdirSync(join(src, 'games'), { withFileTypes: true })
  .filter(each => each.isDirectory())
  .map(each => each.name)
const outcomes = games
  .flatMap(game =>
    ['outcome.ts', 'math.ts', `${game}.ts`, 'evaluate.ts', 'lines.ts', 'grid.ts', 'chances.ts'].map(
      file => join(src, 'games', game, file),
    ),
  )
  .filter(existsSync)

test('there are outcomes to look at', () => {
  expect(outcomes.length).toBeGreaterThan(25)
})

test.each(outcomes.map(file => [relative(src, file), file]))(
  '%s reaches neither balances nor players nor settings, whatever it imports',
  (_name, file) => {
    for (const [found, way] of reached(file, [], new Map())) {
      if (!found.startsWith('/'))
        expect(PACKAGES.has(found), `${[...way, found].join(' > ')}`).toBe(true)
      else
        expect(
          FORBIDDEN.test(relative(src, found)),
          [...way, relative(src, found)].join(' > '),
        ).toBe(false)
    }
  },
)
