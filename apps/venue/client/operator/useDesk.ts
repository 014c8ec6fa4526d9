import { useCallback, useState } from 'react'

const TIMEOUT_MS = 30_000
const KEPT = 'venue-operator'

export type Keys = { secret: string; operator: string }
export type Said<T> = { code: number; message: string; data: T }
/** Asks the venue; a refusal is thrown as an Error whose message the operator may read. */
export type Ask = <T>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T>

/** Secret and name live as long as this tab. */
function kept(): Keys | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Keys | null
  } catch {
    return null
  }
}

async function call<T>(
  keys: Keys,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Said<T>> {
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
  return (await answer.json()) as Said<T>
}

/** Who is at the desk, and how he asks. */
export function useDesk() {
  const [keys, setKeys] = useState(kept)
  const leave = useCallback(() => {
    sessionStorage.removeItem(KEPT)
    setKeys(null)
  }, [])
  const enter = useCallback(async (given: Keys): Promise<string> => {
    const said = await call(given, 'GET', 'overview')
    if (said.code !== 0) return said.message
    sessionStorage.setItem(KEPT, JSON.stringify(given))
    setKeys(given)
    return ''
  }, [])
  const ask = useCallback<Ask>(
    async <T>(method: 'GET' | 'POST', path: string, body?: object) => {
      if (!keys) throw new Error('未登录')
      const said = await call<T>(keys, method, path, body)
      if (said.code === 401) leave()
      if (said.code !== 0) throw new Error(said.message)
      return said.data
    },
    [keys, leave],
  )
  return { keys, enter, leave, ask }
}
