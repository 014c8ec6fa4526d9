/** What the app's modules need of a browser, in memory: storages, and a history with its address. Imported first. */
class MemoryStorage {
  #items = new Map<string, string>()
  getItem = (key: string) => this.#items.get(key) ?? null
  setItem = (key: string, value: string) => void this.#items.set(key, value)
  removeItem = (key: string) => void this.#items.delete(key)
  clear = () => this.#items.clear()
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

/** Lets everything that was put off run. */
export const settled = () => new Promise(resolve => setTimeout(resolve, 5))

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
    get hash() {
      return entries[at]!.hash
    },
  },
  addEventListener: window.addEventListener.bind(window),
  removeEventListener: window.removeEventListener.bind(window),
  document: new EventTarget(),
})
