// Plants every mistake and asks the tests that come past it, in two rounds: first each file once,
// each of its tests repeated with one mistake after the other; then, in runs of their own, what no
// repetition noticed. A test may come to its point only in a fresh database; hooks, what is
// computed while loading and functions of the database are asked in the second round alone.
import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { coverageOf, seenFiles, type SeenFile, type SeenTest, type Watch } from './coverage.ts'
import type { Told } from './host.ts'
import { Host, within } from './hosts.ts'
import type { Noted, Plan } from './repeats.ts'
import type { Planned } from './switches.ts'
import { NONE } from './turns.ts'

/** A mutant may hang: it has thrice the time of the tests without it, and some to start. */
const TIMES = 3
const STARTING_MS = 30_000
const TURN_MS = 5_000
/** A test and its database wait for each other, and some for a time. */
const HOSTS_PER_CORE = 2
/** A test that takes longer, most of it waiting, is asked in the second round alone. */
const SLOW_MS = 2_000
/** A file whose repetitions come to nothing is left to runs of their own. */
const TRIES = 2

type How = 'noticed' | 'UNSEEN ' | 'NOT RUN'
/** What noticed the last mistake in a source: it likely notices the next one there. */
type Last = { file: string; test: string | undefined }

export class Search {
  private readonly hosts: Host[]
  private readonly mutants: readonly Planned[]
  private readonly told: (mutant: Planned, how: How) => void
  private readonly left: Map<number, Planned>
  /** Tests with mistakes that they have passed with, or come past only once. */
  private readonly asked = new Set<string>()
  /** Tests that pass only once in a database. */
  private readonly once = new Set<string>()
  private readonly doubts = new Set<number>()
  private readonly alone = new Map<string, Promise<boolean>>()
  private readonly last = new Map<string, Last>()
  private readonly journals = mkdtempSync(join(tmpdir(), 'tianping-mutants-'))

  constructor(
    project: string,
    mutants: readonly Planned[],
    told: (mutant: Planned, how: How) => void,
  ) {
    this.mutants = mutants
    this.left = new Map(mutants.map(each => [each.n, each]))
    this.told = told
    const count = HOSTS_PER_CORE * availableParallelism()
    this.hosts = Array.from({ length: count }, () => new Host(project, mutants))
  }

  /** Plants all but the ones of these numbers. */
  async run(files: readonly string[], spared: ReadonlySet<number>): Promise<void> {
    const dry = await this.dry(files)
    const covering = coverageOf(this.mutants, dry)
    for (const n of spared) this.left.delete(n)
    const ask = async (host: Host, mutant: Planned) => {
      if (await this.notices(host, mutant, covering(mutant))) this.noticed(mutant.n)
      else this.told(mutant, covering(mutant).length > 0 ? 'UNSEEN ' : 'NOT RUN')
    }
    await this.bothRounds(seenFiles(dry), ask)
    await Promise.all(this.hosts.map(host => host.close()))
  }

  /**
   * Repeats the files. Who finds none left begins to plant alone what no file under way comes past:
   * a single file may go on for minutes.
   */
  private async bothRounds(
    files: readonly SeenFile[],
    ask: (host: Host, mutant: Planned) => Promise<void>,
  ) {
    const queue = [...files]
    const alone = new Set<number>()
    const underWay = new Map<SeenFile, Promise<void>>()
    const next = () => {
      const tests = [...underWay.keys()].flatMap(file => file.tests)
      const open = new Set(tests.flatMap(test => this.openOf(test)))
      return [...this.left.values()].find(({ n }) => !alone.has(n) && !open.has(n))
    }
    const take = async (host: Host): Promise<void> => {
      for (let file = queue.shift(); file; file = queue.shift()) {
        underWay.set(file, this.repeatAll(host, file))
        await underWay.get(file)
        underWay.delete(file)
      }
      for (let mutant = next(); mutant; mutant = next()) {
        alone.add(mutant.n)
        await ask(host, mutant)
      }
      if (underWay.size === 0) return
      await Promise.race(underWay.values())
      return take(host)
    }
    await Promise.all(this.hosts.map(take))
  }

  private noticed(n: number) {
    const mutant = this.left.get(n)
    this.left.delete(n)
    if (mutant) this.told(mutant, 'noticed')
  }

  /** All tests without any mistake: which come past which. */
  private async dry(files: readonly string[]): Promise<Told['files']> {
    const told = await Promise.all(
      this.hosts.slice(0, files.length).map((host, at) => {
        const own = files.filter((_, n) => n % this.hosts.length === at)
        const asked = own.map(file => ({ file, tests: null }))
        return host.run({ files: asked, mutant: NONE })
      }),
    )
    return told.flatMap(each => {
      if (each !== 'hung' && !each.failed) return each.files
      const why = each === 'hung' ? each : each.failures.join('\n')
      throw new Error(`the tests fail without any mistake\n${why}`)
    })
  }

  /** The mistakes that a test comes past and has not been asked about; doubtful ones first. */
  private openOf({ id, ms, ran }: SeenTest): number[] {
    if (this.once.has(id) || ms > SLOW_MS) return []
    const open = [...ran].filter(n => this.left.has(n) && !this.asked.has(`${id} ${n}`))
    return open.toSorted((a, b) => Number(this.doubts.has(b)) - Number(this.doubts.has(a)))
  }

  /**
   * Repeats the tests of a file until they have said all. One that has spoilt the database goes on
   * alone, if it passes without those before it.
   */
  private async repeatAll(host: Host, seen: SeenFile): Promise<void> {
    const needing = new Set<string>()
    for (let tries = 0; tries < TRIES; tries++) {
      const lines = await this.repeat(host, seen, seen.tests)
      if (!lines) return
      if (this.learn(lines)) tries = -1
      const spoilt = seen.tests.find(({ id }) => id === spoiltIn(lines))
      if (!spoilt || needing.has(spoilt.id)) continue
      if (!(await this.repeatAlone(host, seen, spoilt))) needing.add(spoilt.id)
    }
  }

  /** Repeats one test while anything comes of it; false where nothing did at all. */
  private async repeatAlone(host: Host, seen: SeenFile, test: SeenTest): Promise<boolean> {
    for (let runs = 0; ; runs++) {
      const lines = await this.repeat(host, seen, [test])
      if (!lines) return true
      if (!this.learn(lines)) return runs > 0
    }
  }

  private planOf(tests: readonly SeenTest[]): Plan | null {
    const each = tests.map(
      test =>
        [test.id, { limitMs: TIMES * test.ms + TURN_MS, mutants: this.openOf(test) }] as const,
    )
    if (each.every(([, { mutants }]) => mutants.length === 0)) return null
    const journal = join(this.journals, `${tests[0]?.id}-${performance.now()}`)
    return { journal, tests: Object.fromEntries(each) }
  }

  /** What the journal says of tests that were repeated; null where nothing is open. */
  private async repeat(
    host: Host,
    seen: SeenFile,
    tests: readonly SeenTest[],
  ): Promise<Noted[] | null> {
    const plan = this.planOf(tests)
    if (!plan) return null
    const some = tests.length < seen.tests.length ? tests.map(({ id }) => id) : null
    const asked = { files: [{ file: seen.file, tests: some }], mutant: NONE, plan }
    const late = within(TIMES * seen.ms + STARTING_MS)
    const told = await host.run(asked, () => {
      const at = statSync(plan.journal, { throwIfNoEntry: false })?.mtimeMs
      if (at === undefined) return late()
      // Only what never lets go of the processor is still there after its limit.
      const { test } = linesOf(plan.journal).at(-1) ?? {}
      return Date.now() - at > (plan.tests[test ?? '']?.limitMs ?? 0) + STARTING_MS
    })
    const lines = linesOf(plan.journal)
    const last = lines.at(-1)
    if (told === 'hung' && last && 'begins' in last && last.begins !== NONE)
      lines.push({ test: last.test, what: 'noticed', n: last.begins })
    return lines
  }

  /** Whether anything came of it. */
  private learn(lines: readonly Noted[]): boolean {
    let anything = false
    for (const line of lines) {
      if ('begins' in line || line.what === 'spoilt') continue
      anything = true
      if (line.what === 'once') this.once.add(line.test)
      else if (line.what === 'noticed') this.noticed(line.n)
      else if (line.what === 'doubt') this.doubts.add(line.n)
      else this.asked.add(`${line.test} ${line.n}`)
    }
    return anything
  }

  /** Some tests of a file, where they pass without the others; else the whole file. */
  private async standing(host: Host, watch: Watch): Promise<Watch> {
    if (watch.tests === null) return watch
    const key = `${watch.file} ${watch.tests.join(' ')}`
    const passes = async () => {
      const told = await host.run({ files: [watch], mutant: NONE })
      return told !== 'hung' && !told.failed
    }
    const alone = this.alone.get(key) ?? passes()
    this.alone.set(key, alone)
    return (await alone) ? watch : { ...watch, tests: null, ms: watch.wholeMs }
  }

  /**
   * Whether a test of these notices. Asked first is the test that noticed the last mistake in the
   * same source, then the quickest file, then the others one after the other until one fails.
   */
  private async notices(host: Host, mutant: Planned, watches: Watch[]): Promise<boolean> {
    const { n, path, sql } = mutant
    for (const some of inTurn(watches, this.last.get(path))) {
      const files: Watch[] = []
      for (const each of some) files.push(await this.standing(host, each))
      const ms = files.reduce((sum, each) => sum + each.ms, 0)
      const told = await host.run({ files, mutant: n, sql }, within(TIMES * ms + STARTING_MS))
      if (told === 'hung') return true
      if (!told.failed) continue
      const failed = told.files.find(({ passed }) => !passed)
      if (failed) {
        const test = failed.tests.find(({ passed }) => !passed)?.id
        this.last.set(path, { file: failed.file, test })
      }
      return true
    }
    return false
  }
}

const spoiltIn = (lines: readonly Noted[]) =>
  lines.find(each => 'what' in each && each.what === 'spoilt')?.test

const linesOf = (journal: string): Noted[] => {
  if (!statSync(journal, { throwIfNoEntry: false })) return []
  const whole = readFileSync(journal, 'utf8').split('\n').slice(0, -1)
  return whole.map(line => JSON.parse(line) as Noted)
}

/** The tests that come past a mistake in the order in which they are asked. */
function inTurn(watches: readonly Watch[], last: Last | undefined): Watch[][] {
  const first = watches.find(({ file }) => file === last?.file) ?? watches[0]
  if (!first) return []
  const one = first.file === last?.file ? last.test : undefined
  const alone = one && (first.tests?.includes(one) ?? true) ? [{ ...first, tests: [one] }] : []
  const others = watches.filter(each => each !== first)
  return [alone, [first], others].filter(({ length }) => length > 0)
}
