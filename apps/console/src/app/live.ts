import type { ConsoleGiven } from '@tianping/contract/console'

export type Counts = ConsoleGiven<'POST /api/console/counts'>
/** The name of one queue's counter. */
export type Counter = keyof Counts

/**
 * The server beats every fifteen seconds: a line that is silent for longer is dead, whatever the
 * browser believes.
 */
const silenceMs = 40_000
const waitMs = { first: 1_000, most: 30_000 }

type Hearer = {
  signal: AbortSignal
  counts(counts: Counts): void
  /** Whether the stream stands. */
  status(up: boolean): void
  /** The session ended. */
  over(): void
}

/**
 * Listens until it is aborted. A line that breaks is taken up again, first soon, then ever later;
 * it begins with how things stand.
 */
export function listen(hearer: Hearer): void {
  void (async () => {
    let wait = waitMs.first
    while (!hearer.signal.aborted) {
      const began = Date.now()
      await once(hearer).catch(() => {})
      hearer.status(false)
      if (hearer.signal.aborted) return
      wait = Date.now() - began > silenceMs ? waitMs.first : Math.min(wait * 2, waitMs.most)
      await new Promise(done => setTimeout(done, wait * (0.75 + Math.random() / 2)))
    }
  })()
}

async function once(hearer: Hearer): Promise<void> {
  const dead = new AbortController()
  let watchdog: ReturnType<typeof setTimeout> | undefined
  const alive = () => {
    clearTimeout(watchdog)
    watchdog = setTimeout(() => dead.abort(), silenceMs)
  }
  alive()
  try {
    const response = await fetch(new URL('/api/console/live', location.href), {
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { accept: 'text/event-stream', 'x-tianping-console': '1' },
      signal: AbortSignal.any([hearer.signal, dead.signal]),
    })
    if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
      throw new Error('no stream')
    let text = ''
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      alive()
      text += value
      const whole = text.split('\n\n')
      text = whole.pop() ?? ''
      for (const event of whole) hear(event, hearer)
    }
  } finally {
    clearTimeout(watchdog)
  }
}

function hear(event: string, hearer: Hearer) {
  const kind = /^event: (\w+)$/m.exec(event)?.[1]
  const data = /^data: (.*)$/m.exec(event)?.[1]
  if (kind === 'over') hearer.over()
  if (kind !== 'counts' || !data) return
  hearer.counts(JSON.parse(data) as Counts)
  hearer.status(true)
}
