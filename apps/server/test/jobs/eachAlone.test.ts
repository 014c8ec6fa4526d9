import { expect, test } from 'vitest'
import { eachAlone, pagesOf, partsAlone, togetherOrAlone } from '../../src/kernel/jobs/eachAlone.ts'

const half = async (n: number) => {
  if (n % 2 === 1) throw new Error(`${n} is odd`)
  return n / 2
}

test('a row that fails keeps none behind it, and the turn says at its end which failed', async () => {
  const done: number[] = []
  const work = async (n: number) => done.push(await half(n))
  await expect(eachAlone([1, 2, 3, 4, 5, 7], work)).rejects.toThrow(
    '4 failed: 1 is odd · 3 is odd · 5 is odd',
  )
  expect(done).toEqual([1, 2])
  expect(await eachAlone([2, 4], half)).toEqual([1, 2])
})

test('a part of a turn that fails stops none after it, and parts are added up', async () => {
  let last = 0
  const parts = [() => half(1), async () => (last = 7)]
  await expect(partsAlone(parts)).rejects.toThrow('1 failed: 1 is odd')
  expect(last).toBe(7)
  expect(await partsAlone([() => half(2), () => half(6)])).toBe(4)
})

test('rows go together, and each alone once where one of them fails', async () => {
  const tried: number[][] = []
  const sum = async (some: number[]) => {
    tried.push(some)
    return (await Promise.all(some.map(half))).reduce((all, each) => all + each, 0)
  }
  expect(await togetherOrAlone([2, 4], sum)).toBe(3)
  await expect(togetherOrAlone([1], sum)).rejects.toThrow('1 is odd')
  await expect(togetherOrAlone([2, 3, 4], sum)).rejects.toThrow('1 failed: 3 is odd')
  expect(tried).toEqual([[2, 4], [1], [2, 3, 4], [2], [3], [4]])
})

test('pages are read to the first that is not full, which may be empty', async () => {
  const upTo = (last: bigint) => async (after: bigint) =>
    [after + 1n, after + 2n].filter(each => each <= last)
  expect(await pagesOf(2, upTo(3n))).toEqual([[1n, 2n], [3n]])
  expect(await pagesOf(2, upTo(2n))).toEqual([[1n, 2n]])
  expect(await pagesOf(2, upTo(0n))).toEqual([])
})
