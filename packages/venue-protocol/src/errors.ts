/**
 * Every code an envelope may carry besides 0, with its HTTP status. 2xxx, 3xxx and 4xxx are
 * definite: the call had no effect and never will under this ref. 1xxx and 5xxx say nothing about
 * the effect of an earlier attempt.
 */
export const VENUE_ERRORS = {
  1001: { status: 401, message: 'signature refused' },
  1002: { status: 401, message: 'timestamp outside the window' },
  1003: { status: 401, message: 'nonce was used before' },
  1004: { status: 403, message: 'merchant disabled' },
  2000: { status: 400, message: 'malformed request' },
  2001: { status: 404, message: 'no such player' },
  2002: { status: 409, message: 'player locked' },
  2003: { status: 409, message: 'insufficient balance' },
  2004: { status: 409, message: 'ref was used with another body' },
  2005: { status: 409, message: 'ref is voided' },
  2006: { status: 400, message: 'amount refused' },
  2404: { status: 404, message: 'no such ref' },
  3001: { status: 404, message: 'no such game' },
  3002: { status: 409, message: 'game under maintenance' },
  4001: { status: 410, message: 'launch token used or expired' },
  4290: { status: 429, message: 'too many requests' },
  5000: { status: 500, message: 'internal error' },
  5003: { status: 503, message: 'venue under maintenance' },
} as const

export type VenueErrorCode = keyof typeof VENUE_ERRORS

/** Thrown by a venue's handlers; becomes the signed envelope of that code. */
export class VenueRefusal extends Error {
  readonly code: VenueErrorCode
  constructor(code: VenueErrorCode, message: string = VENUE_ERRORS[code].message) {
    super(message)
    this.name = 'VenueRefusal'
    this.code = code
  }
}

/** True for the codes that say for certain that nothing happened. */
export function isDefinite(code: number): boolean {
  return code >= 2000 && code < 5000
}
