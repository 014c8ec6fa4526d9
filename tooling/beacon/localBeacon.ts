// A beacon in drand's HTTP format with a key of its own, for machines without a network. Whoever
// runs it knows its rounds beforehand, so it proves nothing against the operator, and every page
// that shows it says so.
import { fromHex, toHex } from '@tianping/fairness'
import { sha256 } from '@tianping/fairness/sha256'
import { beaconTimeMs } from '@tianping/fairness/beacon'
import { chainHashOf } from '@tianping/fairness/beaconChain'
import { beaconPublicKey, newBeaconSecret, signBeacon } from '@tianping/fairness/beaconSignature'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const NAME = 'local'
const PERIOD_S = 3
/**
 * The first second of 2026 in Shanghai, and one more: bets close on whole periods since then, so a
 * round of this beacon comes when a table draws.
 */
const GENESIS_S = Date.parse('2025-12-31T16:00:01Z') / 1_000
/** How long a round waits for this beacon before it is void. */
const LATE_MS = 60_000

export type LocalBeacon = {
  port: number
  /** The venue's `VENUE_BEACON`. */
  settings: string
  close(): Promise<void>
}

/** What a test lets it do wrong: `null` answers as it should. */
export type BeaconFault = 'down' | 'silent' | 'signature' | 'round' | null
export type BeaconOptions = {
  secret: Uint8Array
  port?: number
  fault?: () => BeaconFault
  /** Milliseconds since 1970; a test whose tables run ahead gives its own. */
  clock?: () => number
}

/** The secret kept in a folder, made on the first start. */
export function secretIn(folder: string): Uint8Array {
  const file = join(folder, 'beacon.key')
  if (existsSync(file)) return fromHex(readFileSync(file, 'utf8').trim())
  const secret = newBeaconSecret()
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, `${toHex(secret)}\n`, { mode: 0o600 })
  return secret
}

export async function startLocalBeacon({
  secret,
  port = 0,
  fault = () => null,
  clock = Date.now,
}: BeaconOptions): Promise<LocalBeacon> {
  const chain = chainOf(secret)
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    if (path === `/${chain.chainHash}/info`) return json(response, 200, infoOf(chain))
    const round = Number(new RegExp(`^/${chain.chainHash}/public/(\\d{1,12})$`).exec(path)?.[1])
    if (!Number.isSafeInteger(round) || round < 1)
      return json(response, 404, { error: 'not found' })
    answer(response, { secret, round, fault: fault(), nowMs: clock() })
  })
  await new Promise<void>((done, failed) => {
    server.once('error', failed)
    server.listen(port, '127.0.0.1', done)
  })
  const { port: listening } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${listening}`
  return {
    port: listening,
    settings: JSON.stringify(settingsOf(chain, url)),
    close: () =>
      new Promise(done => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

type Chain = ReturnType<typeof chainOf>

function chainOf(secret: Uint8Array) {
  const publicKey = toHex(beaconPublicKey(secret))
  const chain = {
    publicKey,
    // A network puts the hash of its members here; this one has its key alone.
    groupHash: toHex(sha256(fromHex(publicKey))),
    beaconId: NAME,
    periodS: PERIOD_S,
    genesisS: GENESIS_S,
  }
  return { ...chain, chainHash: chainHashOf(chain) }
}

const infoOf = (chain: Chain) => ({
  public_key: chain.publicKey,
  period: chain.periodS,
  genesis_time: chain.genesisS,
  hash: chain.chainHash,
  groupHash: chain.groupHash,
  schemeID: 'bls-unchained-g1-rfc9380',
  metadata: { beaconID: chain.beaconId },
})

const settingsOf = (chain: Chain, url: string) => ({
  name: '本机信标',
  beacon_id: chain.beaconId,
  chain_hash: chain.chainHash,
  public_key: chain.publicKey,
  group_hash: chain.groupHash,
  period: chain.periodS,
  genesis_time: chain.genesisS,
  urls: [url],
  local: true,
  delay_ms: 0,
  late_ms: LATE_MS,
})

type Asked = { secret: Uint8Array; round: number; fault: BeaconFault; nowMs: number }

function answer(response: ServerResponse, { secret, round, fault, nowMs }: Asked): void {
  if (fault === 'down') return json(response, 503, { error: 'down' })
  // Never answers: the caller's own timeout ends it.
  if (fault === 'silent') return
  if (nowMs < beaconTimeMs({ genesisS: GENESIS_S, periodS: PERIOD_S }, round))
    return json(response, 404, { error: 'not published yet' })
  const signature = signBeacon(fault === 'signature' ? newBeaconSecret() : secret, round)
  json(response, 200, {
    round: fault === 'round' ? round + 1 : round,
    randomness: toHex(sha256(signature)),
    signature: toHex(signature),
  })
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}
