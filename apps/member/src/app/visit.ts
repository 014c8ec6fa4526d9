import { beijingDay } from '@tianping/money/day'
import { call } from './api.ts'
import { currentAddress } from './routes/navigation.ts'
import { split } from './routes/resolve.ts'
import { loggedIn } from './session.ts'

/**
 * The page `address` of this site, at another one. Referrals are spread as `/#/register?pid=N`
 * (P1-7-03).
 */
export function listedAddress(url: string, address: string): string {
  const { path, query } = split(address)
  const values = new URLSearchParams(query)
  const [pid, redirect] = [values.get('pid'), values.get('redirect')]
  const site = url.replace(/\/+$/, '')
  if (!pid) return path === '/' ? url : `${site}/#${address}`
  return `${site}/#/register?${new URLSearchParams({ pid, ...(redirect ? { redirect } : {}) })}`
}

/**
 * Moves the visitor to an address the operator lists, with the page and its query; a referral leads
 * to registration there. Any answer but 200 means that this address is listed already; every
 * failure is silent (P1-7-03).
 */
export async function moveToListedAddress() {
  try {
    const { data } = await call('GET /api/getVisitUrl', {})
    location.replace(listedAddress(data.url, currentAddress()))
  } catch {
    // Staying here is the right thing then.
  }
}

/** The last day on which this browser was counted. */
const VISITED = 'visit'

/** Counts this browser once a day while nobody is logged in. Nothing is said of a failure. */
export function countVisit(): void {
  const day = beijingDay(Date.now())
  if (loggedIn() || localStorage.getItem(VISITED) === day) return
  localStorage.setItem(VISITED, day)
  void call('POST /api/channel/visit', {}).catch(() => undefined)
}
