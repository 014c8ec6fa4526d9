// A process that keeps a test runner, its database and the transformed sources between runs, so
// that a mutant costs its tests and not their start. It is killed when a mutant hangs it.
import config from '../../vitest.config.ts'
import { connect, run as execute, sql } from '@tianping/database'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { createVitest, type TestModule } from 'vitest/node'
import { inRoot, root } from '../root.ts'
import { SERVER_TEMPLATE } from '../test/cluster.ts'
import { usesOf, withConstants } from './constants.ts'
import type { SqlMutant } from './functions.ts'
import type { Plan } from './repeats.ts'
import { withSwitches, type Numbered } from './switches.ts'

/** Of each file all its tests, or those of these ids. */
type Wanted = { file: string; tests: string[] | null }
/** Tests with one mistake on, that of a function of the database with it; or a file with many. */
export type Asked = {
  files: Wanted[]
  mutant: number
  sql?: SqlMutant['sql'] | undefined
  plan?: Plan | null
}
/** A test, or what runs around the tests of a file, and the mutants that it came past. */
type Ran = { passed: boolean; ms: number; ran: number[] }
export type Told = {
  files: (Ran & { file: string; loaded: number[]; tests: (Ran & { id: string })[] })[]
  failed: boolean
  /** What failed, for people. */
  failures: string[]
}

const POLL_MS = 5_000
const SOURCES = '{apps,packages}/*/{src,server}/**/*.{ts,tsx}'

type Project = { test: { name: string; setupFiles?: string[] } & Record<string, unknown> }

// The global set-up reads sources too.
Object.assign(globalThis, { __planted: () => false, __used() {}, __constant() {} })

const [project, list = ''] = process.argv.slice(2)
const mutants = JSON.parse(readFileSync(list, 'utf8')) as Numbered[]
const byFile = Map.groupBy(mutants, ({ path }) => inRoot(path))
const sources = globSync(SOURCES, { cwd: root }).map(path => ({
  path,
  text: readFileSync(inRoot(path), 'utf8'),
}))
const { constants, uses } = usesOf(sources, mutants)
const usesByFile = Map.groupBy(uses, ({ path }) => inRoot(path))

const plugin: Plugin = {
  name: 'mutants',
  enforce: 'pre',
  transform(code, id) {
    const [here, used] = [byFile.get(id), usesByFile.get(id)]
    if (!here && !used) return null
    const switched = withSwitches(code, here ?? [], used)
    return {
      code: withConstants({ path: relative(root, id), text: switched }, constants),
      map: null,
    }
  },
}

const projects = (config.test?.projects ?? []) as Project[]
const options = projects.find(({ test }) => test.name === project)?.test
if (!options) throw new Error(`there is no project ${project}`)
const vitest = await createVitest(
  'test',
  {
    ...options,
    config: false,
    watch: false,
    bail: 1,
    // What is transformed here is for these mistakes alone; a process begun anew finds it.
    fsModuleCachePath: join(dirname(list), 'modules'),
    // What is waited for comes at once or, with a mistake on, never.
    expect: { poll: { timeout: POLL_MS } },
    maxWorkers: 1,
    reporters: [{}],
    runner: inRoot('tooling/mutants/repeats.ts'),
    setupFiles: [...(options.setupFiles ?? []), 'tooling/mutants/worker.ts'].map(path =>
      inRoot(path),
    ),
  },
  { root, plugins: [plugin] },
)
await vitest.standalone()
const all = vitest.getRootProject()

const failuresOf = (testModules: readonly TestModule[]): string[] =>
  testModules.flatMap(module => [
    ...module.errors().map(({ message }) => `${module.relativeModuleId}: ${message}`),
    ...[...module.children.allTests('failed')].map(
      each => `${each.fullName}: ${each.result().errors?.[0]?.message}`,
    ),
  ])

/** Replaces a function in the template that the test files copy their databases from. */
async function inTemplate(statement: string): Promise<void> {
  const { postgresUrl } = all.getProvidedContext()
  const db = connect(postgresUrl.replace(/\/[^/]*$/, `/${SERVER_TEMPLATE}`), { maxConnections: 1 })
  await execute(db, sql`${sql.raw(statement)}`)
  await db.destroy()
}

async function answer({ sql: change, ...asked }: Asked): Promise<Told> {
  if (!change) return run(asked)
  // A process that follows one that hung has no database before its first run.
  if (!all.getProvidedContext().postgresUrl)
    await run({ files: asked.files.slice(0, 1), mutant: -1 })
  await inTemplate(change.plant)
  try {
    return await run(asked)
  } finally {
    await inTemplate(change.restore)
  }
}

const testsOf = (module: TestModule) =>
  [...module.children.allTests()]
    .filter(each => each.result().state !== 'skipped')
    .map(each => ({
      id: each.id,
      passed: each.ok(),
      ms: each.diagnostic()?.duration ?? 0,
      ran: each.meta().passed ?? [],
    }))

async function run({ files, mutant, plan = null }: Omit<Asked, 'sql'>): Promise<Told> {
  all.provide('mutant', mutant)
  all.provide('plan', plan)
  const result = await vitest.runTestSpecifications(
    files.map(({ file, tests }) =>
      all.createSpecification(inRoot(file), tests ? { testIds: tests } : {}),
    ),
  )
  // The runner answers for every file that it ever ran; a failure of an earlier run is none now.
  const asked = new Set(files.map(({ file }) => file))
  const ran = result.testModules.filter(({ relativeModuleId }) => asked.has(relativeModuleId))
  const told = ran.map(module => {
    const meta = module.meta()
    return {
      file: module.relativeModuleId,
      passed: module.ok(),
      ms: module.diagnostic().duration + module.diagnostic().collectDuration,
      ran: meta.passed ?? [],
      loaded: meta.loaded ?? [],
      tests: testsOf(module),
    }
  })
  const failed = result.unhandledErrors.length > 0 || told.some(({ passed }) => !passed)
  return { files: told, failed, failures: failuresOf(ran) }
}

process.on('message', (asked: Asked) => {
  void answer(asked).then(told => process.send?.(told))
})
process.on('disconnect', () => void vitest.close().then(() => process.exit()))
