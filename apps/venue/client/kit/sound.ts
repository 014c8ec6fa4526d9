// Sounds are off until they are asked for, and what makes them is fetched only then. Every outcome
// sounds the same but a win above the stake; a loss, and a return up to the stake, are silent.
import { prefer, preferred } from './preference.ts'
import type { Sound } from './synth.ts'

const PREFERENCE = 'sound'
/** A win of so many times the stake sounds longer, never louder. */
const BIG_WIN = 5
const HUGE_WIN = 20
let on = preferred(PREFERENCE, false)
/** A page that opens with sounds on is silent, and fetches none, until it is touched. */
let touched = false
const watchers = new Set<() => void>()

export function soundIsOn(): boolean {
  return on
}

export function switchSound(wanted: boolean) {
  on = wanted
  prefer(PREFERENCE, wanted)
  touched = true
  music()
  for (const watcher of watchers) watcher()
}

/** Tells of every switch, wherever it stands. */
export function watchSound(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

function music() {
  void import('./synth.ts').then(({ setMusic }) => setMusic(on)).catch(() => {})
}

if (on)
  addEventListener(
    'pointerdown',
    () => {
      touched = true
      if (on) music()
    },
    { once: true },
  )

function play(sound: Sound, delayMs = 0) {
  if (!on || !touched || document.visibilityState === 'hidden') return
  // Without a connection, or without any audio, the game is as it is with sounds off.
  void import('./synth.ts').then(({ synthesise }) => synthesise(sound, delayMs)).catch(() => {})
}

/** A reel, a die or a ball comes to rest. */
export function stopSound() {
  play('stop')
}

/** A card is dealt or turned over, `delayMs` from now. */
export function cardSound(delayMs = 0) {
  play('card', delayMs)
}

/** A stake is laid down. */
export function chipSound() {
  play('chip')
}

/** The sound of a round; null for what came to the stake or less. */
export function winSoundOf(payoutFen: number, stakeFen: number): Sound | null {
  if (payoutFen <= stakeFen) return null
  const times = payoutFen / stakeFen
  if (times >= HUGE_WIN) return 'hugeWin'
  return times >= BIG_WIN ? 'bigWin' : 'win'
}

/** A round is over that returned `payoutFen` for `stakeFen`; a win above the stake is heard. */
export function winSound(payoutFen: number, stakeFen: number) {
  const sound = winSoundOf(payoutFen, stakeFen)
  if (sound) play(sound)
}
