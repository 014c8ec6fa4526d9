// Which tests come past which mistake.
import type { Told } from './host.ts'
import type { Planned } from './switches.ts'

/**
 * A file's tests, those of these ids or all of them with its hooks; what they take without any
 * mistake, and what the whole file takes.
 */
export type Watch = { file: string; tests: string[] | null; ms: number; wholeMs: number }

export type SeenTest = { id: string; ms: number; ran: ReadonlySet<number> }
/** A test file as it ran without any mistake. */
export type SeenFile = {
  file: string
  ms: number
  tests: SeenTest[]
  /** What its hooks came past, and what goes on between its tests. */
  around: ReadonlySet<number>
}

/** The quickest first. */
export const seenFiles = (dry: Told['files']): SeenFile[] =>
  dry
    .map(({ file, ms, tests, ran }) => ({
      file,
      ms,
      tests: tests.map(each => ({ ...each, ran: new Set(each.ran) })),
      around: new Set(ran),
    }))
    .toSorted((a, b) => a.ms - b.ms)

const wholeOf = ({ file, ms }: SeenFile): Watch => ({ file, tests: null, ms, wholeMs: ms })

/** These tests of a file alone; what the others take is spared. */
function partOf(seen: SeenFile, tests: readonly SeenTest[]): Watch[] {
  if (tests.length === 0) return []
  if (tests.length === seen.tests.length) return [wholeOf(seen)]
  const spared = seen.tests.filter(test => !tests.includes(test))
  const ms = spared.reduce((left, each) => left - each.ms, seen.ms)
  return [{ ...wholeOf(seen), tests: tests.map(({ id }) => id), ms }]
}

/**
 * The tests that come past a mistake, a watch for each file. What is computed when a source is
 * loaded is watched over by the files that use anything of that source.
 */
export function coverageOf(mutants: readonly Planned[], dry: Told['files']) {
  const pathOf = new Map(mutants.map(({ n, path }) => [n, path]))
  const files = seenFiles(dry)
  const loaded = new Set(dry.flatMap(each => each.loaded))
  const pathsOf = ({ tests, around }: SeenFile) =>
    new Set([...around, ...tests.flatMap(({ ran }) => [...ran])].map(n => pathOf.get(n)))
  const using = files.map(each => ({ watch: wholeOf(each), paths: pathsOf(each) }))
  const isRun = new Set(
    files
      .flatMap(({ tests, around }) => [around, ...tests.map(each => each.ran)])
      .flatMap(each => [...each]),
  )
  return ({ n, path, sql }: Planned): Watch[] => {
    // Which of them call a function of the database is not known.
    if (sql) return files.map(wholeOf)
    if (isRun.has(n))
      return files.flatMap(each => {
        if (each.around.has(n)) return [wholeOf(each)]
        return partOf(
          each,
          each.tests.filter(({ ran }) => ran.has(n)),
        )
      })
    if (!loaded.has(n)) return []
    const users = using.filter(({ paths }) => paths.has(path)).map(({ watch }) => watch)
    // A source of constants has nothing that a test comes past.
    return users.length > 0 ? users : files.map(wholeOf)
  }
}
