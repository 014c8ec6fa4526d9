import {
  isVenueCode,
  SANDBOX_MERCHANT,
  VENUE_CODES,
  type VenueCode,
  type VenueKey,
} from '@tianping/venue-protocol'
import { z } from 'zod'

/**
 * An operator that may call the venue: his live keys (two while they rotate) and the venues open to
 * him.
 */
export type Merchant = {
  name: string
  keys: VenueKey[]
  venues: readonly VenueCode[]
  enabled: boolean
}

/** A secret shorter than this could be searched for. */
const MIN_SECRET_LENGTH = 32
const MAX_LIVE_KEYS = 2

const merchantName = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/)
const configured = z.array(
  z.object({
    merchant: merchantName,
    keys: z.record(z.string().regex(/^[A-Za-z0-9_.-]{1,40}$/), z.string()),
    venues: z.array(z.string().refine(isVenueCode, 'an unknown venue')).optional(),
    enabled: z.boolean().optional(),
  }),
)

/**
 * Reads `VENUE_MERCHANT_KEYS`: either JSON,
 * `[{"merchant":"m","keys":{"2026-07":"secret"},"venues":["FG"],"enabled":true}]`, or pairs
 * `merchant:secret` or `merchant/key-id:secret` separated by commas. Throws a message for the
 * operator.
 */
export function readMerchants(text: string): Merchant[] {
  const merchants = text.trimStart().startsWith('[') ? fromJson(text) : fromPairs(text)
  if (merchants.length === 0) throw new Error('VENUE_MERCHANT_KEYS names no merchant')
  for (const { name, keys } of merchants) {
    if (keys.length < 1 || keys.length > MAX_LIVE_KEYS)
      throw new Error(`merchant ${name} needs one or two live keys`)
    if (keys.some(key => key.secret.length < MIN_SECRET_LENGTH))
      throw new Error(
        `a secret of merchant ${name} is shorter than ${MIN_SECRET_LENGTH} characters`,
      )
  }
  return merchants
}

function fromJson(text: string): Merchant[] {
  const read = configured.parse(JSON.parse(text))
  return read.map(({ merchant, keys, venues, enabled }) => ({
    name: merchant,
    keys: Object.entries(keys).map(([id, secret]) => ({ id, secret })),
    venues: (venues ?? VENUE_CODES) as readonly VenueCode[],
    enabled: enabled ?? true,
  }))
}

function fromPairs(text: string): Merchant[] {
  const merchants = new Map<string, Merchant>()
  for (const pair of text
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)) {
    const [, name, id, secret] =
      /^([A-Za-z0-9_-]{1,40})(?:\/([A-Za-z0-9_.-]{1,40}))?:(.+)$/.exec(pair) ?? []
    if (!name || !secret)
      throw new Error('VENUE_MERCHANT_KEYS holds merchant:secret pairs, separated by commas')
    const merchant = merchants.get(name) ?? { name, keys: [], venues: VENUE_CODES, enabled: true }
    merchant.keys.push({ id: id ?? '1', secret })
    merchants.set(name, merchant)
  }
  return [...merchants.values()]
}

/** The merchant of the sandbox, public knowledge and for play money only. */
export function sandboxMerchants(): Merchant[] {
  const { merchant, key } = SANDBOX_MERCHANT
  return [{ name: merchant, keys: [{ ...key }], venues: VENUE_CODES, enabled: true }]
}
