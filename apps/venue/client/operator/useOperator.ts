import { useCallback, useState } from 'react'

const TIMEOUT_MS = 30_000
const STORAGE_KEY = 'venue-operator'

export type Keys = { secret: string; operator: string }
export type Envelope<T> = { code: number; message: string; data: T }
/** Asks the venue; a refusal is thrown as an Error whose message the operator may read. */
export type Ask = <T>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T>

/** Secret and name live as long as this tab. */
function storedKeys(): Keys | null {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Keys | null
  } catch {
    return null
  }
}

async function call<T>(
  keys: Keys,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Envelope<T>> {
  const answer = await fetch(`/operator/api/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${keys.secret}`,
      'x-operator': encodeURIComponent(keys.operator),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    credentials: 'omit',
    cache: 'no-store',
  })
  return (await answer.json()) as Envelope<T>
}

/** The operator who is signed in, and the calls in that name. */
export function useOperator() {
  const [keys, setKeys] = useState(storedKeys)
  const leave = useCallback(() => {
    sessionStorage.removeItem(STORAGE_KEY)
    setKeys(null)
  }, [])
  const enter = useCallback(async (given: Keys): Promise<string> => {
    const answer = await call(given, 'GET', 'overview')
    if (answer.code !== 0) return answer.message
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(given))
    setKeys(given)
    return ''
  }, [])
  const ask = useCallback<Ask>(
    async <T>(method: 'GET' | 'POST', path: string, body?: object) => {
      if (!keys) throw new Error('未登录')
      const answer = await call<T>(keys, method, path, body)
      if (answer.code === 401) leave()
      if (answer.code !== 0) throw new Error(answer.message)
      return answer.data
    },
    [keys, leave],
  )
  return { keys, enter, leave, ask }
}
