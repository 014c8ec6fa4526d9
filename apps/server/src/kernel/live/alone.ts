import { Busy } from '../http/turns.ts'

/**
 * Lets works of one key run one after the other, in the order in which they came, while those of
 * other keys go on. Where more than `mostWaiting` of a key wait, one more is Busy.
 */
export function aloneBy<K>({ mostWaiting }: { mostWaiting: number }) {
  const lines = new Map<K, { last: Promise<unknown>; length: number }>()
  return async <T>(key: K, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 }
    if (line.length > mostWaiting) throw new Busy()
    lines.set(key, line)
    line.length++
    const own = line.last.then(work)
    line.last = own.catch(() => {})
    try {
      return await own
    } finally {
      line.length--
      if (line.length === 0) lines.delete(key)
    }
  }
}
