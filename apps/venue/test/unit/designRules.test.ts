// What no game of the venue may have, whatever it looks like.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { winSoundOf } from '../../client/kit/sound.ts'

const venue = join(import.meta.dirname, '../..')
const sources = ['client', 'games']
  .flatMap(folder =>
    readdirSync(join(venue, folder), { recursive: true, encoding: 'utf8' }).map(name =>
      join(folder, name),
    ),
  )
  .filter(name => /\.(tsx?|html)$/.test(name) && !name.includes('/test/'))
  // Rules that say what there is not are no control.
  .map(name => ({
    name,
    text: readFileSync(join(venue, name), 'utf8').replaceAll(
      /[没无]有?[^。；]*|\bno (autoplay|turbo)\b/g,
      '',
    ),
  }))
const naming = (pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name)

test('there is no control that plays by itself, plays faster or stops a round early', () => {
  expect(sources.length).toBeGreaterThan(150)
  const words = /自动(旋转|投注|下注|游戏)|托管|连续旋转|极速|快速(旋转|模式|游戏)|急停|加速/
  const names = /auto-?play|auto-?spin|auto-?bet|\bturbo|quick-?spin|slam-?stop|skip-?animation/i
  expect(naming(words)).toEqual([])
  expect(naming(names)).toEqual([])
})

test('there is one way to place a bet in each kind of game, and no timer calls it', () => {
  const senders = naming(/'POST',\s*'\/api\/(bets|tickets|slips)'/)
  expect(senders.toSorted()).toEqual([
    'client/book/useSlip.ts',
    'client/rounds/useTable.ts',
    'client/slots/useBets.ts',
  ])
  for (const { name, text } of sources.filter(each => senders.includes(each.name)))
    expect(text, name).not.toMatch(/setInterval|requestAnimationFrame/)
})

test('what returns the stake or less makes no sound of a win', () => {
  for (const stake of [1, 100, 200, 50_000])
    for (const paid of [0, 1, stake - 1, stake])
      expect(winSoundOf(Math.min(paid, stake), stake)).toBeNull()
  expect([101, 500, 2_000].map(paid => winSoundOf(paid, 100))).toEqual(['win', 'bigWin', 'hugeWin'])
})

test('only that function names the sounds of a win, and only the kit makes sounds', () => {
  expect(naming(/'(bigWin|hugeWin)'/)).toEqual(['client/kit/sound.ts', 'client/kit/synth.ts'])
  expect(naming(/synth\.ts|AudioContext/)).toEqual(['client/kit/sound.ts', 'client/kit/synth.ts'])
  expect(naming(/navigator\.vibrate|confetti|fireworks/i)).toEqual([])
})

test('figures of a session and of a round carry a sign and no colour of their own', () => {
  const coloured = /className=\{[^}]*net[^}]*(up|down|red|green)[^}]*\}/i
  expect(naming(coloured)).toEqual([])
})
