// `npm test`: types, lint, builds, then unit, database and browser tests. Extra arguments go to the
// test runner.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { ensureChromium } from './browser.ts'
import { buildApps } from './build.ts'
import { runStep, steps } from './check.ts'
import { inRoot, root } from './root.ts'

const REPORT = inRoot('.cache/tests.json')

const chromium = ensureChromium()
for (const [name, args] of steps) runStep(name, args)
console.log('\n== Build')
await buildApps(text => console.log(text))

console.log('\n== Tests')
// Servers that tests kill never come to write what they compiled.
for (const main of ['apps/server/src/compose.ts', 'apps/venue/server/startVenue.ts'])
  spawnSync(process.execPath, ['-e', `import(${JSON.stringify(inRoot(main))})`], { cwd: root })
mkdirSync(inRoot('.cache'), { recursive: true })
rmSync(REPORT, { force: true })
const { status } = spawnSync(
  process.execPath,
  [
    inRoot('node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${REPORT}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CHROMIUM: chromium } },
)
if (existsSync(REPORT)) {
  const report = JSON.parse(readFileSync(REPORT, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
  }
  console.log(`\n${report.numPassedTests} passed, ${report.numFailedTests} failed`)
  if (report.numPassedTests === 0 || report.numPendingTests > 0) {
    console.error('A run that executes no test, or skips one, proves nothing.')
    process.exit(1)
  }
}
process.exit(status ?? 1)
