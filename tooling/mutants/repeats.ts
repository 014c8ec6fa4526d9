// Runs each test of a file once for each mistake that it comes past, in the same process and the
// same database: a mistake costs the test alone and not the start of a file.
import { appendFileSync } from 'node:fs'
import {
  TestRunner,
  type RunnerTask,
  type RunnerTestCase,
  type RunnerTestSuite,
  type TestTryOptions,
} from 'vitest'
import { plant } from './planting.ts'
import { NONE, Turns, type Verdict } from './turns.ts'

/**
 * Of a file run with mistakes: the journal that it writes, and of each test how long a turn may
 * take and its mistakes.
 */
export type Plan = {
  journal: string
  tests: Readonly<Record<string, { limitMs: number; mutants: number[] }>>
}
/** A line of the journal: a turn that begins, of no mistake or of this one, or what came of it. */
export type Noted = { test: string } & ({ begins: number } | Verdict)

declare module 'vitest' {
  export interface ProvidedContext {
    plan: Plan | null
  }
}

// The runner takes it by default.
// oxlint-disable-next-line import/no-default-export
export default class extends TestRunner {
  private turns: Turns | null = null
  private spoilt = false

  private get plan(): Plan | null {
    return this.injectValue('plan') as Plan | null
  }

  private note(line: Noted): void {
    if (this.plan) appendFileSync(this.plan.journal, `${JSON.stringify(line)}\n`)
  }

  override onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    if ('filepath' in suite) this.spoilt = false
    return super.onBeforeRunSuite(suite)
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(test)
    if (this.spoilt) test.mode = 'skip'
    const mutants = this.plan?.tests[test.id]?.mutants
    this.turns = mutants ? new Turns(mutants) : null
    if (this.turns && test.type === 'test') test.repeats = this.turns.most
  }

  override onBeforeTryTask(test: RunnerTask, options: TestTryOptions): void {
    super.onBeforeTryTask(test, options)
    if (!this.turns) return
    const on = this.turns.next()
    if (on === null) {
      this.turns = null
      // It ends here, and has not failed by what a mistake did.
      ;(test as RunnerTestCase).context.skip()
      return
    }
    plant(on)
    this.note({ test: test.id, begins: on })
  }

  /** A turn that takes too long has failed; what it has begun goes on without the mistake. */
  async runTask(test: RunnerTestCase): Promise<void> {
    const body = TestRunner.getTestFn(test)()
    const limitMs = this.turns && this.plan?.tests[test.id]?.limitMs
    if (!limitMs) return await body
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the turn takes too long')), limitMs)
    })
    await Promise.race([body, late]).finally(() => clearTimeout(timer))
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: TestTryOptions): Promise<void> {
    await super.onAfterRetryTask(test, options)
    if (!this.turns) return
    plant(NONE)
    const told = this.turns.told(test.result?.state === 'fail', new Set(test.meta.passed))
    for (const verdict of told) this.note({ test: test.id, ...verdict })
    this.spoilt ||= told.some(({ what }) => what === 'spoilt')
  }
}
