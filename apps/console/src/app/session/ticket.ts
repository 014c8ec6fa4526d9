/** What a way from another brand's back office looks like: `#/enter?ticket=…`. */
const WAY = /^#\/enter\?ticket=([0-9a-f]{64})$/

function read(): string {
  const found = WAY.exec(location.hash)
  // At once, so that neither the history nor a reload has it.
  if (found) history.replaceState(null, '', '#/')
  return found?.[1] ?? ''
}

let waiting = read()

/** A ticket counts for so long; whoever was in already has let it lapse. */
const GOOD_MS = 30_000

/** The ticket that one came with, the first time it is asked for; empty without one. */
export function takeTicket(): string {
  const ticket = performance.now() < GOOD_MS ? waiting : ''
  waiting = ''
  return ticket
}
