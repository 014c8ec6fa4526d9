import { describe, expect, test } from 'vitest'
import { Busy, turns } from '../../../src/kernel/http/turns.ts'

/** Works that go on until they are let go, and the order in which they began. */
function works(inTurn: ReturnType<typeof turns>) {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (name: string, source?: string) =>
    inTurn(async () => {
      begun.push(name)
      await new Promise<void>(done => ends.push(done))
      return name
    }, source)
  const finishOne = async () => {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { begun, ask, finishOne }
}

describe('turns', () => {
  test('sources that wait take turns, each in its own order', async () => {
    const { begun, ask, finishOne } = works(turns({ atOnce: 1, maxWaiting: 10 }))
    const all = [ask('a1', 'a'), ask('a2', 'a'), ask('a3', 'a'), ask('b1', 'b'), ask('b2', 'b')]
    for (const _ of all) await finishOne()
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2'])
  })

  test('where all places are taken the newest of the longest line gives way', async () => {
    const { begun, ask, finishOne } = works(turns({ atOnce: 1, maxWaiting: 3 }))
    const kept = [ask('a1', 'a'), ask('a2', 'a'), ask('a3', 'a')]
    const gone = expect(ask('a4', 'a')).rejects.toThrow(Busy)
    const other = ask('b1', 'b')
    await gone
    await expect(ask('a5', 'a')).rejects.toThrow(Busy)
    for (let n = 0; n < 4; n++) await finishOne()
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
    await Promise.all([...kept, other])
  })

  test('who has waited the longest time is refused, and holds no place', async () => {
    const { begun, ask, finishOne } = works(turns({ atOnce: 1, maxWaiting: 1, longestMs: 5 }))
    const first = ask('first')
    await expect(ask('late')).rejects.toThrow(Busy)
    const next = ask('next')
    await finishOne()
    await finishOne()
    expect(await Promise.all([first, next])).toEqual(['first', 'next'])
    expect(begun).toEqual(['first', 'next'])
  })

  test('a work that fails gives its place to the next', async () => {
    const inTurn = turns({ atOnce: 1, maxWaiting: 1 })
    const failed = inTurn(() => Promise.reject(new Error('no')))
    const next = inTurn(() => Promise.resolve('yes'))
    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('yes')
  })
})
