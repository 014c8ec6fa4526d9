import type { Answer } from '@tianping/contract'
import { Failed, noAnswer, refused } from '../../app/api.ts'

/** A long list is written as it is read, which takes minutes. */
const FILE_TIMEOUT_MS = 600_000

/** A file that the server has begun to send. `blob` throws `Failed` where it breaks off. */
export type Opened = { name: string; blob: () => Promise<Blob> }

/**
 * Asks for a file, which is no call of the contract, and resolves as soon as the server sends it.
 * Throws `Failed` with what the server says where it refuses: a refusal is JSON, a file never is.
 * An abort through `signal` is thrown as it is.
 */
export async function openFile(path: string, signal?: AbortSignal): Promise<Opened> {
  const timeout = AbortSignal.timeout(FILE_TIMEOUT_MS)
  const unless = async <T>(work: Promise<T>, failed: () => Failed): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (signal?.aborted) throw error
      throw failed()
    }
  }
  const response = await unless(
    fetch(new URL(path, location.href), {
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { 'x-tianping-console': '1' },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    }),
    () => noAnswer(0, false),
  )
  if (response.headers.get('content-type')?.startsWith('application/json') || !response.ok)
    throw refused(
      response.status,
      await (response.json() as Promise<Answer<unknown>>).catch(() => null),
    )
  return {
    name: nameIn(response.headers.get('content-disposition') ?? ''),
    blob: () => unless(response.blob(), () => new Failed(0, BROKEN_OFF, false)),
  }
}

const BROKEN_OFF = '文件没有完整收到，请重试'

/** In its own words where the server has one in them (RFC 6266, `filename*`). */
const nameIn = (disposition: string) => {
  const own = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  return own ? decodeURIComponent(own) : (/filename="([^"]+)"/.exec(disposition)?.[1] ?? '')
}

/** A whole file, to be shown. Throws as `openFile` does. */
export const fetchFile = async (path: string, signal?: AbortSignal): Promise<Blob> =>
  (await openFile(path, signal)).blob()
