import type { Outside } from '../outside.ts'

/** The two halves of a key: ours to sign with, and what proves the provider's word. */
export type ProviderKeys = { sign: string; verify: string }

/** What an adapter is made of: one row, its live keys, and the way out. */
export type Connection = {
  code: string
  endpoint: string
  merchant: string
  /** The current ones first; callbacks are taken by each of them. */
  keys: readonly [ProviderKeys, ...ProviderKeys[]]
  /** Where the provider tells us what happened. */
  callbackUrl: string
  outside: Outside
  now: () => Date
}

/** What came as JSON; an answer that is none leaves the outcome open. */
export function objectIn(body: string): Record<string, unknown> {
  const read: unknown = JSON.parse(body)
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw new Error('the provider answered something else than an object')
  return read as Record<string, unknown>
}

export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** A page that members are sent to: nothing but the web. */
export function webPage(url: string): string {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new Error('the provider answered no page to pay on')
  return url
}
