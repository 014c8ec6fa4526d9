/** The server has too much to do: answered 503 with Retry-After, and no answer is kept. */
export class Busy extends Error {
  readonly statusCode = 503
  constructor() {
    super('too many of these at once')
  }
}

type Waiting = { go: () => void; refuse: () => void }

/** Who waits, by source: the sources take turns, each in the order its own came. */
class Queue {
  readonly #bySource = new Map<string, Waiting[]>()
  size = 0

  of(source: string): number {
    return this.#bySource.get(source)?.length ?? 0
  }

  add(source: string, waiting: Waiting): void {
    const own = this.#bySource.get(source)
    if (own) own.push(waiting)
    else this.#bySource.set(source, [waiting])
    this.size++
  }

  /** The oldest of the source whose turn it is; its source goes to the end. */
  next(): Waiting | undefined {
    const [first] = this.#bySource
    if (!first) return undefined
    const [source, [oldest]] = first
    if (oldest) this.drop(source, oldest)
    const rest = this.#bySource.get(source)
    if (rest) {
      this.#bySource.delete(source)
      this.#bySource.set(source, rest)
    }
    return oldest
  }

  drop(source: string, waiting: Waiting): void {
    const left = this.#bySource.get(source)?.filter(each => each !== waiting) ?? []
    this.size--
    if (left.length > 0) this.#bySource.set(source, left)
    else this.#bySource.delete(source)
  }

  /** The newest of the longest line, where that is longer than `length`. */
  newestBeyond(length: number): Waiting | undefined {
    const lines = [...this.#bySource.values()]
    const longest = lines.toSorted((a, b) => b.length - a.length)[0] ?? []
    return longest.length > length ? longest.at(-1) : undefined
  }
}

/**
 * Lets `atOnce` works run at a time on this instance; up to `maxWaiting` more wait, their sources
 * taking turns, for at most `longestMs`. Beyond that the honest answer is "busy", and the longest
 * line gives way first. What waits here holds no connection and no memory but its own.
 */
export function turns({
  atOnce,
  maxWaiting,
  longestMs,
}: {
  atOnce: number
  maxWaiting: number
  longestMs?: number
}): <T>(work: () => Promise<T>, source?: string) => Promise<T> {
  let running = 0
  const queue = new Queue()

  function wait(source: string): Promise<void> {
    if (queue.size >= maxWaiting) {
      const last = queue.newestBeyond(queue.of(source) + 1)
      if (!last) throw new Busy()
      last.refuse()
    }
    return new Promise<void>((done, failed) => {
      const refuse = () => {
        clearTimeout(timer)
        queue.drop(source, waiting)
        failed(new Busy())
      }
      const go = () => {
        clearTimeout(timer)
        done()
      }
      const timer = longestMs === undefined ? undefined : setTimeout(refuse, longestMs)
      const waiting = { go, refuse }
      queue.add(source, waiting)
    })
  }

  return async (work, source = '') => {
    if (running >= atOnce) await wait(source)
    else running++
    try {
      return await work()
    } finally {
      const next = queue.next()
      if (next) next.go()
      else running--
    }
  }
}
