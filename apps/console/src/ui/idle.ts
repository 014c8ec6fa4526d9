const MOST_MS = 1_000

/** Resolves when the browser has nothing else to do, after a second at the latest. */
export const idle = (): Promise<void> =>
  new Promise(done => {
    // Safari has none.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => done(), { timeout: MOST_MS })
    else setTimeout(done, 50)
  })
