/** A step at least this often, so that a clock that was set forward is noticed. */
const MAX_SLEEP_MS = 5_000
const AFTER_ERROR_MS = 1_000

/**
 * A loop in the background. `wake` ends its sleep, or skips the next sleep while a step runs;
 * `done` settles when the loop has stopped.
 */
export type Loop = { wake: () => void; done: Promise<void> }

/**
 * Runs a step, sleeps for the milliseconds it answers, and repeats both while `going`. A step that
 * throws is reported to `failed` and repeated a second later.
 */
export function loop(
  step: () => Promise<number>,
  going: () => boolean,
  failed: (error: Error) => void,
): Loop {
  const sleeper = { woken: false, wake: () => {} }
  const run = async () => {
    while (going()) {
      let waitMs = AFTER_ERROR_MS
      sleeper.woken = false
      try {
        waitMs = await step()
      } catch (error) {
        if (going()) failed(error as Error)
      }
      if (!going()) return
      // What woke it meanwhile may have come after the step looked.
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
