// The sounds themselves: sines and a breath of noise, no files.

export type Sound = 'stop' | 'card' | 'chip' | 'win' | 'bigWin' | 'hugeWin'

let context: AudioContext | null = null

/** Swells within 10 ms and dies away until its end; times in s. */
function envelope(
  audio: AudioContext,
  delayS: number,
  lengthS: number,
  loudness: number,
): { gain: GainNode; from: number; until: number } {
  const gain = audio.createGain()
  const from = audio.currentTime + delayS
  gain.gain.setValueAtTime(0, from)
  gain.gain.linearRampToValueAtTime(loudness, from + 0.01)
  gain.gain.exponentialRampToValueAtTime(0.0001, from + lengthS)
  gain.connect(audio.destination)
  return { gain, from, until: from + lengthS }
}

/** One soft sine of a pitch in Hz. */
function note(audio: AudioContext, hz: number, delayS: number, lengthS: number, loudness: number) {
  const { gain, from, until } = envelope(audio, delayS, lengthS, loudness)
  const oscillator = audio.createOscillator()
  oscillator.frequency.value = hz
  oscillator.connect(gain)
  oscillator.start(from)
  oscillator.stop(until)
}

/** Noise around a pitch, as of paper on felt. */
function rustle(
  audio: AudioContext,
  hz: number,
  delayS: number,
  lengthS: number,
  loudness: number,
) {
  const { gain, from } = envelope(audio, delayS, lengthS, loudness)
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * lengthS), audio.sampleRate)
  const samples = noise.getChannelData(0)
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1
  const source = audio.createBufferSource()
  source.buffer = noise
  const band = audio.createBiquadFilter()
  band.type = 'bandpass'
  band.frequency.value = hz
  source.connect(band).connect(gain)
  source.start(from)
}

/** A pentatonic scale upwards, always as loud. */
const SCALE_HZ = [523, 587, 659, 784, 880, 1_047, 1_175, 1_319]
const scale = (audio: AudioContext, notes: number, delayS: number) =>
  SCALE_HZ.slice(0, notes).forEach((hz, i) => note(audio, hz, delayS + i * 0.09, 0.35, 0.05))

const SOUNDS: Record<Sound, (audio: AudioContext, delayS: number) => void> = {
  stop: (audio, delayS) => note(audio, 180, delayS, 0.09, 0.06),
  card: (audio, delayS) => rustle(audio, 2_400, delayS, 0.07, 0.09),
  chip: (audio, delayS) =>
    [2_100, 2_800].forEach((hz, i) => note(audio, hz, delayS + i * 0.03, 0.06, 0.025)),
  win: (audio, delayS) => scale(audio, 4, delayS),
  bigWin: (audio, delayS) => scale(audio, 6, delayS),
  hugeWin: (audio, delayS) => scale(audio, 8, delayS),
}

/** Makes a sound, `delayMs` from now; nothing where the browser has no audio. */
export function synthesise(sound: Sound, delayMs: number) {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  // A page that was opened with sounds on has to be touched before it may make any.
  if (context.state === 'suspended') void context.resume().catch(() => {})
  SOUNDS[sound](context, delayMs / 1_000)
}
