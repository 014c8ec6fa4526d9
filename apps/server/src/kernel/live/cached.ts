import type { Clock } from '../clock.ts'

type Entry<V> = { value: V; until: number }

/**
 * Remembers what a loader answered, for a while. One load per key at a time: a crowd that finds a
 * key stale waits for one query. A key that is invalidated while it loads is answered but not kept,
 * so that no old value outlives its change.
 */
export class Cached<K, V> {
  private readonly entries = new Map<K, Entry<V>>()
  private readonly loading = new Map<K, Promise<V>>()
  private readonly load: (key: K) => Promise<V>
  private readonly limits: { ttlMs: number; maxEntries: number; clock: Clock }
  /** While false every read goes to the loader: the news of changes does not reach this process. */
  trusted = true
  queries = 0

  constructor(
    load: (key: K) => Promise<V>,
    limits: { ttlMs: number; maxEntries: number; clock: Clock },
  ) {
    this.load = load
    this.limits = limits
  }

  /** The value if it is fresh, without waiting. */
  peek(key: K): V | undefined {
    const entry = this.entries.get(key)
    return entry && this.trusted && entry.until > this.limits.clock.now().getTime()
      ? entry.value
      : undefined
  }

  async get(key: K): Promise<V> {
    const fresh = this.peek(key)
    if (fresh !== undefined) return fresh
    const underWay = this.loading.get(key)
    if (underWay) return underWay
    this.queries++
    const load: Promise<V> = this.load(key).then(
      value => {
        // Only the load that is still the current one may leave its value behind.
        if (this.loading.get(key) === load) {
          this.loading.delete(key)
          this.keep(key, value)
        }
        return value
      },
      error => {
        if (this.loading.get(key) === load) this.loading.delete(key)
        throw error
      },
    )
    this.loading.set(key, load)
    return load
  }

  invalidate(key: K): void {
    this.entries.delete(key)
    this.loading.delete(key)
  }

  clear(): void {
    this.entries.clear()
    this.loading.clear()
  }

  private keep(key: K, value: V) {
    if (!this.trusted || value === undefined) return
    if (this.entries.size >= this.limits.maxEntries) {
      // The oldest insertion goes: cheap, and good enough for a cache whose entries live seconds.
      const oldest = this.entries.keys().next()
      if (!oldest.done) this.entries.delete(oldest.value)
    }
    this.entries.set(key, { value, until: this.limits.clock.now().getTime() + this.limits.ttlMs })
  }
}
