// `npm run soak -- mutants [MODULE or PATH[:LINE]] [EVERY]`: plants one mistake after the other and
// runs the tests that watch over the place; a mistake that no test notices is printed and fails the
// run, unless harmless.json says why it changes nothing. EVERY 10 plants every tenth only.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { inRoot, root } from '../root.ts'
import { MODULES, moduleOf, sourcesOf } from './modules.ts'
import { mutantsOf, planted, type Mutant } from './plant.ts'

/** The line as it stands, what is planted in it, and why nothing can depend on it. */
type Harmless = { path: string; text: string; from: string; to: string; reason: string }
type Tests = { project: string; tests: readonly string[] }
type Job = { name: string; paths: string[]; lines: ReadonlySet<number> | null; tests: Tests }

const HARMLESS = 'tooling/mutants/harmless.json'
/** A mutant may hang: it has thrice the time of the tests without it, and some to start. */
const TIMES = 3
const STARTING_MS = 30_000

const textOf = (path: string) => readFileSync(inRoot(path), 'utf8')
const lineOf = ({ path, line }: Mutant) => textOf(path).split('\n')[line - 1]?.trim() ?? ''

function jobOf(target: string): Job {
  const known = MODULES[target]
  if (known) return { name: target, paths: sourcesOf(known), lines: null, tests: known }
  const [path = '', line] = target.split(':')
  const module = moduleOf(path)
  if (!module) throw new Error(`no module watches over ${path}: see tooling/mutants/modules.ts`)
  return {
    name: path.replaceAll('/', '-'),
    paths: [path],
    lines: line ? new Set([Number(line)]) : null,
    tests: module,
  }
}

function notice({ project, tests }: Tests, timeout?: number) {
  const began = performance.now()
  const { status, signal } = spawnSync(
    process.execPath,
    [inRoot('node_modules/vitest/vitest.mjs'), 'run', '--project', project, '--bail=1', ...tests],
    { cwd: root, stdio: 'ignore', ...(timeout ? { timeout, killSignal: 'SIGTERM' } : {}) },
  )
  if (signal === 'SIGINT') throw new Error('ended by hand')
  return { noticed: status !== 0, ms: performance.now() - began }
}

/** One after the other, the nearest test first, so that most mutants cost one file. */
function isNoticed({ project, tests }: Tests, timeout: number): boolean {
  return tests.some(each => notice({ project, tests: [each] }, timeout).noticed)
}

function plantAndAsk(mutant: Mutant, tests: Tests, timeout: number): boolean {
  const text = textOf(mutant.path)
  try {
    writeFileSync(inRoot(mutant.path), planted(text, mutant))
    return isNoticed(tests, timeout)
  } finally {
    writeFileSync(inRoot(mutant.path), text)
  }
}

function refuseChangedTree() {
  const { stdout } = spawnSync('git', ['status', '--porcelain'], { cwd: root })
  if (stdout.toString().trim() !== '')
    throw new Error('the working tree has changes: mistakes are planted in it, commit first')
}

function isHarmless(mutant: Mutant, known: readonly Harmless[]): boolean {
  const text = lineOf(mutant)
  return known.some(
    each =>
      each.path === mutant.path &&
      each.text === text &&
      each.from === mutant.from &&
      each.to === mutant.to,
  )
}

const said = (mutant: Mutant) =>
  `${mutant.path}:${mutant.line}  ${mutant.from} -> ${mutant.to}\n    ${lineOf(mutant)}`

/** Whether every mistake was noticed, or is known to change nothing. */
export function runMutants([target = 'ledger', every = '1']: readonly string[]): boolean {
  refuseChangedTree()
  const job = jobOf(target)
  const known = JSON.parse(textOf(HARMLESS)) as Harmless[]
  const mutants = job.paths
    .flatMap(path => mutantsOf(path, textOf(path)))
    .filter(({ line }) => !job.lines || job.lines.has(line))
    .filter((_, n) => n % Number(every) === 0)
  const without = notice(job.tests)
  if (without.noticed) throw new Error('the tests fail without any mistake')
  const timeout = Math.ceil(TIMES * without.ms) + STARTING_MS
  const unseen: Mutant[] = []
  for (const [n, mutant] of mutants.entries()) {
    if (isHarmless(mutant, known)) continue
    const noticed = plantAndAsk(mutant, job.tests, timeout)
    if (!noticed) unseen.push(mutant)
    console.log(`${n + 1}/${mutants.length} ${noticed ? 'noticed' : 'UNSEEN '} ${said(mutant)}`)
  }
  const noticed = mutants.length - unseen.length
  const share = mutants.length === 0 ? 100 : (100 * noticed) / mutants.length
  console.log(`\n${job.name}: ${noticed} of ${mutants.length} noticed, ${share.toFixed(1)} %`)
  for (const mutant of unseen) console.log(`unseen: ${said(mutant)}`)
  mkdirSync(inRoot('.cache/mutants'), { recursive: true })
  const report = { at: new Date().toISOString(), all: mutants.length, unseen }
  writeFileSync(inRoot(`.cache/mutants/${job.name}.json`), JSON.stringify(report, null, 1))
  return unseen.length === 0
}
