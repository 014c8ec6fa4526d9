// Drives the rows of a table: sets the number, then asks one below, at and one above.
import type { Db } from '@tianping/database'
import { expect, test } from 'vitest'
import { writeSetting } from '../../src/kernel/setting.ts'
import { TAKEN, type Table } from './edge.ts'
import type { Leaf } from './leaves.ts'
import { leaves, schemas } from './schemas.ts'
import { moved, setLeaf, stepOf, type Value } from './values.ts'

/** What happens at the number of the row moved by `step`: one down, none, or one up. */
type Said = Promise<string> | string
export type Drive = (at: never, step: number) => Said
export const onFigure = (drive: (figure: number, step: number) => Said): Drive => drive
export const onText = (drive: (text: string, step: number) => Said): Drive => drive

/** What a call came to: taken, or the sentence of its refusal. */
export async function outcome(call: Promise<{ code: number; message: string }>): Promise<string> {
  const { code, message } = await call
  return code === 200 ? TAKEN : message
}

/** The beginning of what is said, up to the part that the row names. */
export const begins = (said: string, ...known: string[]) =>
  known.find(part => said.startsWith(part)) ?? said

/** What a rule holds besides the leaf, by the name of the rule; without one its presets. */
export type Bases = Record<string, unknown>

const nameOf = (path: string) => path.split(/[.[]/)[0]!
const schemaOf = (name: string) => schemas.find(([each]) => each === name)![1]
const based = (bases: Bases, name: string): unknown =>
  structuredClone(schemaOf(name).parse(structuredClone(bases[name] ?? {})))

/** Writes a rule with one leaf set, and every other rule of the bases as it stands there. */
function setter(db: Db, bases: Bases, now: () => Date) {
  const write = async (name: string, change: (value: unknown) => unknown) => {
    const by = { name: 'test', at: now() }
    await writeSetting(db, name, schemaOf(name), change(based(bases, name)) as never, by)
  }
  let last = ''
  return async (leaf: Leaf, number: Value) => {
    const name = nameOf(leaf.path)
    if (last !== '' && last !== name) await write(last, value => value)
    last = name
    await write(name, value => setLeaf(value, leaf.keys, number))
  }
}

type AtNumber = {
  /** Sets the number; a rule that is asked as a function is kept in memory. */
  set: (leaf: Leaf, number: Value) => Promise<void> | void
  /** Before each figure: the clock goes on, say. */
  before?: () => void | Promise<void>
}
/** What rules hold besides, and where they are written. */
type InDatabase = { db: Db; now: () => Date; bases?: Bases } & Pick<AtNumber, 'before'>

/** Rules in memory, for what is decided by a function of the rule and of figures. */
export function rulesInMemory<R extends object>(bases: Bases) {
  let held: unknown
  return {
    rule: () => held as R,
    set: ({ path, keys }: Leaf, number: Value) => {
      const name = nameOf(path)
      held = schemaOf(name).parse(setLeaf(based(bases, name), keys, number))
    },
  }
}

export const inDatabase = ({ db, now, bases = {}, before }: InDatabase): AtNumber => ({
  set: setter(db, bases, now),
  ...(before ? { before } : {}),
})

export function examine<T extends Table>(
  table: T,
  drives: { [K in keyof T]: Drive },
  { set, before }: AtNumber,
) {
  test.each(Object.entries(table))('%s', async (path, [number, below, at, above]) => {
    const leaf = leaves.find(each => each.path === path)!
    await set(leaf, number)
    const found: string[] = []
    for (const step of [-1, 0, 1]) {
      await before?.()
      const figure = moved(number, step, leaf.kind === 'number' ? stepOf(leaf) : 1)
      found.push(await drives[path]!(figure as never, step))
    }
    expect(found, `one below, at and one above ${number}`).toEqual([below, at, above])
  })
}

/** The same for numbers that no operator sets: the row names the number that the code has. */
export function examineFixed<T extends Table>(
  table: T,
  constants: Readonly<Record<string, number>>,
  drives: { [K in keyof T]: Drive },
  before: () => Promise<void>,
) {
  test.each(Object.entries(table))('%s', async (name, [number, below, at, above]) => {
    expect(constants[name] ?? number).toBe(number)
    const found: string[] = []
    for (const step of [-1, 0, 1]) {
      await before()
      found.push(await drives[name]!((Number(number) + step) as never, step))
    }
    expect(found, `one below, at and one above ${number}`).toEqual([below, at, above])
  })
}

/** The same way to ask for several leaves. */
export const alikeDrives = <K extends string>(leaves: readonly K[], drive: (leaf: K) => Drive) =>
  Object.fromEntries(leaves.map(leaf => [leaf, drive(leaf)])) as Record<K, Drive>
