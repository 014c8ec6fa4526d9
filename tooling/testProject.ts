// `npm run test:unit`, `test:db` and `test:e2e`: one project of the tests, without types, lint or a
// build of what is fresh. Further arguments are parts of file names or options of the runner:
// `npm run test:db -- wallet -t transfer`.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { ensureChromium } from './browser.ts'
import { buildApps } from './build.ts'
import { inRoot, root } from './root.ts'

const [project = 'unit', ...rest] = process.argv.slice(2)

/** The database tests that open built pages of the venue. */
const pageTests = globSync(['apps/venue/test/**/*.page.test.ts', 'apps/venue/test/game.test.ts'], {
  cwd: root,
})
const asked = rest.filter(argument => !argument.startsWith('-'))
const opensPages =
  asked.length === 0 || asked.some(part => pageTests.some(file => file.includes(part)))
// The browser tests build for themselves, in their set-up.
if (project === 'db' && opensPages) await buildApps(text => console.log(text), ['apps/venue'])

if (project === 'e2e') ensureChromium()
// Unit tests wait for nothing: one worker more than there are cores would only share them.
const workers = project === 'unit' ? [`--maxWorkers=${availableParallelism()}`] : []
const { status } = spawnSync(
  process.execPath,
  [inRoot('node_modules/vitest/vitest.mjs'), 'run', '--project', project, ...workers, ...rest],
  { cwd: root, stdio: 'inherit' },
)
process.exit(status ?? 1)
