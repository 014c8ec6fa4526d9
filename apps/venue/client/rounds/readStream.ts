/**
 * The server says something at least every ten seconds; after this much silence the line is dead.
 */
const SILENCE_MS = 25_000

export type StreamEvent = { id: string; name: string; data: string }

/**
 * Reads a table's stream until it ends, breaks, falls silent or is aborted. (EventSource cannot
 * send the session's header, and a secret does not belong into an address.)
 */
export async function readStream({
  path = '/api/table/stream',
  token,
  lastId,
  signal,
  onEvent,
}: {
  path?: string
  token: string
  lastId: string
  signal: AbortSignal
  onEvent: (event: StreamEvent) => void
}): Promise<void> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE_MS)
  try {
    const answer = await fetch(path, {
      headers: { authorization: `Bearer ${token}`, ...(lastId ? { 'last-event-id': lastId } : {}) },
      signal: AbortSignal.any([signal, silence.signal]),
      cache: 'no-store',
      credentials: 'omit',
    })
    if (!answer.ok || !answer.body) return
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
      const blocks = (rest + value).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = parse(block)
        if (event) onEvent(event)
      }
    }
  } catch {
    // Whatever broke it, the caller connects again.
  } finally {
    clearTimeout(timer)
  }
}

/** A block of the stream; null for a heartbeat. */
function parse(block: string): StreamEvent | null {
  const event = { id: '', name: '', data: '' }
  for (const line of block.split('\n')) {
    const [field, ...rest] = line.split(': ')
    const value = rest.join(': ')
    if (field === 'id') event.id = value
    if (field === 'event') event.name = value
    if (field === 'data') event.data = value
  }
  return event.name ? event : null
}
