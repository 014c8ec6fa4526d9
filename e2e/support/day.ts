import { DAY_MS, beijingMidnight } from '@tianping/money/day'
const MINUTE_MS = 60_000

function untilRoom(begun: number, begunMs: number, leftMs: number): number {
  if (begun < begunMs) return begunMs - begun
  return begun > DAY_MS - leftMs ? DAY_MS - begun + begunMs : 0
}

/**
 * The day of Beijing has begun at least `begunMs` ago and goes on for `leftMs`: a test that speaks
 * of today waits for the next one when this one is about to end. Nearly always it need not.
 */
export async function dayWithRoom({
  begunMs = 0,
  leftMs = MINUTE_MS,
}: { begunMs?: number; leftMs?: number } = {}): Promise<void> {
  const begun = Date.now() - beijingMidnight(new Date()).getTime()
  const wait = untilRoom(begun, begunMs, leftMs)
  if (wait <= 0) return
  process.stderr.write(`waits ${Math.ceil(wait / MINUTE_MS)} minutes for the next day of Beijing\n`)
  await new Promise(done => setTimeout(done, wait))
}
