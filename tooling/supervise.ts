// Keeps what runs running: a process that ended is started again, ever later the sooner it ends.
const FIRST_MS = 500
const MOST_MS = 30_000
/** Whoever ran for so long is started again at once. */
const STEADY_MS = 60_000

/** A process under way; `ended` says how it ended. */
export type Running = { ended: Promise<string> }

export type Supervised = {
  name: string
  first: Running
  start: () => Promise<Running>
  say: (text: string) => void
}

/** Watches one process until `stop`, which waits for a start under way. */
export function supervise({ name, first, start, say }: Supervised): { stop(): Promise<void> } {
  const stopping = Promise.withResolvers<null>()
  const pause = (ms: number) =>
    Promise.race([stopping.promise, new Promise<true>(done => setTimeout(done, ms, true))])

  /** The process started again; null when it is to stay ended. */
  async function again(how: string, waitMs: number): Promise<Running | null> {
    say(`${name} ended (${how}). It is started again in ${waitMs / 1000} s.`)
    if ((await pause(waitMs)) === null) return null
    try {
      const running = await start()
      say(`${name} runs again.`)
      return running
    } catch (error) {
      return again((error as Error).message, Math.min(waitMs * 2, MOST_MS))
    }
  }

  const watching = (async () => {
    let waitMs = FIRST_MS
    for (let running: Running | null = first; running;) {
      const began = performance.now()
      const how = await Promise.race([running.ended, stopping.promise])
      if (how === null) return
      waitMs = performance.now() - began > STEADY_MS ? FIRST_MS : Math.min(waitMs * 2, MOST_MS)
      running = await again(how, waitMs)
    }
  })()
  return {
    stop: async () => {
      stopping.resolve(null)
      await watching
    },
  }
}
