import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Settings } from './environment.ts'

/**
 * A key of its own for each purpose, from the current card key. After a rotation nothing is
 * recognised that was hashed before: these values live for minutes, or stand in the audit log.
 */
export const keyFor = (
  { cardKey: [current] }: Pick<Settings, 'cardKey'>,
  purpose: string,
): Buffer => Buffer.from(hkdfSync('sha256', current, 'tianping', purpose, 32))

/** Recognises an equal value without showing it; without the key nobody can try values. */
export const keyedHash = (settings: Pick<Settings, 'cardKey'>, purpose: string, value: string) =>
  createHmac('sha256', keyFor(settings, purpose)).update(value).digest('hex').slice(0, 32)

/** Compares a signature that was sent with the one it should be, in constant time. */
export function equalText(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
