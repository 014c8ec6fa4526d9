import { expect, test } from 'vitest'
import { find, indexed, normal } from '../../src/areas/games/textIndex.ts'

const hit = (text: string, q: string) => find(indexed(text), normal(q))

test.each([
  ['招财进宝', '进宝', [2, 2]],
  ['招财进宝', 'zc', [0, 2]],
  ['招财进宝', 'caijb', [1, 3]],
  ['招财进宝', 'zhaoc', [0, 2]],
  ['OB 电子', 'ob', [0, 2]],
  ['OB 电子', 'ＯＢ电', [0, 4]],
  ['赛车 PK10', 'pk10', [3, 4]],
  ['金玉·满堂', '玉满', [1, 3]],
  ['招财进宝', 'ch', null],
  ['招财进宝', '', null],
  ['', 'a', null],
])('%s is found by %s at %j', (text, q, at) => {
  expect(hit(text, q)).toEqual(at)
})
