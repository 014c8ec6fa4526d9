// What the code with switches asks: which mistake is on, and which were come past. The files of a
// worker share what it has loaded, so they count in one place.
import { NONE } from './turns.ts'

/** A constant with mistakes in it, as it was loaded, computed anew, and put. */
type Constant = { loaded: unknown; compute: () => unknown; put: (value: unknown) => void }
type Planting = { on: number; passed: Set<number>; constants: Map<number, Constant> }

const shared = globalThis as { __planting?: Planting }
export const planting = (shared.__planting ??= {
  on: NONE,
  passed: new Set(),
  constants: new Map(),
})

/** Puts this mistake on, or none, in constants that are loaded already too. */
export function plant(on: number): void {
  const before = planting.constants.get(planting.on)
  before?.put(before.loaded)
  planting.on = on
  const constant = planting.constants.get(on)
  try {
    constant?.put(constant.compute())
  } catch {
    // It does not even load with this one: what loads it anew says so.
  }
}

Object.assign(globalThis, {
  __planted(n: number) {
    planting.passed.add(n)
    return n === planting.on
  },
  __used(...numbers: number[]) {
    for (const n of numbers) planting.passed.add(n)
  },
  __constant(
    numbers: number[],
    loaded: unknown,
    compute: Constant['compute'],
    put: Constant['put'],
  ) {
    for (const n of numbers) planting.constants.set(n, { loaded, compute, put })
  },
})
