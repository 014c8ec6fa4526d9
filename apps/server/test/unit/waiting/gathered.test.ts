import { Unavailable } from '@tianping/database'
import { expect, test } from 'vitest'
import { gathered } from '../../../src/kernel/live/gathered.ts'

type Query = { keys: string[]; answer: () => void; fail: (error: Error) => void }

/** A loader of many that answers, or fails, when it is told to. */
function setUp(limits: { atOnce: number; most: number }) {
  const queries: Query[] = []
  const begun: (() => void)[] = []
  const load = gathered(
    (keys: string[]) =>
      new Promise<Map<string, string>>((done, failed) => {
        queries.push({
          keys,
          answer: () =>
            done(new Map(keys.filter(key => key !== 'nobody').map(key => [key, `${key}!`]))),
          fail: failed,
        })
        begun.shift()?.()
      }),
    limits,
  )
  /** Resolves when the next query begins. */
  const next = () => new Promise<void>(go => begun.push(go))
  return { queries, load, next }
}

test('keys asked for together are one query, and a key nobody has is answered by nothing', async () => {
  const { queries, load, next } = setUp({ atOnce: 1, most: 10 })
  const begun = next()
  const answers = Promise.all(['a', 'b', 'nobody'].map(load))
  await begun
  expect(queries.map(query => query.keys)).toEqual([['a', 'b', 'nobody']])
  queries[0]!.answer()
  expect(await answers).toEqual(['a!', 'b!', undefined])
})

test('what is asked for while a query is under way waits for the next: no answer is older than its question', async () => {
  const { queries, load, next } = setUp({ atOnce: 1, most: 10 })
  const first = next()
  const early = load('a')
  await first
  const late = Promise.all([load('a'), load('c')])
  expect(queries).toHaveLength(1)
  const second = next()
  queries[0]!.answer()
  expect(await early).toBe('a!')
  await second
  expect(queries[1]!.keys).toEqual(['a', 'c'])
  queries[1]!.answer()
  expect(await late).toEqual(['a!', 'c!'])
})

test('a query takes at most so many keys, and the rest go in the next', async () => {
  const { queries, load, next } = setUp({ atOnce: 1, most: 2 })
  const first = next()
  const answers = Promise.all(['a', 'b', 'c'].map(load))
  await first
  const second = next()
  queries[0]!.answer()
  await second
  queries[1]!.answer()
  expect(await answers).toEqual(['a!', 'b!', 'c!'])
  expect(queries.map(query => query.keys)).toEqual([['a', 'b'], ['c']])
})

test('a query that fails fails those who asked, and nobody after them', async () => {
  const { queries, load, next } = setUp({ atOnce: 1, most: 10 })
  const first = next()
  const failing = Promise.allSettled([load('a'), load('b')])
  await first
  queries[0]!.fail(new Error('a mistake'))
  expect((await failing).map(each => each.status)).toEqual(['rejected', 'rejected'])
  const second = next()
  const after = load('a')
  await second
  queries[1]!.answer()
  expect(await after).toBe('a!')
})

test('where the database is away, those who wait for the next query are told with the others', async () => {
  const { queries, load, next } = setUp({ atOnce: 1, most: 1 })
  const first = next()
  const failing = Promise.allSettled([load('a'), load('b')])
  await first
  queries[0]!.fail(new Unavailable('away'))
  expect((await failing).map(each => each.status)).toEqual(['rejected', 'rejected'])
  expect(queries).toHaveLength(1)
})
