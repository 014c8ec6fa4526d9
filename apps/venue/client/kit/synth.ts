// Plays what was rendered at build time. It is fetched once sounds are on and the page was touched.
import { itemAt } from '../../model/present.ts'
import { gameCodeOf } from '../session/session.ts'
import { decode } from '../sound/adpcm.ts'
import {
  bytesOf,
  EFFECTS,
  EFFECTS_HZ,
  EFFECTS_URL,
  MUSIC_HZ,
  musicUrl,
  type Effect,
} from '../sound/effects.ts'

export type Sound = 'stop' | 'card' | 'chip' | 'win' | 'bigWin' | 'hugeWin'

const MUSIC_GAIN = 0.16
/** While a win sounds the music steps back to this part of itself. */
const DUCKED = 0.25
const FADE_S = 0.25
const GAINS: Record<Effect, number> = {
  stop: 0.14,
  card: 0.16,
  chip: 0.1,
  bell: 0.12,
  shimmer: 0.05,
}
/** A pentatonic scale upwards, as speeds of the bell; each win has more notes, always as loud. */
const SCALE = [1, 1.122, 1.26, 1.498, 1.682, 2, 2.245, 2.52]
const NOTE_S = 0.09
const NOTES = { win: 4, bigWin: 6, hugeWin: 8 } as const

type Player = { audio: AudioContext; music: GainNode; effects: Map<Effect, AudioBuffer> }
let player: Promise<Player> | null = null

async function bytesAt(url: string): Promise<Uint8Array> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(url)
  return new Uint8Array(await answer.arrayBuffer())
}

function bufferOf(audio: AudioContext, bytes: Uint8Array, rate: number): AudioBuffer {
  const samples = decode(bytes)
  const buffer = audio.createBuffer(1, samples.length, rate)
  buffer.copyToChannel(samples, 0)
  return buffer
}

function effectsOf(audio: AudioContext, bytes: Uint8Array) {
  const found = new Map<Effect, AudioBuffer>()
  let from = 0
  for (const effect of Object.keys(EFFECTS) as Effect[]) {
    const part = bytes.subarray(from, from + bytesOf(effect))
    from += part.length
    found.set(effect, bufferOf(audio, part, EFFECTS_HZ))
  }
  return found
}

async function open(): Promise<Player> {
  const audio = new AudioContext()
  const music = audio.createGain()
  music.gain.value = 0
  music.connect(audio.destination)
  document.addEventListener('visibilitychange', () => {
    void (document.visibilityState === 'hidden' ? audio.suspend() : audio.resume()).catch(() => {})
  })
  const effects = effectsOf(audio, await bytesAt(EFFECTS_URL))
  return { audio, music, effects }
}

/** The loop of this game; a page without one (the lobby) has effects only. */
async function startMusic({ audio, music }: Player) {
  const bytes = await bytesAt(musicUrl(gameCodeOf(location.pathname)))
  const source = audio.createBufferSource()
  source.buffer = bufferOf(audio, bytes, MUSIC_HZ)
  source.loop = true
  source.connect(music)
  source.start()
}

function ready(): Promise<Player> {
  if (player) return player
  player = open()
  player.then(startMusic).catch(() => {})
  return player
}

/** Nothing where the browser has no audio. */
const isSilent = () => typeof AudioContext === 'undefined'

/** The music of the game comes up, or goes. */
export async function setMusic(on: boolean) {
  if (isSilent() || (!on && !player)) return
  const { audio, music } = await ready()
  if (on && audio.state === 'suspended') await audio.resume()
  music.gain.setTargetAtTime(on ? MUSIC_GAIN : 0, audio.currentTime, FADE_S)
}

function strike({ audio, effects }: Player, effect: Effect, atS: number, speed = 1) {
  const source = audio.createBufferSource()
  source.buffer = effects.get(effect) ?? null
  source.playbackRate.value = speed
  const gain = audio.createGain()
  gain.gain.value = GAINS[effect]
  source.connect(gain).connect(audio.destination)
  source.start(atS)
}

/** A win in layers: bells upwards, from five times the stake on with a shimmer over them. */
function celebrate(at: Player, win: keyof typeof NOTES, fromS: number) {
  const notes = NOTES[win]
  for (let i = 0; i < notes; i++) strike(at, 'bell', fromS + i * NOTE_S, itemAt(SCALE, i))
  if (win !== 'win') for (let i = 0; i < notes; i += 2) strike(at, 'shimmer', fromS + i * NOTE_S)
  if (win === 'hugeWin') strike(at, 'bell', fromS + notes * NOTE_S, 0.5)
  const { gain } = at.music
  const untilS = fromS + notes * NOTE_S + EFFECTS.bell
  gain.setTargetAtTime(MUSIC_GAIN * DUCKED, fromS, FADE_S / 4)
  gain.setTargetAtTime(MUSIC_GAIN, untilS, FADE_S)
}

/** Makes a sound, `delayMs` from now. */
export async function synthesise(sound: Sound, delayMs: number) {
  if (isSilent()) return
  const at = await ready()
  if (at.audio.state === 'suspended') await at.audio.resume()
  const fromS = at.audio.currentTime + delayMs / 1_000
  if (sound === 'win' || sound === 'bigWin' || sound === 'hugeWin') celebrate(at, sound, fromS)
  else strike(at, sound, fromS)
}
