import { turns } from '../http/turns.ts'

/**
 * Lets works of one key run one after the other, in the order in which they came, while those of
 * other keys go on. Where `maxWaiting` of a key wait, or one waits for `longestMs`, it is Busy.
 */
export function aloneBy<K>(limits: { maxWaiting: number; longestMs: number }) {
  const lines = new Map<K, { inTurn: ReturnType<typeof turns>; works: number }>()
  return async <T>(key: K, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(key) ?? { inTurn: turns({ atOnce: 1, ...limits }), works: 0 }
    lines.set(key, line)
    line.works++
    try {
      return await line.inTurn(work)
    } finally {
      line.works--
      if (line.works === 0) lines.delete(key)
    }
  }
}
