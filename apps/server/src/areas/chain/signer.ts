// The signer as the server sees it: a process that holds the private key, asked by signed requests.
import { signedHeaders } from '@tianping/evm'
import { z } from 'zod'

const TIMEOUT_MS = 10_000

const answer = z.object({
  /** `waits`: a limit of the day is reached · `sent`: on its way · the others are for good. */
  state: z.enum(['waits', 'sent', 'done', 'failed']),
  hash: z.string(),
  reason: z.string(),
})
export type SignerAnswer = z.output<typeof answer>

/** `known`: the signer has answered for this task before. */
export type SignerTask = { id: string; known: boolean } & (
  | { kind: 'payout'; to: string; units: string }
  | { kind: 'sweep'; place: number }
)

export type Signer = {
  /** Hands a task over. A repetition with the same id answers how the task stands. */
  hand(task: SignerTask, now: Date): Promise<SignerAnswer>
}

/** Throws when the signer does not answer: whether it has the task is unknown then. */
export const signerOf = ({ url, secret }: { url: string; secret: string }): Signer => ({
  hand: async (task, now) => {
    const request = { method: 'POST', path: '/tasks', body: JSON.stringify(task) }
    const answered = await fetch(`${url}${request.path}`, {
      method: request.method,
      body: request.body,
      headers: { 'content-type': 'application/json', ...signedHeaders(secret, request, now) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    })
    if (!answered.ok) throw new Error(`the signer answered with status ${answered.status}`)
    return answer.parse(await answered.json())
  },
})
