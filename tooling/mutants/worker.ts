// Set-up of the test files while mutants are planted: which one is on, and which were come past,
// apart by loading the sources, by each test and by what runs around the tests.
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { plant, planting } from './planting.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    mutant: number
  }
  interface TaskMeta {
    /**
     * Numbers of the mutants that this test came past; of a file, what its hooks and what goes on
     * between its tests came past.
     */
    passed?: number[]
    loaded?: number[]
  }
}

plant(inject('mutant'))

const taken = () => {
  const numbers = [...planting.passed]
  planting.passed.clear()
  return numbers
}

let loaded: number[] = []
const around = new Set<number>()
const wentAround = () => {
  for (const n of taken()) around.add(n)
}
beforeAll(() => {
  loaded = taken()
})
beforeEach(wentAround)
// Hooks end in reverse: this one comes after those of the file.
afterEach(({ task }) => {
  task.meta.passed = taken()
})
// The runner reads the names of what a hook wants.
// oxlint-disable-next-line no-empty-pattern
afterAll(({}, suite) => {
  wentAround()
  Object.assign(suite.meta, { passed: [...around], loaded })
})
