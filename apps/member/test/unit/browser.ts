/**
 * What the app's modules need of a browser, in memory: storages, and a history with its address.
 * Imported first.
 */
class MemoryStorage {
  #items = new Map<string, string>()
  getItem = (key: string) => this.#items.get(key) ?? null
  setItem = (key: string, value: string) => void this.#items.set(key, value)
  removeItem = (key: string) => void this.#items.delete(key)
  clear = () => this.#items.clear()
  key = (at: number) => [...this.#items.keys()][at] ?? null
  get length() {
    return this.#items.size
  }
}

type Entry = { state: unknown; hash: string }
const window = new EventTarget()
let entries: Entry[] = [{ state: null, hash: '' }]
let at = 0

export const history = {
  scrollRestoration: 'auto',
  get state() {
    return entries[at]!.state
  },
  get length() {
    return entries.length
  },
  pushState(state: unknown, _: string, url?: string) {
    entries = [...entries.slice(0, at + 1), { state, hash: url ?? entries[at]!.hash }]
    at++
  },
  replaceState(state: unknown, _: string, url?: string) {
    entries[at] = { state, hash: url ?? entries[at]!.hash }
  },
  /** As in a browser, the way back is gone later, and then told. */
  back() {
    setTimeout(() => {
      if (at === 0) return
      at--
      window.dispatchEvent(new Event('popstate'))
    })
  },
}

/** The member presses back, and the browser has told everybody. */
export async function pressBack() {
  const told = new Promise(resolve => window.addEventListener('popstate', resolve, { once: true }))
  history.back()
  await told
}

/** More steps than anything here puts off one after the other. */
const STEPS = 8

/**
 * Lets everything that was put off run: a step of ours comes after the step of theirs that was put
 * off before it, however late.
 */
export async function settled() {
  for (let step = 0; step < STEPS; step++) await new Promise(resolve => setTimeout(resolve))
}

/** A new tab at an address. */
export function openTab(address = '/') {
  entries = [{ state: null, hash: `#${address}` }]
  at = 0
}

Object.assign(globalThis, {
  localStorage: new MemoryStorage(),
  sessionStorage: new MemoryStorage(),
  history,
  location: {
    origin: 'http://site.test',
    get hash() {
      return entries[at]!.hash
    },
  },
  addEventListener: window.addEventListener.bind(window),
  removeEventListener: window.removeEventListener.bind(window),
  document: Object.assign(new EventTarget(), { title: '' }),
  dispatchEvent: window.dispatchEvent.bind(window),
})
