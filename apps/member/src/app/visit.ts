import { call } from './api.ts'
import { currentAddress } from './navigation.ts'
import { split } from './resolve.ts'

/**
 * Moves the visitor to an address the operator lists, keeping a referral. Any answer but 200 means that this is one
 * already; every failure is silent (part 1 §7).
 */
export async function moveToListedAddress() {
  try {
    const { data } = await call('GET /api/getVisitUrl', {})
    const pid = new URLSearchParams(split(currentAddress()).query).get('pid')
    location.replace(pid ? `${data.url.replace(/\/+$/, '')}/#/register?pid=${encodeURIComponent(pid)}` : data.url)
  } catch {
    // Staying here is the right thing then.
  }
}
