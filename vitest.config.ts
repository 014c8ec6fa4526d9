import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Thousands of passwords are hashed; what a hash costs is the subject of one test.
process.env['PASSWORD_MEMORY_KIB'] = '64'

/** Ends what a file has opened. */
const EACH_FILE = 'tooling/test/ends/eachFile.ts'

/** Those of the tooling that build, pack or start what others get. */
const PROCESSES = [
  'tooling/test/{bundles,venues}/**/*.test.ts',
  'tooling/test/{providers,supervise}.test.ts',
]
const STATISTICS = ['tooling/test/rng/**/*.test.ts', 'apps/server/test/unit/evidence.test.ts']

/**
 * unit: pure functions · maths: the venue's games, enumerated and played a million times, and
 * statistics · db: real PostgreSQL (a cluster of its own in memory, a database per file) and real
 * processes · e2e: a real browser. The times end what hangs; a busy machine is no failure.
 * No test replaces a module, so the files of a worker share what is loaded. Each database test file
 * has a database of its own.
 */
export default defineConfig({
  test: {
    // Browser and database tests wait for much of their time, so one file more than there are cores
    // runs at once.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          include: [
            'packages/*/test/**/*.test.ts',
            'apps/{server,member,console}/test/unit/**/*.test.ts',
            'tooling/test/**/*.test.ts',
          ],
          exclude: [...PROCESSES, ...STATISTICS],
          setupFiles: [EACH_FILE],
          testTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'maths',
          isolate: false,
          include: ['apps/venue/{test/unit,games/*/test}/**/*.test.ts', ...STATISTICS],
          exclude: ['**/*.db.test.ts'],
          testTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'db',
          isolate: false,
          include: [
            'apps/{server,venue}/test/**/*.test.ts',
            'apps/venue/games/*/test/*.db.test.ts',
            ...PROCESSES,
          ],
          exclude: ['apps/*/test/unit/**'],
          globalSetup: ['tooling/test/cluster.ts'],
          setupFiles: [EACH_FILE],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // What is waited for comes by news of the database; the runner's own limit is one second.
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        test: {
          name: 'e2e',
          isolate: false,
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/support/cluster.ts'],
          setupFiles: [EACH_FILE],
          testTimeout: 600_000,
          hookTimeout: 180_000,
          // A browser on a busy machine takes its time.
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
})
