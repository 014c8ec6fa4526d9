// Which site of this process has which account at a venue. Members have the same numbers in every
// brand, so two brands with one account would play with each other's wallets.
import { placeOf } from '@tianping/contract/place'
import type { ConnectionValue } from './setting.ts'

const sites = new Map<string, readonly string[]>()

/** What the site with this database has now. */
export const keepPlaces = (databaseUrl: string, values: readonly ConnectionValue[]) =>
  void sites.set(databaseUrl, values.filter(({ adapter }) => adapter !== 'sandbox').map(placeOf))

export const isOfAnotherSite = (databaseUrl: string, value: ConnectionValue): boolean =>
  [...sites].some(([url, places]) => url !== databaseUrl && places.includes(placeOf(value)))
