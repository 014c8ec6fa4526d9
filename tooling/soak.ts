// `npm run soak [-- ROUNDS]`: ten thousand random steps of money between platform and venue,
// a hundred thousand deeds around the protection of members, then the tests with chance in them,
// again and again with other seeds and more kills a round. `npm run soak -- venues [STEPS]` is the
// three kinds of venue wallets alone; `-- play [SECONDS] [code ...]` plays the games instead;
// `-- mutants [MODULE or PATH]` plants mistakes and sees which the tests notice;
// `-- rng [DRAWS] [model ...]` examines the streams; `-- memory [MINUTES]` watches the heap of a
// server.
import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { watchMemory } from '../bench/memory.ts'
import { runMutants } from './mutants/run.ts'
import { playGames } from './play.ts'
import { examineStreams } from './rng/run.ts'
import { inRoot, root } from './root.ts'

if (process.argv[2] === 'play') process.exit((await playGames(process.argv.slice(3))) ? 0 : 1)
if (process.argv[2] === 'memory') process.exit((await watchMemory(process.argv.slice(3))) ? 0 : 1)
if (process.argv[2] === 'mutants') process.exit(runMutants(process.argv.slice(3)) ? 0 : 1)

if (process.argv[2] === 'rng') process.exit((await examineStreams(process.argv.slice(3))) ? 0 : 1)

const isVenues = process.argv[2] === 'venues'
const rounds = isVenues ? 0 : Number(process.argv[2] ?? 1)
const STEPS = 10_000
const KILLS_A_ROUND = 200
/** A hundred thousand deeds of the journeys, in parts that a failing one is repeated from. */
const JOURNEYS = 10
const JOURNEY_STEPS = 10_000
const THREE_WALLETS = 'apps/server/test/venues/threeWallets.test.ts'
const CONSERVATION = 'apps/server/test/venues/conservation.test.ts'

function tests(name: string, files: readonly string[], env: Record<string, string>) {
  const seed = String(Date.now() % 2 ** 31)
  console.log(`\n== ${name}, seed ${seed}`)
  const { status } = spawnSync(
    process.execPath,
    [inRoot('node_modules/vitest/vitest.mjs'), 'run', '--project', 'db', ...files],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, SOAK_SEED: seed, ...env },
    },
  )
  if (status === 0) return
  console.error(
    `${name} failed; ${Object.entries({ SOAK_SEED: seed, ...env })
      .map(([key, value]) => `${key}=${value}`)
      .join(' ')} repeats it.`,
  )
  process.exit(status ?? 1)
}

if (isVenues) {
  const steps = process.argv[3] ?? '400'
  tests('Three kinds of venue wallets', [THREE_WALLETS], { SOAK_STEPS: steps })
  process.exit(0)
}
tests('Money between platform and venue', [CONSERVATION], { SOAK_STEPS: String(STEPS) })
tests('Chains of deeds', ['apps/server/test/security/chains.test.ts'], {
  SOAK_STEPS: String(STEPS),
})
const counts = join(mkdtempSync(join(tmpdir(), 'tianping-soak-')), 'counts.json')
for (let part = 1; part <= JOURNEYS; part++)
  tests(`Journeys, part ${part} of ${JOURNEYS}`, ['apps/server/test/protection/journeys.test.ts'], {
    SOAK_STEPS: String(JOURNEY_STEPS),
    SOAK_COUNTS: counts,
    SOAK_LAST: part === JOURNEYS ? '1' : '0',
  })
for (let round = 1; round <= rounds; round++) {
  tests(
    `Round ${round} of ${rounds}`,
    [
      'apps/server/test/faults',
      'apps/server/test/ledger',
      'apps/server/test/engines',
      'apps/server/test/venues',
      'apps/venue',
    ],
    { SOAK_KILLS: String(KILLS_A_ROUND) },
  )
}
