// What the code with switches asks: which mistake is on, and which were come past. The files of a
// worker share what it has loaded, so they count in one place.
import { NONE } from './turns.ts'

type Planting = { on: number; passed: Set<number> }

const shared = globalThis as { __planting?: Planting }
export const planting = (shared.__planting ??= { on: NONE, passed: new Set() })
Object.assign(globalThis, {
  __planted(n: number) {
    planting.passed.add(n)
    return n === planting.on
  },
})
