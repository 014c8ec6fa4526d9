import { randomBytes } from 'node:crypto'

const BET_ID_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The venue and 16 random digits of Crockford's base 32, in fours: 80 bits, nothing to guess and
 * easy to read out.
 */
export function newBetId(venue: string): string {
  const digits = [...randomBytes(16)].map(byte => BET_ID_DIGITS[byte % 32]).join('')
  return `${venue}-${digits.replaceAll(/.{4}(?=.)/g, '$&-')}`
}
