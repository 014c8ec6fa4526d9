import { expect, test } from 'vitest'
import { Busy } from '../../../src/kernel/http/turns.ts'
import { aloneBy } from '../../../src/kernel/live/alone.ts'

const LIMITS = { maxWaiting: 2, longestMs: 60_000 }

/** Works that end when told to; `begun` says which began, in order. */
function works() {
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const work = (name: string) => () => {
    begun.push(name)
    const end = Promise.withResolvers<string>()
    ends.set(name, end)
    return end.promise
  }
  return { begun, work, end: (name: string) => ends.get(name)?.resolve(name) }
}

test('works of one key go one after the other, those of another key beside them', async () => {
  const inTurn = aloneBy<number>(LIMITS)
  const { begun, work, end } = works()
  const all = [inTurn(1, work('a')), inTurn(1, work('b')), inTurn(2, work('c'))]
  await Promise.resolve()
  expect(begun).toEqual(['a', 'c'])
  end('c')
  await all[2]
  expect(begun).toEqual(['a', 'c'])
  end('a')
  await all[0]
  await expect.poll(() => begun).toEqual(['a', 'c', 'b'])
  end('b')
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c'])
})

test('a work that fails fails alone', async () => {
  const inTurn = aloneBy<number>(LIMITS)
  const failed = inTurn(1, () => Promise.reject(new Error('no')))
  const next = inTurn(1, () => Promise.resolve('b'))
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('b')
})

test('as many as may wait do, one more is busy, and room comes back', async () => {
  const inTurn = aloneBy<number>(LIMITS)
  const gate = Promise.withResolvers<void>()
  const work = (name: string) => async () => {
    await gate.promise
    return name
  }
  const all = ['a', 'b', 'c'].map(name => inTurn(1, work(name)))
  await expect(inTurn(1, work('d'))).rejects.toThrow(Busy)
  gate.resolve()
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c'])
  expect(await inTurn(1, work('d'))).toBe('d')
})

test('a work that waits too long is busy, and the one before it goes on', async () => {
  const inTurn = aloneBy<number>({ maxWaiting: 2, longestMs: 1 })
  const gate = Promise.withResolvers<string>()
  const first = inTurn(1, () => gate.promise)
  await expect(inTurn(1, () => Promise.resolve('b'))).rejects.toThrow(Busy)
  gate.resolve('a')
  expect(await first).toBe('a')
})
