import { callTimeoutMs } from '../../app/api.ts'

/** A file as the server gives it, which is no call of the contract. Throws what it said. */
export async function fetchFile(path: string, signal?: AbortSignal): Promise<Blob> {
  const limit = AbortSignal.timeout(callTimeoutMs)
  const response = await fetch(new URL(path, location.href), {
    credentials: 'same-origin',
    cache: 'no-store',
    headers: { 'x-tianping-console': '1' },
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  })
  if (response.headers.get('content-type')?.startsWith('application/json')) {
    const { message } = (await response.json()) as { message?: string }
    throw new Error(message ?? '无法打开文件')
  }
  if (!response.ok) throw new Error('无法打开文件')
  return response.blob()
}
