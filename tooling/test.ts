// `npm test`: types, lint, builds, then unit, database and browser tests. Extra arguments go to the
// test runner.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { relative } from 'node:path'
import { ensureChromium } from './browser.ts'
import { buildApps } from './build.ts'
import { runSteps, steps, type Step, type Took } from './check.ts'
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

const chromium = ensureChromium()
const [longest, ...shorter] = steps
const took = await runSteps([longest, build, ...shorter])

console.log('\n== Tests')
const started = performance.now()
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
took.push({ name: 'Tests', seconds: (performance.now() - started) / 1_000 })

type Report = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    startTime: number
    endTime: number
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

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

const firstLine = (text: string | undefined) => (text ?? '').split('\n', 1)[0]

/** A line for each test that failed, so that the end of a long log says what to look for. */
function failures({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    const file = relative(root, name)
    // A file that cannot be loaded fails without a test of its own.
    if (failed.length === 0) return message === '' ? [] : [`${file}: ${firstLine(message)}`]
    return failed.map(
      ({ fullName, failureMessages }) =>
        `${file} > ${fullName.trim()}: ${firstLine(failureMessages[0])}`,
    )
  })
}

if (existsSync(REPORT)) {
  const report = JSON.parse(readFileSync(REPORT, 'utf8')) as Report
  console.log(`\n${times(report)}`)
  for (const failed of failures(report)) console.log(`\nFAILED ${failed}`)
  console.log(`\n${report.numPassedTests} passed, ${report.numFailedTests} failed`)
  if (report.numPassedTests === 0 || report.numPendingTests > 0) {
    console.error('A run that executes no test, or skips one, proves nothing.')
    process.exit(1)
  }
}
process.exit(status ?? 1)
