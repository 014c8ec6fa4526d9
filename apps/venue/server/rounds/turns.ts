/** A turn at least this often, so that a clock that was set forward is noticed. */
const MAX_SLEEP_MS = 5_000
const AFTER_ERROR_MS = 1_000

/**
 * Work that goes on by itself: `wake` ends its sleep, or spares it the next one when it is at work;
 * `done` settles when it has stopped.
 */
export type Turning = { wake: () => void; done: Promise<void> }

/**
 * Does a turn, sleeps as long as it says (ms), and so on while `going`. A turn that throws is told
 * to `failed` and repeated a second later.
 */
export function turns(
  turn: () => Promise<number>,
  going: () => boolean,
  failed: (error: Error) => void,
): Turning {
  const sleeper = { woken: false, wake: () => {} }
  const run = async () => {
    while (going()) {
      let waitMs = AFTER_ERROR_MS
      sleeper.woken = false
      try {
        waitMs = await turn()
      } catch (error) {
        if (going()) failed(error as Error)
      }
      if (!going()) return
      // What woke it meanwhile may have come after the turn looked.
      if (sleeper.woken) continue
      await new Promise<void>(done => {
        const timer = setTimeout(done, Math.min(Math.max(waitMs, 1), MAX_SLEEP_MS))
        sleeper.wake = () => {
          clearTimeout(timer)
          done()
        }
      })
    }
  }
  const wake = () => {
    sleeper.woken = true
    sleeper.wake()
  }
  return { wake, done: run() }
}
