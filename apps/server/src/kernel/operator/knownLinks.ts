import { say } from '@tianping/contract/refusals'
import { appSetting, foreignAddress } from '../appSetting.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/services.ts'
import { linksOf } from '../safeHtml.ts'

/**
 * Refuses a text of one operator that links elsewhere than to the site and the places that two
 * persons have set.
 */
export async function knownLinks(
  services: Pick<Services, 'db' | 'settings'>,
  html: string,
  field: string,
): Promise<void> {
  const links = linksOf(html)
  if (links.length === 0) return
  const address = foreignAddress(links, await appSetting(services), services.settings)
  if (address !== undefined) throw new Refusal(say('content.foreign_link', { address }), { field })
}
