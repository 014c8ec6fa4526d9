import { say } from '@tianping/contract/refusals'
import { Refusal } from './refusal.ts'

/**
 * Lets `atOnce` works run at a time on this instance; up to `maxWaiting` more wait in the order
 * they came, and beyond that the honest answer is "busy". What waits here holds no connection and
 * no memory but its own.
 */
export function turns({
  atOnce,
  maxWaiting,
}: {
  atOnce: number
  maxWaiting: number
}): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async work => {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) throw new Refusal(say('request.busy'))
      await new Promise<void>(go => waiting.push(go))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
