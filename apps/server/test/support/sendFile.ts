import { randomBytes } from 'node:crypto'
import type { Answered, TestSite } from './site.ts'

/** One file as a browser sends it, with other fields before it. */
export async function sendFile<T = unknown>(
  site: TestSite,
  url: string,
  { token, fields, bytes }: { token: string; fields: Record<string, string>; bytes: Buffer },
): Promise<Answered<T>> {
  const boundary = `b${randomBytes(8).toString('hex')}`
  const part = (name: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`
  const head = [
    ...Object.entries(fields).map(([name, value]) => `${part(name)}\r\n\r\n${value}\r\n`),
    `${part('file')}; filename="a.jpg"\r\ncontent-type: application/octet-stream\r\n\r\n`,
  ].join('')
  const answer = await site.app.inject({
    method: 'POST',
    url,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  return answer.json<Answered<T>>()
}
