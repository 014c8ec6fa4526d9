import { useEffect, useSyncExternalStore } from 'react'
import { useAddress } from './address.ts'

/** The names that what is on the screen reads from the address, and how many readers each has. */
const readers = new Map<string, number>()
const listeners = new Set<() => void>()
let names = ''

function count(name: string, by: 1 | -1) {
  const left = (readers.get(name) ?? 0) + by
  if (left > 0) readers.set(name, left)
  else readers.delete(name)
}

function tell() {
  names = [...readers.keys()].toSorted().join('&')
  for (const changed of listeners) changed()
}

/** Says that the caller reads these names from the address, as long as it stands. */
export function useReads(read: readonly string[]) {
  const key = read.join('&')
  useEffect(() => {
    const all = key.split('&').filter(Boolean)
    for (const name of all) count(name, 1)
    tell()
    return () => {
      for (const name of all) count(name, -1)
      tell()
    }
  }, [key])
}

/**
 * What the address gives by this name; an empty text if nothing, or none of those that are known.
 */
export function useParam<K extends string = string>(name: string, known?: readonly K[]): K | '' {
  const { search } = useAddress()
  const given = new URLSearchParams(search).get(name) ?? ''
  const makesSense = !known || (known as readonly string[]).includes(given)
  useReads(makesSense ? [name] : [])
  return makesSense ? (given as K) : ''
}

/** The tab that the address asks for, or the one to begin with. */
export function useTab<T extends { key: string }>(tabs: readonly T[], resting: T): T {
  const asked = useParam(
    'tab',
    tabs.map(tab => tab.key),
  )
  return tabs.find(tab => tab.key === asked) ?? resting
}

const listen = (changed: () => void) => {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

/** The names that something on the screen reads from the address. */
export const useNamesRead = (): string[] => useSyncExternalStore(listen, () => names).split('&')
