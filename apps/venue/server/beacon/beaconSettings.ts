import { chainHashOf, QUICKNET } from '@tianping/fairness/beaconChain'
import { z } from 'zod'

const hex = (bytes: number) =>
  z
    .string()
    .length(bytes * 2)
    .regex(/^[0-9a-f]+$/, 'hex in lower case')

/** A beacon as data: drand's own names of a chain, and how this venue uses it. */
const schema = z
  .strictObject({
    name: z.string().min(1).max(60),
    beacon_id: z.string().min(1).max(60),
    chain_hash: hex(32),
    public_key: hex(96),
    group_hash: hex(32),
    period: z.int().min(1).max(30),
    genesis_time: z.int().positive(),
    urls: z
      .array(z.url({ protocol: /^https?$/ }))
      .min(1)
      .max(8),
    local: z.boolean().default(false),
    delay_ms: z.int().min(0).max(5_000).default(700),
    late_ms: z.int().min(5_000).max(600_000).default(60_000),
  })
  .transform(said => ({
    name: said.name,
    beaconId: said.beacon_id,
    chainHash: said.chain_hash,
    publicKey: said.public_key,
    groupHash: said.group_hash,
    periodS: said.period,
    genesisS: said.genesis_time,
    urls: said.urls.map(url => url.replace(/\/$/, '')),
    local: said.local,
    delayMs: said.delay_ms,
    lateMs: said.late_ms,
  }))
  .refine(
    beacon => chainHashOf(beacon) === beacon.chainHash,
    'the chain hash does not follow from key, period, genesis, group hash and name',
  )

export type BeaconSettings = z.output<typeof schema>

/** The public network of many organisations, drand's quicknet. */
export const quicknet: BeaconSettings = {
  ...QUICKNET,
  name: 'drand quicknet',
  urls: [
    'https://api.drand.sh',
    'https://api2.drand.sh',
    'https://api3.drand.sh',
    'https://drand.cloudflare.com',
  ],
  local: false,
  delayMs: 700,
  lateMs: 60_000,
}

/**
 * `quicknet`, `none`, or a beacon as JSON. Undefined leaves what the database says. Throws a
 * message that says what is wrong.
 */
export function readBeacon(text: string | undefined): BeaconSettings | null | undefined {
  if (text === undefined || text === '') return undefined
  if (text === 'none') return null
  if (text === 'quicknet') return quicknet
  return parsed(text)
}

function parsed(text: string): BeaconSettings {
  let said: unknown
  try {
    said = JSON.parse(text)
  } catch {
    throw new Error('VENUE_BEACON is quicknet, none, or a beacon as JSON')
  }
  const read = schema.safeParse(said)
  if (read.success) return read.data
  const problems = read.error.issues.map(
    issue => `${issue.path.join('.') || 'beacon'}: ${issue.message}`,
  )
  throw new Error(`VENUE_BEACON is wrong: ${problems.join('; ')}`)
}
