// How the project's own tools speak to a site they started.
import type { Stack } from './stack.ts'

const TIMEOUT_MS = 30_000

/** One call of the site's API; throws with its words when it is refused. */
export async function askSite<T>(
  stack: Stack,
  path: string,
  body: object,
  token = '',
): Promise<{ data: T; message: string }> {
  const answer = await fetch(stack.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const told = (await answer.json()) as { code: number; data: T; message: string }
  if (told.code !== 200) throw new Error(`${path} was refused: ${told.message}`)
  return told
}
