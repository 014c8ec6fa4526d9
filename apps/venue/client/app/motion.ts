/** True when movement is to be skipped: the player asked the system for less of it, or nobody sees the page. */
export function still(): boolean {
  return document.visibilityState === 'hidden' || matchMedia('(prefers-reduced-motion: reduce)').matches
}

export function until(atMs: number): Promise<void> {
  return new Promise(done => setTimeout(done, Math.max(0, atMs - performance.now())))
}
