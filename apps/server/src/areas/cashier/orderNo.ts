import { beijingDay } from '@tianping/money/day'
import { randomInt } from 'node:crypto'

/** Crockford's base32: no letter that is taken for a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/**
 * 20 random characters are 100 bits: the order page is public by its number alone
 * (docs/decisions/0027-deposit-orders-and-their-public-page.md).
 */
const RANDOM_CHARACTERS = 20

/**
 * A number such as `D261120` and 20 random characters: what it is, the Beijing day, and nothing
 * that could be guessed.
 */
export function newOrderNo(kind: 'A' | 'C' | 'D' | 'G' | 'K' | 'N' | 'R' | 'W', now: Date): string {
  const random = Array.from(
    { length: RANDOM_CHARACTERS },
    () => ALPHABET[randomInt(ALPHABET.length)],
  ).join('')
  return `${kind}${beijingDay(now).replaceAll('-', '').slice(2)}${random}`
}
