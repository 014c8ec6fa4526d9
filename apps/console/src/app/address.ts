import { useSyncExternalStore } from 'react'

/** Where one is: what stands behind `#`, such as `/deposits?state=2&page=3`. */
const read = () => location.hash.slice(1) || '/'

const listen = (changed: () => void) => {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}

/** The path and the query (without `?`) of the current address. */
export function useAddress(): { path: string; search: string } {
  const [path, search = ''] = useSyncExternalStore(listen, read).split('?') as [string, string?]
  return { path, search }
}

/** Goes to `to`. With `replace` the way back skips where one was. */
export function go(to: string, replace = false) {
  if (read() === to) return
  if (replace) location.replace(`#${to}`)
  else location.hash = to
}

/**
 * Changes the query of where one is, and skips where one was on the way back: for filters and the
 * opened item. What comes late, as a search does after its pause, changes nothing once one has left
 * `path`; `change` is given the query as it stands now, which may be ahead of what is drawn.
 */
export function amend(path: string, change: (search: string) => string) {
  const [now, search = ''] = read().split('?') as [string, string?]
  if (now !== path) return
  const changed = change(search)
  go(changed ? `${path}?${changed}` : path, true)
}

export function href(path: string, query: Record<string, string | number> = {}): string {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString()
  return `#${path}${search ? `?${search}` : ''}`
}
