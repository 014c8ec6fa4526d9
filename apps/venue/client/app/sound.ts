// Sounds are synthesised, off by default and the same for every outcome but a win above the stake; a loss is silent.

const PREFERENCE = 'sound'
let context: AudioContext | null = null
let on = read()

function read(): boolean {
  try {
    return localStorage.getItem(PREFERENCE) === 'on'
  } catch {
    return false
  }
}

export function soundIsOn(): boolean {
  return on
}

export function switchSound(wanted: boolean) {
  on = wanted
  try {
    localStorage.setItem(PREFERENCE, wanted ? 'on' : 'off')
  } catch { /* It lasts for this page then. */ }
  if (on) note(660, 0, 0.08, 0.05)
}

/** One soft sine: its pitch in Hz, when it begins in s, how long it lasts, how loud it is. */
function note(hz: number, delayS: number, lengthS: number, loudness: number) {
  context ??= new AudioContext()
  const from = context.currentTime + delayS
  const oscillator = context.createOscillator()
  const gain = context.createGain()
  oscillator.frequency.value = hz
  gain.gain.setValueAtTime(0, from)
  gain.gain.linearRampToValueAtTime(loudness, from + 0.01)
  gain.gain.exponentialRampToValueAtTime(0.0001, from + lengthS)
  oscillator.connect(gain).connect(context.destination)
  oscillator.start(from)
  oscillator.stop(from + lengthS)
}

/** A reel comes to rest. */
export function stopSound() {
  if (on) note(180, 0, 0.09, 0.06)
}

/** A win above the stake: four notes of a pentatonic scale, always as loud. */
export function winSound() {
  if (on) [523, 587, 784, 880].forEach((hz, i) => note(hz, i * 0.09, 0.35, 0.05))
}
