// The sounds of the games, calculated when the client is built: plucked strings, bells and a breath
// of noise. The same sources give the same bytes.
import { itemAt } from '../../model/present.ts'
import { encode } from './adpcm.ts'
import { bytesOf, EFFECTS, EFFECTS_HZ, MUSIC_HZ, type Effect } from './effects.ts'

/** How a game's music is made: its pace, its lowest note in Hz, its scale and how full it is. */
type Score = { bpm: number; rootHz: number; scale: keyof typeof SCALES; drum: boolean }

/** Two pentatonic scales, in semitones. */
const SCALES = { gong: [0, 2, 4, 7, 9], yu: [0, 3, 5, 7, 10] } as const
/** A loop lasts no longer, so that a game's sounds stay below 60 KiB. */
const MAX_LOOP_S = 7.5
const LOUDEST = 0.8

const calm = (rootHz: number, scale: Score['scale'] = 'gong'): Score => ({
  bpm: 66,
  rootHz,
  scale,
  drum: false,
})
const brisk = (bpm: number, rootHz: number, scale: Score['scale'] = 'gong'): Score => ({
  bpm,
  rootHz,
  scale,
  drum: true,
})

/** The music of every game. */
export const SCORES: Readonly<Record<string, Score>> = {
  bac: calm(196),
  dt: calm(174.6, 'yu'),
  niu: calm(185),
  rb: calm(164.8, 'yu'),
  k3: brisk(84, 196),
  ssc: brisk(88, 220),
  pk10: brisk(112, 174.6, 'yu'),
  football: brisk(100, 146.8),
  esport: brisk(116, 138.6, 'yu'),
  orchard3: brisk(96, 220),
  fortune3: brisk(92, 233.1),
  jewel3: calm(246.9, 'yu'),
  koi3: calm(207.7),
  koi5: calm(196),
  moon5: calm(174.6, 'yu'),
  peach5: brisk(88, 220),
  gems5: calm(233.1, 'yu'),
  journey3: brisk(100, 164.8, 'yu'),
  journey5: brisk(96, 155.6, 'yu'),
  dragon5: brisk(104, 146.8, 'yu'),
}

/** Numbers from 0 to 1, the same for the same seed. */
function drawsOf(seed: number) {
  let state = seed >>> 0 || 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
const seedOf = (text: string) =>
  [...text].reduce(
    (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619),
    2_166_136_261,
  )

/** Noise of one turn of a string, made soft: each value becomes the mean of its neighbours. */
function softNoise(length: number, noise: () => number): number[] {
  let line = Array.from({ length }, () => noise() * 2 - 1)
  for (let pass = 0; pass < 4; pass++)
    line = line.map((value, i) => (value + itemAt(line, (i + 1) % length)) / 2)
  const most = Math.max(...line.map(Math.abs))
  return line.map(value => value / most)
}

/** A plucked string: noise that runs around a delay line and dulls there. */
function pluck(hz: number, lengthS: number, rate: number, noise: () => number): Float32Array {
  const line = softNoise(Math.max(2, Math.round(rate / hz)), noise)
  const samples = new Float32Array(Math.round(lengthS * rate))
  for (let i = 0; i < samples.length; i++) {
    const at = i % line.length
    const value = itemAt(line, at)
    samples[i] = value * Math.min(1, i / (0.003 * rate)) * (1 - i / samples.length) ** 0.5
    line[at] = 0.497 * (value + itemAt(line, (at + 1) % line.length))
  }
  return samples
}

/** Sines of some pitches that die away together. */
function bell(pitches: readonly number[], lengthS: number, rate: number): Float32Array {
  const samples = new Float32Array(Math.round(lengthS * rate))
  return samples.map((_, i) => {
    const fades = Math.exp((-5 * i) / samples.length) * Math.min(1, i / (0.004 * rate))
    const sum = pitches.reduce(
      (all, hz, n) => all + Math.sin((2 * Math.PI * hz * i) / rate) / (n + 1),
      0,
    )
    return (sum * fades) / 2
  })
}

/** Noise that swells and dies, as of paper on felt. */
function breath(lengthS: number, rate: number, dull: number, noise: () => number): Float32Array {
  let smooth = 0
  const samples = new Float32Array(Math.round(lengthS * rate))
  return samples.map((_, i) => {
    const drawn = noise() * 2 - 1
    smooth += (drawn - smooth) * dull
    return (drawn - smooth) * Math.exp((-6 * i) / samples.length)
  })
}

/** Lays a sound into a loop: what rings past its end goes on at its beginning. */
function lay(loop: Float32Array, sound: Float32Array, atS: number, rate: number, loudness: number) {
  const from = Math.round(atS * rate)
  sound.forEach((value, i) => {
    const at = (from + i) % loop.length
    loop[at] = itemAt(loop, at) + value * loudness
  })
}

function levelled(samples: Float32Array): Float32Array {
  const most = samples.reduce((max, value) => Math.max(max, Math.abs(value)), 0)
  return most === 0 ? samples : samples.map(value => (value * LOUDEST) / most)
}

/** A game's loop: a bass on half bars, a melody that walks its scale, and a soft wooden beat. */
export function music(code: string): Float32Array {
  const { bpm, rootHz, scale, drum } = itemAt(SCORES, code)
  const beatS = 60 / bpm
  const beats = Math.floor(MAX_LOOP_S / beatS / 4) * 4
  const loop = new Float32Array(Math.round(beats * beatS * MUSIC_HZ))
  const draw = drawsOf(seedOf(code))
  const steps = SCALES[scale]
  const hzOf = (degree: number) => {
    const octave = Math.floor(degree / steps.length)
    const semitones = itemAt(steps, degree - octave * steps.length) + 12 * octave
    return rootHz * 2 ** (semitones / 12)
  }
  let degree = 5
  for (let half = 0; half < beats * 2; half++) {
    const atS = (half * beatS) / 2
    if (half % 4 === 0)
      lay(loop, pluck(hzOf(half % 8 === 0 ? 0 : 3) / 2, 1.6, MUSIC_HZ, draw), atS, MUSIC_HZ, 0.5)
    if (drum && half % 2 === 0) lay(loop, breath(0.07, MUSIC_HZ, 0.3, draw), atS, MUSIC_HZ, 0.12)
    degree = Math.max(2, Math.min(11, degree + Math.round(draw() * 4 - 2)))
    if (half % 2 === 0 || draw() > 0.45)
      lay(loop, pluck(hzOf(degree), 1.1, MUSIC_HZ, draw), atS, MUSIC_HZ, 0.32)
    if (half % 8 === 4) lay(loop, bell([hzOf(degree) * 2], 1.4, MUSIC_HZ), atS, MUSIC_HZ, 0.1)
  }
  return levelled(loop)
}

const noiseOf = (effect: Effect) => drawsOf(seedOf(effect))
const RENDERED: Record<Effect, () => Float32Array> = {
  stop: () => bell([180, 270], EFFECTS.stop, EFFECTS_HZ),
  card: () => breath(EFFECTS.card, EFFECTS_HZ, 0.35, noiseOf('card')),
  chip: () => bell([2_100, 2_800, 4_300], EFFECTS.chip, EFFECTS_HZ),
  bell: () => bell([523, 1_047, 1_568], EFFECTS.bell, EFFECTS_HZ),
  shimmer: () => breath(EFFECTS.shimmer, EFFECTS_HZ, 0.75, noiseOf('shimmer')),
}

/** Every file of sounds, by its name. */
export function soundFiles(): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>()
  for (const code of Object.keys(SCORES)) files.set(`music-${code}.bin`, encode(music(code)))
  const effects = Object.keys(EFFECTS) as Effect[]
  const parts = effects.map(effect =>
    encode(levelled(RENDERED[effect]())).slice(0, bytesOf(effect)),
  )
  files.set('effects.bin', Uint8Array.from(parts.flatMap(part => [...part])))
  return files
}
