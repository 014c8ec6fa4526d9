// `npm run soak -- coverage [PROJECT ...]`: which lines and branches the tests come past, area by
// area; of the unit, mathematics and database tests by default. It informs and gates nothing. What
// tests run in processes of their own (browsers, servers that are killed) is not counted.
import { readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { ensureChromium } from '../browser.ts'
import { buildApps } from '../build.ts'
import { runTests } from './report.ts'
import { inRoot, root } from '../root.ts'

const FOLDER = '.cache/coverage'
const PROJECTS = ['unit', 'maths', 'db']
const SOURCES = [
  'apps/server/src/**/*.ts',
  'apps/venue/{games,model,server}/**/*.ts',
  'packages/*/src/**/*.ts',
]
/** Folders whose own folders are told apart. */
const PARTED = /^(apps\/server\/src\/areas|apps\/server\/src|apps\/venue|packages)\/[^/]+/

type Counted = { total: number; covered: number }
type Counts = { lines: Counted; branches: Counted }
type Summary = Record<string, Counts>

const add = (one: Counted, other: Counted): Counted => ({
  total: one.total + other.total,
  covered: one.covered + other.covered,
})
const none: Counts = { lines: { total: 0, covered: 0 }, branches: { total: 0, covered: 0 } }
const share = ({ total, covered }: Counted) =>
  total === 0 ? '–' : `${((100 * covered) / total).toFixed(1)} %`

/** Files of a summary by their area, the least covered first. */
function areasOf(summary: Summary) {
  const files = Object.entries(summary).filter(([path]) => path !== 'total')
  const areas = Map.groupBy(files, ([path]) => PARTED.exec(relative(root, path))?.[0] ?? 'others')
  return [...areas]
    .map(([area, all]) => ({
      area,
      counts: all.reduce(
        (sum, [, { lines, branches }]) => ({
          lines: add(sum.lines, lines),
          branches: add(sum.branches, branches),
        }),
        none,
      ),
    }))
    .toSorted((one, other) => shareOf(one.counts.branches) - shareOf(other.counts.branches))
}
const shareOf = ({ total, covered }: Counted) => (total === 0 ? 1 : covered / total)

export async function coverTests(projects: readonly string[]): Promise<boolean> {
  // Games are played in a browser.
  ensureChromium()
  await buildApps(text => console.log(text))
  rmSync(inRoot(FOLDER), { recursive: true, force: true })
  const { report } = runTests(inRoot(`${FOLDER}.json`), {
    reporter: 'dot',
    args: [
      ...(projects.length > 0 ? projects : PROJECTS).flatMap(each => ['--project', each]),
      '--coverage.enabled',
      '--coverage.provider=v8',
      '--coverage.reporter=json-summary',
      '--coverage.reportOnFailure',
      `--coverage.reportsDirectory=${FOLDER}`,
      ...SOURCES.map(each => `--coverage.include=${each}`),
      '--coverage.exclude=**/test/**',
    ],
  })
  if (!report) throw new Error('the tests wrote no report')
  const summary = JSON.parse(
    readFileSync(inRoot(`${FOLDER}/coverage-summary.json`), 'utf8'),
  ) as Summary
  console.log(`\n${'branches'.padStart(9)}${'lines'.padStart(9)}  area`)
  for (const { area, counts } of areasOf(summary))
    console.log(`${share(counts.branches).padStart(9)}${share(counts.lines).padStart(9)}  ${area}`)
  console.log(`\n${report.numPassedTests} passed, ${report.numFailedTests} failed`)
  return report.numFailedTests === 0
}
