import { addressOf, isPath, specOf, type Path } from './paths.ts'

export type Place = { path: Path; query: string }
export type Resolved = { show: Place } | { redirect: string }

/** `/wallet?type=0` as path and query; a slash at the end does not matter. */
export function split(address: string): { path: string; query: string } {
  const at = address.indexOf('?')
  const path = at < 0 ? address : address.slice(0, at)
  return {
    path: path.length > 1 ? path.replace(/\/+$/, '') : '/',
    query: at < 0 ? '' : address.slice(at + 1),
  }
}

const registration = (query: URLSearchParams) =>
  addressOf('/login', {
    type: '1',
    pid: query.get('pid') ?? '',
    redirect: query.get('redirect') ?? '',
  })

/**
 * What an address shows: its page, or where it leads instead (unknown, barred, or a referral).
 * Whoever is on a break or excluded is led from offers and deposits to what protects them.
 */
export function resolve(address: string, loggedIn: boolean, blocked = false): Resolved {
  const { path, query } = split(address)
  // Referral links are spread with this address (P1-7-03).
  if (path === '/register') return { redirect: registration(new URLSearchParams(query)) }
  if (!isPath(path)) return { redirect: '/' }
  const { login, offers, deposits } = specOf(path)
  if (login && !loggedIn) return { redirect: addressOf('/login', { redirect: address }) }
  if (blocked && (offers || deposits)) return { redirect: '/protect' }
  return { show: { path, query } }
}

/**
 * Where a log-in leads: back to the page that asked for it when it is one of ours, else home
 * (P1-2.1-41).
 */
export function afterLogin(redirect: string): string {
  const { path } = split(redirect)
  return redirect.startsWith('/') && isPath(path) && path !== '/login' ? redirect : '/'
}

/**
 * The cached pages with the query each was last shown with; each keeps its own, whatever the
 * address is now.
 */
export type Kept = Partial<Record<Path, string>>

/** Remembers a page that is to be kept; the same object when nothing changes. */
export function keep(kept: Kept, { path, query }: Place): Kept {
  return specOf(path).cached && kept[path] !== query ? { ...kept, [path]: query } : kept
}
