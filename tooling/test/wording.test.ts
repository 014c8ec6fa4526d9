// PR-DES-01: nothing that members read urges to win losses back, to raise stakes, or to go on.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inRoot } from '../root.ts'

/** Whatever a member may read: the app, the games, the texts of refusals, letters and the demo. */
const roots = [
  'apps/member/src',
  'apps/venue/games',
  'apps/venue/client',
  'apps/server/src',
  'packages/contract/src',
]

const urging =
  /再来一[把局注]|再玩一|再赌|翻本|(?<!退)回本(?!金)|赢回|扳回|追回|加注吧|快加注|加倍下注|梭哈|搏一搏|拼一把|乘胜|趁热打铁|手气正|手气不错|别停|不要停|别走|差一点就|就差一点|稳赚|稳赢|必赢|包赢|零风险|躺赚|暴富|轻松赚|错过|最后机会|赶快|赶紧|抓紧时间|立刻下注|马上下注/g

/** What operators' offers are looked through for. */
const lists = [inRoot('packages/contract/src/adverts/facts.ts')]

/** Warnings of it. */
const warnings = ['不要试图追回损失']

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (entry.name !== 'test' && entry.name !== 'node_modules') yield* sources(path)
    } else if (/\.(tsx?|json|html)$/.test(entry.name)) yield path
  }
}

const urgesIn = (text: string): string[] =>
  warnings.reduce((left, warning) => left.replaceAll(warning, ''), text).match(urging) ?? []

test('no text of the app, the games and the letters urges to chase losses, raise stakes or stay', () => {
  const found: string[] = []
  let read = 0
  for (const root of roots)
    for (const path of sources(inRoot(root))) {
      if (lists.includes(path)) continue
      read++
      for (const word of urgesIn(readFileSync(path, 'utf8'))) found.push(`${path}: ${word}`)
    }
  expect(found).toEqual([])
  expect(read, 'the folders are still where they were').toBeGreaterThan(500)
})

test('the scan finds what it is for', () => {
  expect(urgesIn('<p>差一点就赢了，再来一局！</p>')).toEqual(['差一点就', '再来一局'])
  expect(urgesIn('请不要试图追回损失；退回本金')).toEqual([])
})
