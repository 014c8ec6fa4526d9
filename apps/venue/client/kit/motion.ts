/** Asked in the middle of taps and landings, so it is made once. */
const calm = matchMedia('(prefers-reduced-motion: reduce)')

/**
 * True when movement is to be skipped: the player asked the system for less of it, or nobody sees
 * the page.
 */
export function skipsMotion(): boolean {
  return document.visibilityState === 'hidden' || calm.matches
}

/** A frame that does not come (the page was put away) is waited for no longer than this. */
const FRAME_TIMEOUT_MS = 100

/**
 * Resolves once what was just changed is on the screen. What a tap is answered with comes first;
 * what can follow a frame later does not hold it up.
 */
export function painted(): Promise<void> {
  if (skipsMotion()) return Promise.resolve()
  return new Promise(done => {
    setTimeout(done, FRAME_TIMEOUT_MS)
    requestAnimationFrame(() => setTimeout(done))
  })
}

export function sleepUntil(atMs: number): Promise<void> {
  return new Promise(done => setTimeout(done, Math.max(0, atMs - performance.now())))
}
