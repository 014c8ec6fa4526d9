// Runs beside the page's own scripts, which take far longer to arrive: enters the session and asks
// for the page's first view meanwhile. What it holds is handed out once by `api.ts`; whatever went
// wrong here is asked again there.
import type { Early } from './api.ts'

const launchToken = /^#t=([A-Za-z0-9_-]{43})(?:&m=\d{1,9})?$/.exec(location.hash)?.[1]

async function ask(method: 'GET' | 'POST', path: string, token: string, body?: string) {
  const askedAtMs = Date.now()
  const answer = await fetch(path, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body } : {}),
    signal: AbortSignal.timeout(8_000),
    credentials: 'omit',
    cache: 'no-store',
  })
  if (!answer.ok) throw new Error(String(answer.status))
  return { envelope: await answer.json(), atMs: (askedAtMs + Date.now()) / 2 }
}

if (launchToken && location.pathname.startsWith('/play/')) {
  const body = JSON.stringify({ token: launchToken })
  const entered = ask('POST', '/api/session', '', body)
  const held: Early = { [`/api/session ${body}`]: entered }
  const first = document.querySelector<HTMLElement>('script[data-first]')?.dataset['first']
  if (first) {
    held[`${first} `] = entered.then(({ envelope }) => {
      if (envelope.code !== 0) throw new Error(envelope.message)
      return ask('GET', first, envelope.data.token)
    })
  }
  // Nobody may be listening yet when one fails.
  for (const asked of Object.values(held)) asked.catch(() => {})
  Object.assign(globalThis, { early: held })
}
