import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '../../src')
/** Everything that decides by time. */
const ENGINES = ['areas', 'kernel/jobs', 'ledger']
/**
 * When a reconciliation ran, and how old a hold is by the clock of the books, are facts of the real
 * day.
 */
const REAL_TIME = ['ledger/reconcile.ts', 'ledger/reconcile.sql.ts']
/**
 * Legal deadlines go by the database's clock, which all instances share; the demo history has none
 * of these rows.
 */
const DATABASE_TIME = ['closing', 'complaints', 'consents', 'dataRights'].map(
  area => `areas/${area}/store/`,
)

const files = ENGINES.flatMap(engine =>
  readdirSync(join(SRC, engine), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => `${engine}/${name}`),
)

test('one clock: no engine asks the machine or the database what time it is', () => {
  expect(files.length).toBeGreaterThan(100)
  const asking = files
    .filter(file => !REAL_TIME.includes(file))
    .filter(file => !DATABASE_TIME.some(folder => file.startsWith(folder)))
    .flatMap(file =>
      readFileSync(join(SRC, file), 'utf8')
        .split('\n')
        .flatMap((line, n) =>
          // `clock.now()` is the clock that is passed in; performance.now() only measures how long
          // something took.
          /Date\.now\(|new Date\(\)|(?<!clock\.|performance\.)\bnow\(\)|current_(date|time|timestamp)|clock_timestamp|localtimestamp/i.test(
            line,
          )
            ? [`${file}:${n + 1} ${line.trim()}`]
            : [],
        ),
    )
  expect(asking).toEqual([])
})
