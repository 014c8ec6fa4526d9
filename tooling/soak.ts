// `npm run soak [-- ROUNDS]`: the tests with chance in them, again and again with other seeds, and more kills a round.
import { spawnSync } from 'node:child_process'
import { inRoot, root } from './root.ts'

const rounds = Number(process.argv[2] ?? 10)
const KILLS_A_ROUND = 200

for (let round = 1; round <= rounds; round++) {
  const seed = String(Date.now() % 2 ** 31)
  console.log(`\n== Round ${round} of ${rounds}, seed ${seed}`)
  const { status } = spawnSync(
    process.execPath,
    [inRoot('node_modules/vitest/vitest.mjs'), 'run', '--project', 'db', 'apps/server/test/faults', 'apps/server/test/ledger', 'apps/server/test/venues', 'apps/venue/test'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, SOAK_SEED: seed, SOAK_KILLS: String(KILLS_A_ROUND) } },
  )
  if (status !== 0) {
    console.error(`Round ${round} failed; SOAK_SEED=${seed} SOAK_KILLS=${KILLS_A_ROUND} repeats it.`)
    process.exit(status ?? 1)
  }
}
