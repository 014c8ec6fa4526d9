import { Unavailable, type Db } from '@tianping/database'

type Waiting<K, V> = {
  key: K
  done: (value: V | undefined) => void
  failed: (error: unknown) => void
}

/** Queries of one kind that run at once, and keys that one of them takes. */
type Limits = { atOnce: number; most: number }
const USUAL: Limits = { atOnce: 2, most: 500 }

/**
 * Turns a loader of many keys into a loader of one: keys that are asked for together, or while
 * `atOnce` queries are under way, go together in the next one. There is no timer, so a lone key
 * waits for nobody, and queries grow with the load instead of their number. A key is never answered
 * by a query that began before it was asked for. Where the database is away, whoever waits is told
 * at once.
 */
export function gathered<K, V>(
  loadMany: (keys: K[]) => Promise<Map<K, V>>,
  limits: Limits,
): (key: K) => Promise<V | undefined> {
  let waiting: Waiting<K, V>[] = []
  let running = 0

  async function work() {
    // Whatever else arrived with the same reading of the sockets belongs to the same query.
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      const batch = waiting.slice(0, limits.most)
      waiting = waiting.slice(limits.most)
      try {
        const found = await loadMany(batch.map(each => each.key))
        for (const { key, done } of batch) done(found.get(key))
      } catch (error) {
        const behind = error instanceof Unavailable ? waiting.splice(0) : []
        for (const { failed } of [...batch, ...behind]) failed(error)
      }
    }
    running--
  }

  return key =>
    new Promise((done, failed) => {
      waiting.push({ key, done, failed })
      if (running < limits.atOnce) {
        running++
        void work()
      }
    })
}

/** The same for every database. A transaction asks for itself, since it sees what others do not. */
export function gatheredBy<K, V>(
  loadMany: (db: Db, keys: K[]) => Promise<Map<K, V>>,
  limits = USUAL,
): (db: Db, key: K) => Promise<V | undefined> {
  const loaders = new WeakMap<Db, (key: K) => Promise<V | undefined>>()
  return async (db, key) => {
    if (db.isTransaction) return (await loadMany(db, [key])).get(key)
    const load = loaders.get(db) ?? gathered((keys: K[]) => loadMany(db, keys), limits)
    loaders.set(db, load)
    return load(key)
  }
}
