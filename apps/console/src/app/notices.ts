// What a queue does when something comes into it: a notice of the browser, a sound, its number in
// the window's title. Chosen per queue, remembered by this browser.
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { rooms } from './rooms.ts'
import type { Counter, Counts } from './live.ts'

export const ways = { desktop: '通知', sound: '声音', title: '标题' } as const
export type Way = keyof typeof ways
export type Chosen = Partial<Record<Counter, Partial<Record<Way, boolean>>>>

/** Nothing disturbs unless chosen; the title always counted every queue. */
const usual: Record<Way, boolean> = { desktop: false, sound: false, title: true }
const PLACE = 'console-notices'
const watchers = new Set<() => void>()
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
const stored = () => localStorage.getItem(PLACE) ?? '{}'

function read(text: string): Chosen {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

export const useChosen = (): Chosen => read(useSyncExternalStore(watch, stored))
export function choose(counter: Counter, way: Way, on: boolean) {
  const chosen = read(stored())
  const next = { ...chosen, [counter]: { ...chosen[counter], [way]: on } }
  localStorage.setItem(PLACE, JSON.stringify(next))
  watchers.forEach(watcher => watcher())
}

export const isOn = (chosen: Chosen, counter: Counter, way: Way): boolean =>
  chosen[counter]?.[way] ?? usual[way]

/** The queues into which something came. */
export const risen = (before: Counts, now: Counts): Counter[] =>
  (Object.keys(now) as Counter[]).filter(counter => now[counter] > before[counter])

const roomOf = (counter: Counter) => rooms.find(({ counts = {} }) => counter in counts)

/** No names and no amounts: a notice may stand on a locked screen. */
function show(counter: Counter, count: number) {
  const room = roomOf(counter)
  if (!room || !('Notification' in globalThis) || Notification.permission !== 'granted') return
  const notice = new Notification(room.title, { body: `${count} 项待办`, tag: counter })
  notice.onclick = () => {
    focus()
    location.hash = room.path
    notice.close()
  }
}

let audio: AudioContext | undefined
const NOTE = { hertz: 880, seconds: 0.25, loudness: 0.15 }

export function beep() {
  audio ??= new AudioContext()
  const { currentTime } = audio
  const tone = new OscillatorNode(audio, { frequency: NOTE.hertz })
  const volume = new GainNode(audio, { gain: NOTE.loudness })
  volume.gain.exponentialRampToValueAtTime(0.001, currentTime + NOTE.seconds)
  tone.connect(volume).connect(audio.destination)
  tone.start()
  tone.stop(currentTime + NOTE.seconds)
}

/** Of several tabs one speaks: whichever has the lock, until it is closed. */
function useSpeaker() {
  const speaks = useRef(!('locks' in navigator))
  useEffect(() => {
    if (!('locks' in navigator)) return
    const gone = new AbortController()
    const held = new Promise<void>(done => gone.signal.addEventListener('abort', () => done()))
    const take = () => {
      speaks.current = true
      return held
    }
    navigator.locks.request(PLACE, { signal: gone.signal }, take).catch(() => {})
    return () => {
      speaks.current = false
      gone.abort()
    }
  }, [])
  return speaks
}

/** Tells of what comes in, as chosen. */
export function useNotices(counts: Counts | undefined) {
  const chosen = useChosen()
  const speaks = useSpeaker()
  const seen = useRef(counts)
  useEffect(() => {
    const before = seen.current
    seen.current = counts
    if (!before || !counts || !speaks.current) return
    const came = risen(before, counts)
    for (const counter of came.filter(each => isOn(chosen, each, 'desktop')))
      show(counter, counts[counter])
    if (came.some(each => isOn(chosen, each, 'sound'))) beep()
  }, [counts, chosen, speaks])
}
