/**
 * The nine wallet venues of the sandbox; each is addressed by its own base URL
 * `<origin>/venues/<code>`.
 */
export const VENUE_CODES = [
  'LIVE',
  'SPORT',
  'ESPORT',
  'QIPAI',
  'OB',
  'FG',
  'PP',
  'AE',
  'VR',
] as const
export type VenueCode = (typeof VENUE_CODES)[number]

export function isVenueCode(text: string): text is VenueCode {
  return (VENUE_CODES as readonly string[]).includes(text)
}

/** The base URL of one venue, to which the paths of the calls (`/v1/...`) are appended. */
export function venueBaseUrl(origin: string, venue: VenueCode): string {
  return `${origin.replace(/\/$/, '')}/venues/${venue}`
}
