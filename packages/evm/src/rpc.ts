// JSON-RPC over HTTP with time-outs. An endpoint that fails rests for a while and the next one is
// asked; what a node refuses is refused everywhere.

export type RpcCall = { method: string; params: readonly unknown[] }

export type Rpc = {
  call<T>(method: string, params?: readonly unknown[]): Promise<T>
  /** Several calls in one request, answered in their order; one that is refused fails all. */
  batch<T>(calls: readonly RpcCall[]): Promise<T[]>
}

/** No endpoint answered. Whether a transaction arrived is unknown then. */
export class RpcAway extends Error {
  override name = 'RpcAway'
}

/** The node answered with an error. */
export class RpcRefused extends Error {
  override name = 'RpcRefused'
  readonly data: string
  constructor(message: string, data: string) {
    super(message)
    this.data = data
  }
}

type Answer = { id: number; result?: unknown; error?: { message?: string; data?: unknown } }
type Endpoint = { url: string; failures: number; restsUntil: number }

const TIMEOUT_MS = 8_000
/** An endpoint rests after this many failures in a row, for so long. */
const FAILURES = 2
const REST_MS = 15_000

async function post(url: string, calls: readonly RpcCall[], timeoutMs: number): Promise<Answer[]> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls.map((each, id) => ({ jsonrpc: '2.0', id, ...each }))),
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  })
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  const read: unknown = await answer.json()
  if (!Array.isArray(read)) throw new Error('no list of answers')
  return read as Answer[]
}

function resultOf({ result, error }: Answer): unknown {
  if (!error) return result
  const data = typeof error.data === 'string' ? error.data : ''
  throw new RpcRefused(error.message ?? 'refused', data)
}

function inOrder<T>(calls: readonly RpcCall[], answers: Answer[]): T[] {
  const byId = new Map(answers.map(each => [each.id, each]))
  return calls.map((call, id) => {
    const answer = byId.get(id)
    if (!answer) throw new Error(`no answer to ${call.method}`)
    return resultOf(answer) as T
  })
}

export function openRpc(urls: readonly string[], timeoutMs = TIMEOUT_MS): Rpc {
  const endpoints = urls.map((url): Endpoint => ({ url, failures: 0, restsUntil: 0 }))
  const batch = async <T>(calls: readonly RpcCall[]): Promise<T[]> => {
    if (calls.length === 0) return []
    const problems: string[] = []
    for (const endpoint of endpoints) {
      if (performance.now() < endpoint.restsUntil) continue
      try {
        const found = inOrder<T>(calls, await post(endpoint.url, calls, timeoutMs))
        endpoint.failures = 0
        return found
      } catch (error) {
        if (error instanceof RpcRefused) throw error
        problems.push((error as Error).message)
        endpoint.failures += 1
        if (endpoint.failures >= FAILURES) endpoint.restsUntil = performance.now() + REST_MS
      }
    }
    throw new RpcAway(problems.join('; ') || 'all endpoints rest after failures')
  }
  return {
    batch,
    call: async <T>(method: string, params: readonly unknown[] = []) => {
      const [only] = await batch<T>([{ method, params }])
      return only as T
    },
  }
}
