import { useEffect, useState, useSyncExternalStore } from 'react'
import { closeLayers, onLayerEntry, watchHistory, whenSettled } from '../../ui/layer/layers.ts'
import { toast } from '../../ui/layer/toast.tsx'
import { addressOf, isPath, specOf, type Path, type QueryOf } from './paths.ts'
import { split } from './resolve.ts'
import { texts } from '../texts.ts'

/** How many of our own pages lie behind this entry of the history. */
type Mark = { behind?: number }
const behind = () => (history.state as Mark | null)?.behind ?? 0

const watchers = new Set<() => void>()
const tell = () => {
  for (const watcher of watchers) watcher()
}
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
const read = () => location.hash.slice(1) || '/'

/** The address now, without the `#`. */
export const currentAddress = read
export const useAddress = () => useSyncExternalStore(watch, read)

/** Decides whether a visitor may go there at all; it tells the visitor itself when not. */
type Gate = (path: Path) => boolean
let gate: Gate = () => true
export const setGate = (next: Gate) => {
  gate = next
}

/** The link or button that led on from each page behind this one. */
const ledOn: (Element | null)[] = []
/** The one that led on from this page, for a member who comes back to it by keyboard or by ear. */
export const ledOnFrom = () => ledOn[behind()]

function move(address: string, how: 'push' | 'replace') {
  ledOn.length = behind()
  if (how === 'push') ledOn.push(document.activeElement)
  closeLayers()
  whenSettled(() => {
    const takesOver = how === 'replace' || onLayerEntry()
    const mark: Mark = { behind: how === 'replace' ? behind() : behind() + 1 }
    if (takesOver) history.replaceState(mark, '', `#${address}`)
    else history.pushState(mark, '', `#${address}`)
    tell()
  })
}

/** Goes to an address such as `/wallet?type=0`. The page already shown only says so. */
export function goTo(address: string) {
  if (address === read()) return toast(texts.alreadyHere, 'danger')
  const { path } = split(address)
  if (isPath(path) && !gate(path)) return
  move(address, 'push')
}

/** Goes to a page. */
export const go = <P extends Path>(path: P, query: Partial<QueryOf<P>> = {}) =>
  goTo(addressOf(path, query))

/** Takes the place of this page in the history, as redirects and finished forms do. */
export const replaceWith = (address: string) => {
  if (address !== read()) move(address, 'replace')
}

/** One page back; where nothing lies behind, to the page above this one. */
export function back() {
  if (behind() > 0) return history.back()
  const { path } = split(read())
  const spec = isPath(path) ? specOf(path) : undefined
  replaceWith(spec?.up ?? (spec?.login ? '/mine' : '/'))
}

/**
 * For a page that is nothing without the layer on it: whether the layer is open, and what closes
 * it and then leads back. The layer takes its own entry out of the history first; a link on it
 * leads where it says.
 */
export function useBackOnClose() {
  const [open, setOpen] = useState(true)
  useEffect(() => {
    if (open) return
    const timer = setTimeout(() => whenSettled(back))
    return () => clearTimeout(timer)
  }, [open])
  return { open, onClose: () => setOpen(false) }
}

/** How many of our own pages lie behind the one that shows. */
export const depth = behind
/** As many pages back, of those that lie behind. */
export const backBy = (pages: number) => history.go(-pages)

/** Leaves the app for another address; the page that asked for it does not stay in the history. */
export function leaveFor(url: string) {
  if (behind() === 0) return location.replace(url)
  addEventListener('popstate', () => location.assign(url), { once: true })
  history.back()
}

/**
 * Lets links, typed addresses and the back gesture lead through the router. Called once at the
 * start.
 */
export function watchNavigation() {
  history.scrollRestoration = 'manual'
  watchHistory()
  addEventListener('popstate', tell)
  addEventListener('hashchange', tell)
  document.addEventListener('click', event => {
    const link = (event.target as Element | null)?.closest?.('a[href^="#/"]')
    const address = link?.getAttribute('href')?.slice(1)
    if (
      address === undefined ||
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey
    )
      return
    event.preventDefault()
    goTo(address)
  })
}
