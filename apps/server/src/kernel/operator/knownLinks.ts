import { say } from '@tianping/contract/refusals'
import { appSetting, foreignAddress } from '../appSetting.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/services.ts'
import { linksOf } from '../safeHtml.ts'

type Needed = Pick<Services, 'db' | 'settings'>

/**
 * Refuses a text of one operator that links elsewhere than to the site and the places that two
 * persons have set.
 */
export async function knownLinks(services: Needed, html: string, field: string): Promise<void> {
  await refuseForeign(services, linksOf(html), field)
}

/** The same for one address; empty for none. */
export const knownAddress = (services: Needed, address: string, field: string): Promise<void> =>
  refuseForeign(services, address === '' ? [] : [address], field)

async function refuseForeign(services: Needed, links: string[], field: string): Promise<void> {
  if (links.length === 0) return
  const address = foreignAddress(links, await appSetting(services), services.settings)
  if (address !== undefined) throw new Refusal(say('content.foreign_link', { address }), { field })
}
