import { VENUE_CODES } from '@tianping/venue-protocol'
import { expect, test } from 'vitest'
import { decode, encode } from '../../client/sound/adpcm.ts'
import { bytesOf, EFFECTS, type Effect } from '../../client/sound/effects.ts'
import { music, SCORES, soundFiles } from '../../client/sound/render.ts'
import { gamesOf } from '../../games/registry.ts'

const MOST_BYTES = 60 * 1_024
const files = soundFiles()
const sizeOf = (name: string) => files.get(name)!.length

test('every game has a music of its own, and with the effects it costs less than 60 KiB', () => {
  const codes = VENUE_CODES.flatMap(gamesOf).map(game => game.code)
  expect(Object.keys(SCORES).toSorted()).toEqual(codes.toSorted())
  for (const code of codes) {
    expect(sizeOf(`music-${code}.bin`) + sizeOf('effects.bin'), code).toBeLessThan(MOST_BYTES)
    expect(sizeOf(`music-${code}.bin`), code).toBeGreaterThan(MOST_BYTES / 2)
  }
  const all = codes.map(code => Buffer.from(files.get(`music-${code}.bin`)!).toString('base64'))
  expect(new Set(all).size).toBe(codes.length)
})

test('the effects lie in their file as the player cuts them', () => {
  const names = Object.keys(EFFECTS) as Effect[]
  expect(sizeOf('effects.bin')).toBe(names.reduce((sum, name) => sum + bytesOf(name), 0))
})

test('what is decoded is what was rendered, within a hundredth of its energy, and a loop has no seam', () => {
  for (const code of ['bac', 'esport', 'koi5']) {
    const rendered = music(code)
    const heard = decode(encode(rendered))
    let worst = 0
    let energy = 0
    let noise = 0
    for (let i = 0; i < rendered.length; i++) {
      energy += rendered[i]! ** 2
      noise += (rendered[i]! - heard[i]!) ** 2
      worst = Math.max(worst, Math.abs(rendered[i]!))
    }
    expect(noise / energy, code).toBeLessThan(0.01)
    expect(worst).toBeLessThanOrEqual(0.8 + 1e-6)
    // Nothing clicks where the end meets the beginning: no step there is larger than the largest.
    const steps = rendered.slice(1).map((value, i) => Math.abs(value - rendered[i]!))
    expect(Math.abs(rendered[0]! - rendered.at(-1)!)).toBeLessThanOrEqual(Math.max(...steps))
  }
})
