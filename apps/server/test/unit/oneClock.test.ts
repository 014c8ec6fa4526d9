import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '../../src')
/** Everything that decides by time. */
const ENGINES = ['areas', 'kernel/jobs', 'ledger']
/**
 * When a reconciliation ran, how old a hold is by the clock of the books, which day may delete what
 * is too old, and how long a silent venue rests, are facts of the real day.
 */
const REAL_TIME = [
  'ledger/reconcile.ts',
  'ledger/reconcile.sql.ts',
  'areas/compliance/store/realDay.sql.ts',
  'areas/venues/store/link.sql.ts',
]
/**
 * Deadlines that the database alone sets and reads go by its own clock, so that instances whose
 * clocks differ agree (docs/decisions/0054-identity-in-tiers.md); the demo history has none of
 * these rows. Its `now()` is allowed in their SQL, and nothing else.
 */
const BY_DATABASE =
  /^areas\/(verification|closing|complaints|consents|dataRights)\/store\/\w+\.sql\.ts$/
const withoutItsNow = (file: string, line: string) =>
  BY_DATABASE.test(file) ? line.replaceAll(/(?<![\w.])now\(\)/g, '') : line

const files = ENGINES.flatMap(engine =>
  readdirSync(join(SRC, engine), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => `${engine}/${name}`),
)

test('one clock: no engine asks the machine or the database what time it is', () => {
  expect(files.length).toBeGreaterThan(100)
  const asking = files
    .filter(file => !REAL_TIME.includes(file))
    .flatMap(file =>
      readFileSync(join(SRC, file), 'utf8')
        .split('\n')
        .flatMap((line, n) =>
          // `clock.now()` is the clock that is passed in; performance.now() only measures how long
          // something took.
          /Date\.now\(|new Date\(\)|(?<!clock\.|performance\.)\bnow\(\)|current_(date|time|timestamp)|clock_timestamp|localtimestamp/i.test(
            withoutItsNow(file, line),
          )
            ? [`${file}:${n + 1} ${line.trim()}`]
            : [],
        ),
    )
  expect(asking).toEqual([])
})
