/** At most this many callers are distinguished; beyond, the longest silent one is forgotten. */
const MAX_CALLERS = 10_000

/**
 * A token bucket per caller: `perSecond` on average, `burst` at once. Kept in memory, so per
 * process.
 */
export class RateLimit {
  readonly #buckets = new Map<string, { tokens: number; atMs: number }>()
  readonly #perSecond: number
  readonly #burst: number

  constructor(perSecond: number, burst: number) {
    this.#perSecond = perSecond
    this.#burst = burst
  }

  /** True when this call is within the limit; it is counted then. */
  allows(caller: string, nowMs: number): boolean {
    const before = this.#buckets.get(caller)
    // Taken out and put back: a Map keeps its insertion order, so the first entry is the longest
    // silent one.
    if (before) this.#buckets.delete(caller)
    else if (this.#buckets.size >= MAX_CALLERS) dropFirst(this.#buckets)
    const earned = before ? (Math.max(0, nowMs - before.atMs) / 1_000) * this.#perSecond : 0
    const tokens = Math.min(this.#burst, (before?.tokens ?? this.#burst) + earned)
    this.#buckets.set(caller, { tokens: tokens >= 1 ? tokens - 1 : tokens, atMs: nowMs })
    return tokens >= 1
  }
}

/** Forgets what was put into a set or a map first. */
export function dropFirst<K>(kept: Set<K> | Map<K, unknown>): void {
  for (const key of kept.keys()) {
    kept.delete(key)
    return
  }
}
