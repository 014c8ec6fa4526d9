import { expect, test } from 'vitest'
import { Cached } from '../../src/kernel/live/cached.ts'

let now = 0
const clock = { now: () => new Date(now) }

/** A loader that answers when it is told to. */
function loader() {
  const waiting: ((value: number) => void)[] = []
  const load = () => new Promise<number>(done => waiting.push(done))
  return { load, waiting }
}

test('a stampede on one stale key asks once', async () => {
  const { load, waiting } = loader()
  const cached = new Cached<string, number>(load, { ttlMs: 1_000, maxEntries: 10, clock })
  const crowd = Array.from({ length: 100 }, () => cached.get('k'))
  expect(waiting).toHaveLength(1)
  waiting[0]!(7)
  expect(new Set(await Promise.all(crowd))).toEqual(new Set([7]))
  expect(cached.queries).toBe(1)
})

test('what changed while it was loading is answered to those who asked, and not kept', async () => {
  const { load, waiting } = loader()
  const cached = new Cached<string, number>(load, { ttlMs: 1_000, maxEntries: 10, clock })
  const early = cached.get('k')
  cached.invalidate('k')
  const late = cached.get('k')
  waiting[1]!(2)
  waiting[0]!(1)
  expect([await early, await late]).toEqual([1, 2])
  expect(cached.peek('k')).toBe(2)
})

test('an entry ends with its time, the oldest goes when there are too many, and nothing is kept without news', async () => {
  const cached = new Cached<string, number>(async key => key.length, {
    ttlMs: 1_000,
    maxEntries: 2,
    clock,
  })
  await cached.get('a')
  now += 999
  expect(cached.peek('a')).toBe(1)
  now += 1
  expect(cached.peek('a')).toBeUndefined()
  for (const key of ['x', 'yy', 'zzz']) await cached.get(key)
  expect(['x', 'yy', 'zzz'].map(key => cached.peek(key))).toEqual([undefined, 2, 3])
  cached.trusted = false
  expect(cached.peek('zzz')).toBeUndefined()
})

test('a load that failed is tried again by the next who asks', async () => {
  let fails = true
  const cached = new Cached<string, number>(
    async () => {
      if (fails) throw new Error('away')
      return 1
    },
    { ttlMs: 1_000, maxEntries: 2, clock },
  )
  await expect(cached.get('k')).rejects.toThrow('away')
  fails = false
  expect(await cached.get('k')).toBe(1)
})
