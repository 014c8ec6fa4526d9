import { createHmac, hkdfSync } from 'node:crypto'
import type { Settings } from './environment.ts'

/** A key of its own for each purpose, from the one secret of the installation. */
export const keyFor = ({ cardKey }: Pick<Settings, 'cardKey'>, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', cardKey, 'tianping', purpose, 32))

/** Recognises an equal value without showing it; without the key nobody can try values. */
export const keyedHash = (settings: Pick<Settings, 'cardKey'>, purpose: string, value: string) =>
  createHmac('sha256', keyFor(settings, purpose)).update(value).digest('hex').slice(0, 32)
