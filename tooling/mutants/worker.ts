// Set-up of the test files while mutants are planted: which one is on, and which were come past,
// apart by loading the sources and by running the tests.
import { afterAll, beforeAll, inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    mutant: number
  }
  interface TaskMeta {
    /** Numbers of the mutants that the tests of this file came past. */
    passed?: number[]
    loaded?: number[]
  }
}

// The files of a worker share what it has loaded, so they count in one place.
const counted = globalThis as { __passed?: Set<number> }
const passed = (counted.__passed ??= new Set())
const on = inject('mutant')
Object.assign(globalThis, {
  __planted(n: number) {
    passed.add(n)
    return n === on
  },
})

let loaded: number[] = []
beforeAll(() => {
  loaded = [...passed]
  passed.clear()
})
// The runner reads the names of what a hook wants.
// oxlint-disable-next-line no-empty-pattern
afterAll(({}, suite) => {
  Object.assign(suite.meta, { passed: [...passed], loaded })
  passed.clear()
})
