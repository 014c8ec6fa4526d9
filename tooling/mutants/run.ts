// `npm run soak -- mutants [MODULE or PATH[:LINE]] [EVERY or edges] [TEST…]`: plants one mistake
// after the other and runs the tests that come past the place; a mistake that none of them notices
// is printed and fails the run, unless harmless.json says why it changes nothing. EVERY 10 plants
// every tenth only, `edges` comparisons alone; test files that are named are asked alone. What an
// earlier run noticed is not asked again.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { inRoot } from '../root.ts'
import { functionMutants, type SqlMutant } from './functions.ts'
import { keepNoticed, noticedBefore } from './known.ts'
import { isUnder, MODULES, moduleOf, sourcesOf, testsOf, type Module } from './modules.ts'
import { mutantsOf, type Mutant } from './plant.ts'
import { Search } from './search.ts'
import type { Planned } from './switches.ts'

/** The line as it stands, what is planted in it, and why nothing can depend on it. */
type Harmless = { path: string; text: string; from: string; to: string; reason: string }
type Job = { name: string; module: Module; mutants: Planned[] }

const HARMLESS = 'tooling/mutants/harmless.json'
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

/** Whether every mistake was noticed, or is known to change nothing. */
export async function runMutants(args: readonly string[]): Promise<boolean> {
  const isTest = (arg: string) => arg.endsWith('.test.ts')
  const [target = 'ledger', which = '1'] = args.filter(arg => !isTest(arg))
  const named = args.filter(isTest)
  const job = jobOf(target, which)
  const known = JSON.parse(textOf(HARMLESS)) as Harmless[]
  const harmless = job.mutants.filter(mutant => isHarmless(mutant, known)).map(({ n }) => n)
  const before = noticedBefore(job.mutants)
  console.log(`${before.length} of ${job.mutants.length} were noticed by earlier runs`)
  const unseen: Mutant[] = []
  const search = new Search(job.module.project, job.mutants, (mutant, how) => {
    if (how === 'noticed') keepNoticed(mutant)
    else unseen.push(mutant)
    console.log(`${mutant.n + 1}/${job.mutants.length} ${how} ${said(mutant)}`)
  })
  const tests = named.length > 0 ? named : testsOf(job.module)
  await search.run(tests, new Set([...harmless, ...before]))
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
