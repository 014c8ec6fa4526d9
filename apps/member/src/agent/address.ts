import { useSyncExternalStore } from 'react'

const plain = ['overview', 'team', 'statements', 'invite', 'channels', 'days'] as const

/** The site's pages, by the fragment of its address. */
export type Place = { page: (typeof plain)[number] } | { page: 'statement'; month: string }

export const hrefs = {
  overview: '#/',
  team: '#/team',
  statements: '#/statements',
  invite: '#/invite',
  channels: '#/channels',
  days: '#/days',
  statement: (month: string) => `#/statements/${month}`,
} as const

/** Where a fragment leads; an unknown one to the overview. */
export function placeOf(hash: string): Place {
  const [, first = '', second = ''] = /^#?\/?([^/?]*)\/?([^/?]*)/.exec(hash) ?? []
  if (first === 'statements' && /^\d{4}-\d\d$/.test(second))
    return { page: 'statement', month: second }
  return { page: plain.find(page => page === first) ?? 'overview' }
}

const watch = (watcher: () => void) => {
  addEventListener('hashchange', watcher)
  return () => removeEventListener('hashchange', watcher)
}
const hashNow = () => location.hash

export const usePlace = (): Place => placeOf(useSyncExternalStore(watch, hashNow))

/**
 * The ticket that the app's link carries; it is taken out of the address at once, since it must not
 * be kept or shared.
 */
export function takeTicket(): string {
  const ticket = /^#ticket=([0-9a-f]{64})$/.exec(location.hash)?.[1] ?? ''
  if (ticket) history.replaceState(null, '', hrefs.overview)
  return ticket
}
