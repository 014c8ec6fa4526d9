// `npm run soak -- rng [DRAWS] [model ...]`: a battery over the random stream of every model.
// Without DRAWS it takes two minutes altogether; 1e9 draws take some five minutes a model.
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from '../root.ts'
import { askDieharder, hasDieharder, type DieharderResult } from './dieharder.ts'
import { examine, leastOf, type Examined } from './examine.ts'
import { MODELS, sourceOf } from './stream.ts'

const BUDGET_MS = 110_000

type Report = {
  began: string
  seed: string
  least: number
  passed: boolean
  models: Record<string, Examined & { dieharder: DieharderResult[] | null }>
}

type Asked = { draws: number | null; models: readonly string[] }

/** `[DRAWS] [model ...]`; throws what is wrong with them. */
function read(args: readonly string[]): Asked {
  const [first = ''] = args
  const draws = /^\d/.test(first) ? Number(first) : null
  if (draws !== null && !(draws >= 1)) throw new Error('DRAWS is a number, such as 1e9')
  const wanted = draws === null ? args : args.slice(1)
  const unknown = wanted.find(model => !MODELS.includes(model))
  if (unknown !== undefined) throw new Error(`${unknown} is none of ${MODELS.join(' ')}`)
  return { draws, models: wanted.length > 0 ? wanted : MODELS }
}

/** True when every model passes; the seed and every p-value are in the report. */
export async function examineStreams(args: readonly string[]): Promise<boolean> {
  const { draws, models } = read(args)
  const dieharder = hasDieharder()
  if (!dieharder) console.log('dieharder is not installed (apt install dieharder): own tests only.')
  const seed = process.env['SOAK_SEED'] ?? randomBytes(8).toString('hex')
  console.log(`seed ${seed}; SOAK_SEED=${seed} repeats it`)
  const began = new Date().toISOString()
  const eachMs = BUDGET_MS / models.length / (dieharder ? 2 : 1)
  const examined: Report['models'] = {}
  for (const model of models) {
    const until = Date.now() + eachMs
    const enough = (words: number) => (draws === null ? Date.now() >= until : words >= draws)
    const own = examine(sourceOf(model, seed), enough)
    const asked = dieharder ? await askDieharder(sourceOf(model, `${seed}:dieharder`)) : null
    examined[model] = { ...own, dieharder: asked }
    console.log(lineOf(model, own, asked))
    // A run of hours that is ended early has kept what it found.
    keep(judged({ began, seed, models: examined }))
  }
  return tell(judged({ began, seed, models: examined }))
}

/** A run with the chance below which a test of it fails. */
function judged(run: Omit<Report, 'least' | 'passed'>): Report {
  const ps = pValues(run.models)
  const least = leastOf(ps.length)
  return { ...run, least, passed: ps.every(p => p >= least) }
}

const pValues = (models: Report['models']) =>
  Object.values(models).flatMap(({ results, doublings, dieharder }) =>
    [...results, ...doublings, ...(dieharder ?? [])].map(({ p }) => p),
  )

/** Says how a run ended and where its report is. */
function tell(report: Report): boolean {
  const ps = pValues(report.models)
  const lowest = Math.min(...ps).toExponential(2)
  console.log(`${ps.length} p-values, the least ${lowest}: ${report.passed ? 'passed' : 'FAILED'}.`)
  console.log(`A fair source falls below ${report.least.toExponential(2)} once in a thousand runs.`)
  console.log(`Report: ${keep(report)}`)
  return report.passed
}

function lineOf(model: string, { words, results }: Examined, asked: DieharderResult[] | null) {
  const shown = results.map(({ test, p }) => `${test} ${p.toFixed(4)}`).join('  ')
  const theirs = asked?.map(({ test, p }) => `${test} ${p.toFixed(4)}`).join('  ')
  return `${model}: ${words.toLocaleString('en')} numbers\n  ${shown}${theirs ? `\n  dieharder: ${theirs}` : ''}`
}

function keep(report: Report): string {
  const folder = inRoot('.cache/rng')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${report.began.replaceAll(/[:.]/g, '-')}.json`)
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
  return file
}
