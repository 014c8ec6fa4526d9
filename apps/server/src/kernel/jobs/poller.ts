import type { Logger } from 'pino'

export type Poller = { stop(): Promise<void> }

/**
 * Does `work` again and again, `pauseMs` after it ended, never twice at once; while it answers more
 * than zero it goes on at once. A failure is logged and the next turn comes as usual. `stop` waits
 * for the turn under way.
 */
export function poll(
  name: string,
  pauseMs: number,
  log: Logger,
  work: () => Promise<number>,
): Poller {
  let stopped = false
  let wake = () => {}
  const turns = (async () => {
    while (!stopped) {
      let done = 0
      try {
        done = await work()
      } catch (error) {
        log.error({ err: error, job: name }, 'job failed')
      }
      if (done > 0 || stopped) continue
      await new Promise<void>(resume => {
        const timer = setTimeout(resume, pauseMs)
        wake = () => {
          clearTimeout(timer)
          resume()
        }
      })
    }
  })()
  return {
    stop: async () => {
      stopped = true
      wake()
      await turns
    },
  }
}
