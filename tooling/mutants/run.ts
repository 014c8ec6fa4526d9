// `npm run soak -- mutants [MODULE or PATH[:LINE]] [EVERY or edges]`: plants one mistake after the
// other and runs the tests that come past the place; a mistake that none of them notices is printed
// and fails the run, unless harmless.json says why it changes nothing. EVERY 10 plants every tenth
// only, `edges` comparisons alone.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { inRoot } from '../root.ts'
import { functionMutants, type SqlMutant } from './functions.ts'
import type { Told } from './host.ts'
import { Host } from './hosts.ts'
import { isUnder, MODULES, moduleOf, sourcesOf, testsOf, type Module } from './modules.ts'
import { mutantsOf, type Mutant } from './plant.ts'
import type { Numbered } from './switches.ts'

/** The line as it stands, what is planted in it, and why nothing can depend on it. */
type Harmless = { path: string; text: string; from: string; to: string; reason: string }
type Planned = Numbered & Partial<SqlMutant>
type Job = { name: string; module: Module; mutants: Planned[] }

const HARMLESS = 'tooling/mutants/harmless.json'
/** A mutant may hang: it has thrice the time of the tests without it, and some to start. */
const TIMES = 3
const STARTING_MS = 30_000

const textOf = (path: string) => readFileSync(inRoot(path), 'utf8')
const lineOf = ({ path, line }: Mutant) => textOf(path).split('\n')[line - 1]?.trim() ?? ''
const said = (mutant: Mutant) =>
  `${mutant.path}:${mutant.line}  ${mutant.from} -> ${mutant.to}\n    ${lineOf(mutant)}`

function jobOf(target: string, which: string): Job {
  const known = MODULES[target]
  const [path = '', line] = target.split(':')
  const module = known ?? moduleOf(path)
  if (!module) throw new Error(`no module watches over ${path}: see tooling/mutants/modules.ts`)
  const every = which === 'edges' ? 1 : Number(which)
  const all: (Mutant & Partial<SqlMutant>)[] = [
    ...sourcesOf(module).flatMap(each => mutantsOf(each, textOf(each))),
    ...(module.functions ? functionMutants(module.functions) : []),
  ]
  const mutants = all
    .filter(mutant => known !== undefined || isUnder(path, mutant.path))
    .filter(mutant => !line || mutant.line === Number(line))
    .filter(({ isEdge }) => isEdge || which !== 'edges')
    .filter((_, n) => n % every === 0)
    .map((mutant, n) => ({ ...mutant, n }))
  return { name: target.replaceAll('/', '-'), module, mutants }
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

type Covering = { file: string; ms: number }

/**
 * The test files that come past a mutant while they run, the quickest first. What is computed when
 * a source is loaded is watched over by the files that use anything of that source.
 */
function coveringOf(mutants: readonly Planned[], dry: Told): (mutant: Planned) => Covering[] {
  const pathOf = new Map(mutants.map(({ n, path }) => [n, path]))
  const files = dry.files
    .map(({ ran, ...each }) => ({
      ...each,
      ran: new Set(ran),
      paths: new Set(ran.map(n => pathOf.get(n))),
    }))
    .toSorted((a, b) => a.ms - b.ms)
  const loaded = new Set(dry.files.flatMap(each => each.loaded))
  return ({ n, path, sql }) => {
    // Which of them call a function of the database is not known.
    if (sql) return files
    const ran = files.filter(each => each.ran.has(n))
    if (ran.length > 0 || !loaded.has(n)) return ran
    const users = files.filter(each => each.paths.has(path))
    // A source of constants has nothing that a test comes past.
    return users.length > 0 ? users : files
  }
}

/**
 * The test file that notices, if any does. One is asked first, alone: that which noticed the last
 * mistake in the same source, or the quickest; then the others beside each other until one fails.
 */
async function noticing(
  host: Host,
  { n, sql }: Planned,
  files: Covering[],
  last: string | undefined,
): Promise<string | undefined> {
  const first = files.find(({ file }) => file === last) ?? files[0]
  const others = files.filter(each => each !== first)
  for (const some of [first ? [first] : [], others]) {
    if (some.length === 0) continue
    const ms = some.reduce((sum, each) => sum + each.ms, 0)
    const told = await host.run(
      { files: some.map(({ file }) => file), mutant: n, sql: sql ?? null },
      TIMES * ms + STARTING_MS,
    )
    if (told === 'hung') return some[0]?.file
    if (told.failed) return told.files.find(({ passed }) => !passed)?.file ?? some[0]?.file
  }
  return undefined
}

/** Whether every mistake was noticed, or is known to change nothing. */
export async function runMutants([
  target = 'ledger',
  which = '1',
]: readonly string[]): Promise<boolean> {
  const job = jobOf(target, which)
  const known = JSON.parse(textOf(HARMLESS)) as Harmless[]
  const host = new Host(job.module.project, job.mutants)
  const dry = await host.run({ files: testsOf(job.module), mutant: -1, sql: null }, Infinity)
  if (dry === 'hung' || dry.failed)
    throw new Error(
      `the tests fail without any mistake\n${dry === 'hung' ? dry : dry.failures.join('\n')}`,
    )
  const covering = coveringOf(job.mutants, dry)
  const unseen: Mutant[] = []
  const last = new Map<string, string>()
  for (const mutant of job.mutants) {
    if (isHarmless(mutant, known)) continue
    const files = covering(mutant)
    const noticed = await noticing(host, mutant, files, last.get(mutant.path))
    if (noticed) last.set(mutant.path, noticed)
    else unseen.push(mutant)
    const how = { noticed: 'noticed', unseen: files.length > 0 ? 'UNSEEN ' : 'NOT RUN' }
    const place = `${mutant.n + 1}/${job.mutants.length}`
    console.log(`${place} ${how[noticed ? 'noticed' : 'unseen']} ${said(mutant)}`)
  }
  await host.close()
  report(job, unseen)
  return unseen.length === 0
}

function report({ name, mutants }: Job, unseen: readonly Mutant[]) {
  const noticed = mutants.length - unseen.length
  const share = mutants.length === 0 ? 100 : (100 * noticed) / mutants.length
  console.log(`\n${name}: ${noticed} of ${mutants.length} noticed, ${share.toFixed(1)} %`)
  for (const mutant of unseen) console.log(`unseen: ${said(mutant)}`)
  mkdirSync(inRoot('.cache/mutants'), { recursive: true })
  const written = { at: new Date().toISOString(), all: mutants.length, unseen }
  writeFileSync(inRoot(`.cache/mutants/${name}.json`), JSON.stringify(written, null, 1))
}
