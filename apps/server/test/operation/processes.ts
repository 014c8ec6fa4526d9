// Servers as processes of their own, as in production; their sandbox settings are the least they
// start with.
import type { ChildProcess } from 'node:child_process'
import { endService, launchService } from '../../../../tooling/stack.ts'

const started: ChildProcess[] = []

export type Instance = { url: string; port: number; child: ChildProcess }

/** Starts a server and answers when it takes calls. */
export async function launchServer(
  env: Record<string, string> & { DATABASE_URL: string },
): Promise<Instance> {
  const { child, port } = await launchService(
    'apps/server/src/main.ts',
    {
      PATH: process.env['PATH'] ?? '',
      TIANPING_MODE: 'sandbox',
      LOG_LEVEL: 'fatal',
      PORT: '0',
      ...env,
    },
    started,
  )
  return { url: `http://127.0.0.1:${port}`, port, child }
}

export const endAll = () => Promise.all(started.map(endService))

export type Said = { status: number; code: number; data: Record<string, unknown> }

/** One call as a client makes it, over a connection that is kept for the next one. */
export async function ask(
  { url }: Instance,
  name: string,
  body: object = {},
  token = '',
): Promise<Said> {
  const response = await fetch(`${url}${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  const { code, data } = (await response.json()) as Omit<Said, 'status'>
  return { status: response.status, code, data }
}

/** What an instance lacks to be sent calls; null while it does not answer at all. */
export const lackingOf = ({ url }: Instance): Promise<string[] | null> =>
  fetch(`${url}/readyz`).then(
    async response => ((await response.json()) as { lacking?: string[] }).lacking ?? [],
    () => null,
  )
