import { expect, test } from 'vitest'
import { phrases } from '../../client/phrases/en.ts'
import { phraserOf } from '../../client/phrases/phraser.ts'

const numbersOf = (text: string) => new Set(text.match(/\{\d+\}/g))

test('every phrase has English without a Chinese character, with numbers of the Chinese one alone', () => {
  for (const [chinese, english] of Object.entries(phrases)) {
    expect(chinese).toMatch(/\p{Script=Han}/u)
    expect(english, chinese).not.toMatch(/\p{Script=Han}/u)
    expect(english.trim(), chinese).not.toBe('')
    expect(numbersOf(chinese), chinese).toEqual(
      new Set([...numbersOf(chinese), ...numbersOf(english)]),
    )
  }
})

test('a text is put as a whole, part by part, or stays as it is', () => {
  const said = phraserOf({
    '剩余 {0} 秒': '{0} s left',
    '第 {0} 至 {1} 局': 'rounds {1} back to {0}',
    庄: 'Banker',
    对子: 'Pair',
    '{0} 张单注': '{0} singles',
    已成立: 'placed',
    '庄，对子': 'Both',
    '庄 {0}': 'Banker {0}',
    '{0} 点': '{0} points',
  })
  expect(said(' 剩余 1,204.5 秒 ')).toBe(' 1,204.5 s left ')
  expect(said('第 3 至 7 局')).toBe('rounds 7 back to 3')
  expect(said('庄 · 对子，剩余 3 秒')).toBe('Banker · Pair, 3 s left')
  // As much as one phrase holds, marks and spaces included.
  expect(said('2 张单注 已成立，庄')).toBe('2 singles placed, Banker')
  expect(said('庄，对子 · 庄')).toBe('Both · Banker')
  expect(said('庄 7，庄 7 点')).toBe('Banker 7, Banker 7 points')
  expect(said('庄 · 不知道')).toBe('庄 · 不知道')
  expect(said('Banker 12')).toBe('Banker 12')
})
