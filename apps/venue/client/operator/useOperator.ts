import { useCallback, useEffect, useState } from 'react'

const TIMEOUT_MS = 30_000

export type Typed = { name: string; password: string; code: string }
export type Envelope<T> = { code: number; message: string; data: T }
/** Asks the venue; a refusal is thrown as an Error whose message the operator may read. */
export type Ask = <T>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T>

/** The session is a cookie that no script reads. */
async function call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<Envelope<T>> {
  const answer = await fetch(`/operator/api/${path}`, {
    method,
    ...(body
      ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      : {}),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    cache: 'no-store',
  })
  return (await answer.json()) as Envelope<T>
}

/** The name of the session's operator; null without a session. */
const nameNow = async (): Promise<string | null> =>
  (await call<{ name: string | null }>('GET', 'me')).data.name

/** The operator who is signed in, undefined until that is known, and the calls in that name. */
export function useOperator() {
  const [operator, setOperator] = useState<string | null | undefined>(undefined)
  useEffect(() => {
    nameNow().then(setOperator, () => setOperator(null))
  }, [])
  const leave = useCallback(() => {
    call('POST', 'leave', {}).then(
      () => setOperator(null),
      () => {},
    )
  }, [])
  const enter = useCallback(async (typed: Typed): Promise<string> => {
    const answer = await call('POST', 'enter', typed)
    if (answer.code !== 0) return answer.message
    setOperator(await nameNow())
    return ''
  }, [])
  const ask = useCallback<Ask>(async <T>(method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await call<T>(method, path, body)
    if (answer.code === 401) setOperator(null)
    if (answer.code !== 0) throw new Error(answer.message)
    return answer.data
  }, [])
  return { operator, enter, leave, ask }
}
