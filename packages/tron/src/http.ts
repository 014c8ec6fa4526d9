// Questions to nodes of TRON over HTTP: one time-out, no redirection, and a node that fails rests
// while the next one is asked.
import { RpcAway } from '@tianping/evm'

export type Ask = <T>(path: string, body: object) => Promise<T>

const TIMEOUT_MS = 8_000
const MOST_BYTES = 16 * 1024 * 1024
const FAILURES = 2
const REST_MS = 15_000

async function post(url: string, body: object, apiKey: string): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(apiKey === '' ? {} : { 'TRON-PRO-API-KEY': apiKey }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  })
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  if (Number(answer.headers.get('content-length') ?? 0) > MOST_BYTES) throw new Error('too much')
  const read: unknown = await answer.json()
  if (typeof read !== 'object' || read === null) throw new Error('no object')
  // A node says what it cannot do with status 200.
  if ('Error' in read) throw new Error(String(read.Error).slice(0, 200))
  return read
}

export function askOne(urls: readonly string[], apiKey: string): Ask {
  const nodes = urls.map(url => ({ url: url.replace(/\/$/, ''), failures: 0, restsUntil: 0 }))
  return async <T>(path: string, body: object): Promise<T> => {
    const problems: string[] = []
    for (const node of nodes) {
      if (performance.now() < node.restsUntil) continue
      try {
        const found = await post(`${node.url}${path}`, body, apiKey)
        node.failures = 0
        return found as T
      } catch (error) {
        problems.push((error as Error).message)
        node.failures += 1
        if (node.failures >= FAILURES) node.restsUntil = performance.now() + REST_MS
      }
    }
    throw new RpcAway(problems.join('; ') || 'all nodes rest after failures')
  }
}
