import { fromHex } from '@tianping/fairness'
import { beaconRoundAfter, beaconTimeMs } from '@tianping/fairness/beacon'
import { isBeaconSignature } from '@tianping/fairness/beaconSignature'
import type { Db } from '@tianping/database'
import { z } from 'zod'
import { activeBeacon, findBeacon, type BeaconRow } from './beacon.sql.ts'

const TIMEOUT_MS = 2_000
const MAX_ANSWER_BYTES = 4_096
/** Signatures kept in memory: those of some minutes, for all tables. */
const MAX_KEPT = 64
/** After so many failures in a row an address rests. */
const FAILURES = 3
const REST_MS = 2_000
/** How often its status asks for a newer round. */
const LOOK_MS = 10_000

const answer = z.object({
  round: z.int(),
  signature: z.string().regex(/^[0-9a-f]{96}$/),
})

export type BeaconStatus = {
  name: string
  local: boolean
  round: bigint | null
  at: string | null
}
type Log = { warn(details: object, text: string): void }
type Deps = { db: () => Db; log: () => Log }

declare module '../venue.ts' {
  interface Venue {
    /** Public beacons that shared rounds wait for. */
    beacons: Beacons
  }
}

/**
 * Asks beacons for their rounds. What it answers is verified under the chain's key, so it does not
 * matter which relay said it.
 */
export class Beacons {
  readonly #deps: Deps
  readonly #kept = new Map<string, Uint8Array>()
  readonly #asking = new Map<string, Promise<Uint8Array | null>>()
  /** The last verified round by chain, and when the present one is looked at again. */
  readonly #last = new Map<string, number>()
  #looksAgain = 0
  readonly #failing = new Map<string, { count: number; restsUntil: number }>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * The verified signature of a round; null while no address has one, because it is not published
   * yet or because none answers. Callers at the same time share one question.
   */
  async signatureOf(chainHash: string, round: bigint): Promise<Uint8Array | null> {
    const key = `${chainHash}/${round}`
    const kept = this.#kept.get(key)
    if (kept) return kept
    const asking =
      this.#asking.get(key) ??
      this.#ask(chainHash, Number(round)).finally(() => this.#asking.delete(key))
    this.#asking.set(key, asking)
    const found = await asking
    if (found) {
      this.#keep(key, found)
      this.#last.set(chainHash, Math.max(Number(round), this.#last.get(chainHash) ?? 0))
    }
    return found
  }

  /**
   * How the present beacon does: its last round that was verified here. A newer one is asked for
   * beside the answer, so that a silent beacon keeps nobody waiting. Null without a beacon.
   */
  async status(at: Date): Promise<BeaconStatus | null> {
    const beacon = await activeBeacon(this.#deps.db())
    if (!beacon) return null
    const due = beaconRoundAfter(beacon, at.getTime() - beacon.delayMs) - 1
    if (due > 0 && performance.now() > this.#looksAgain) {
      this.#looksAgain = performance.now() + LOOK_MS
      this.signatureOf(beacon.chainHash, BigInt(due)).catch((error: unknown) =>
        this.#deps.log().warn({ err: error, round: due }, 'the beacon was not looked at'),
      )
    }
    const { name, local, chainHash } = beacon
    const round = this.#last.get(chainHash) ?? null
    return {
      name,
      local,
      round: round === null ? null : BigInt(round),
      at: round === null ? null : new Date(beaconTimeMs(beacon, round)).toISOString(),
    }
  }

  #keep(key: string, signature: Uint8Array): void {
    const [oldest] = this.#kept.keys()
    if (this.#kept.size >= MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    this.#kept.set(key, signature)
  }

  async #ask(chainHash: string, round: number): Promise<Uint8Array | null> {
    const beacon = await findBeacon(this.#deps.db(), chainHash)
    if (!beacon) throw new Error(`there is no beacon ${chainHash}`)
    for (const url of beacon.urls) {
      if ((this.#failing.get(url)?.restsUntil ?? 0) > Date.now()) continue
      try {
        const found = await askOne(beacon, url, round)
        this.#failing.delete(url)
        if (found) return found
      } catch (error) {
        this.#failed(url, round, error as Error)
      }
    }
    return null
  }

  #failed(url: string, round: number, error: Error): void {
    const count = (this.#failing.get(url)?.count ?? 0) + 1
    this.#failing.set(url, {
      count: count % FAILURES,
      restsUntil: count >= FAILURES ? Date.now() + REST_MS : 0,
    })
    this.#deps.log().warn({ err: error, url, round }, 'a beacon gave no usable answer')
  }
}

/** One relay's answer; null while it has none. Throws when it fails or says what is not true. */
async function askOne(
  { chainHash, publicKey }: BeaconRow,
  url: string,
  round: number,
): Promise<Uint8Array | null> {
  const said = await fetch(`${url}/${chainHash}/public/${round}`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  })
  const text = await said.text()
  if (said.status === 404 || said.status === 425) return null
  if (!said.ok) throw new Error(`HTTP ${said.status}`)
  if (text.length > MAX_ANSWER_BYTES) throw new Error('the answer is too long')
  const { round: answered, signature } = answer.parse(JSON.parse(text))
  if (answered !== round) throw new Error(`asked for round ${round}, got ${answered}`)
  const bytes = fromHex(signature)
  if (!isBeaconSignature(fromHex(publicKey), round, bytes))
    throw new Error(`the signature of round ${round} is not of this chain`)
  return bytes
}
