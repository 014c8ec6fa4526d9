// `npm test`: types, lint, builds, then unit, database and browser tests. Extra arguments go to the
// test runner.
import { spawnSync } from 'node:child_process'
import { relative } from 'node:path'
import { ensureChromium } from './browser.ts'
import { buildApps } from './build.ts'
import { runSteps, steps, type Step, type Took } from './check.ts'
import { failuresOf, runTests, type Report } from './runs/report.ts'
import { inRoot, root } from './root.ts'

const REPORT = inRoot('.cache/tests.json')
const SLOWEST = 10

const build: Step = {
  name: 'Build',
  run: async () => {
    const lines: string[] = []
    await buildApps(text => lines.push(`${text}\n`))
    return lines.join('')
  },
}

ensureChromium()
const [longest, ...shorter] = steps
const took = await runSteps([longest, build, ...shorter])

console.log('\n== Tests')
const started = performance.now()
// Servers that tests kill never come to write what they compiled.
for (const main of ['apps/server/src/compose.ts', 'apps/venue/server/startVenue.ts'])
  spawnSync(process.execPath, ['-e', `import(${JSON.stringify(inRoot(main))})`], { cwd: root })
const { status, report } = runTests(REPORT, {
  reporter: 'default',
  args: process.argv.slice(2),
})
took.push({ name: 'Tests', seconds: (performance.now() - started) / 1_000 })

const line = ({ name, seconds }: Took) => `${seconds.toFixed(1).padStart(8)} s  ${name}`

/** Where the time went, for whoever makes it shorter next. */
function times({ testResults }: Report): string {
  const files = testResults
    .map(({ name, startTime, endTime }) => ({
      name: relative(root, name),
      seconds: (endTime - startTime) / 1_000,
    }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST)
  return [...took.map(line), `The ${SLOWEST} slowest files:`, ...files.map(line)].join('\n')
}

if (report) {
  console.log(`\n${times(report)}`)
  for (const { test, message } of failuresOf(report)) console.log(`\nFAILED ${test}: ${message}`)
  console.log(`\n${report.numPassedTests} passed, ${report.numFailedTests} failed`)
  if (report.numPassedTests === 0 || report.numPendingTests > 0) {
    console.error('A run that executes no test, or skips one, proves nothing.')
    process.exit(1)
  }
}
process.exit(status ?? 1)
