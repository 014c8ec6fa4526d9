// `npm run soak [-- ROUNDS]`: ten thousand random steps of money between platform and venue,
// a hundred thousand deeds around the protection of members, then the tests with chance in them,
// again and again with other seeds and more kills a round. `npm run soak -- venues [STEPS]` is the
// three kinds of venue wallets alone; `-- rails [STEPS] [KILLS]` every rail of payments over either
// kind of chain, with kills of all its processes;
// `-- play [SECONDS] [code ...]` plays the games instead;
// `-- mutants [MODULE or PATH] [EVERY or edges]` plants mistakes and sees which the tests notice;
// `-- coverage [PROJECT ...]` tells which lines the tests come past, area by area;
// `-- repeat [TIMES] [PART ...]` runs the tests again and again on a busy machine;
// `-- rng [DRAWS] [model ...]` examines the streams; `-- memory [MINUTES]` watches the heap of a
// server. SOAK_SEED repeats one.
import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { watchMemory } from '../bench/memory.ts'
import { runMutants } from './mutants/run.ts'
import { playGames } from './play.ts'
import { coverTests } from './runs/coverage.ts'
import { repeatTests } from './runs/repeat.ts'
import { examineStreams } from './rng/run.ts'
import { inRoot, root } from './root.ts'

const ALONE: Readonly<Record<string, (args: readonly string[]) => Promise<boolean>>> = {
  play: playGames,
  coverage: coverTests,
  memory: watchMemory,
  mutants: runMutants,
  repeat: repeatTests,
  rng: examineStreams,
}
const alone = ALONE[process.argv[2] ?? '']
if (alone) process.exit((await alone(process.argv.slice(3))) ? 0 : 1)

const [part, ...more] = process.argv.slice(2)
const STEPS = 10_000
const KILLS_A_ROUND = 200
/** A hundred thousand deeds of the journeys, in parts that a failing one is repeated from. */
const JOURNEYS = 10
const JOURNEY_STEPS = 10_000
const THREE_WALLETS = 'apps/server/test/venues/threeWallets.test.ts'
const RAILS = ['railsSoak', 'railsTronSoak'].map(name => `apps/server/test/cashier/${name}.test.ts`)
const CONSERVATION = 'apps/server/test/venues/conservation.test.ts'

function tests(name: string, files: readonly string[], env: Record<string, string>) {
  const seed = process.env['SOAK_SEED'] ?? String(Date.now() % 2 ** 31)
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

if (part === 'venues') {
  tests('Three kinds of venue wallets', [THREE_WALLETS], { SOAK_STEPS: more[0] ?? '400' })
  process.exit(0)
}
if (part === 'rails') {
  const [steps = '1000', kills = '50'] = more
  tests('Every rail of payments', RAILS, { SOAK_STEPS: steps, SOAK_KILLS: kills })
  process.exit(0)
}
const rounds = Number(part ?? 1)
if (!Number.isInteger(rounds))
  throw new Error(`${part} is none of: ROUNDS, venues, rails, ${Object.keys(ALONE).join(', ')}`)
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
