// `npm run test:unit`, `test:db` and `test:e2e`: one project of the tests, without types, lint or a
// build of what is fresh. Further arguments are parts of file names or options of the runner:
// `npm run test:db -- wallet -t transfer`.
import { spawnSync } from 'node:child_process'
import { ensureChromium } from './browser.ts'
import { inRoot, root } from './root.ts'

const [project = 'unit', ...rest] = process.argv.slice(2)
const CHROMIUM = project === 'e2e' ? { CHROMIUM: ensureChromium() } : {}
const { status } = spawnSync(
  process.execPath,
  [inRoot('node_modules/vitest/vitest.mjs'), 'run', '--project', project, ...rest],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ...CHROMIUM } },
)
process.exit(status ?? 1)
