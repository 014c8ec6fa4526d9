import type { Sent } from '@tianping/contract'
import type { Refused } from '../../app/api.ts'

export type Puzzle = {
  nonce: string
  salt: string
  cost: number
  keyLength: number
  keyPrefix: string
}
export type Solution = { counter: number; derivedKey: string }
type Challenge = { parameters: Puzzle }

/** A slow phone needs some seconds; beyond this the member reads the refusal instead. */
const longestMs = 90_000

/** Loaded when a challenge comes, which is hardly ever. */
function solve(puzzle: Puzzle): Promise<Solution | null> {
  const worker = new Worker(new URL('./proofWorker.ts', import.meta.url), { type: 'module' })
  return new Promise<Solution | null>(resolve => {
    worker.onmessage = (event: MessageEvent<Solution>) => resolve(event.data)
    worker.onerror = () => resolve(null)
    setTimeout(() => resolve(null), longestMs)
    worker.postMessage(puzzle)
  }).finally(() => worker.terminate())
}

/**
 * The same log-in with a proof of work, where the server asks for one: strangers are trying this
 * name, and a browser that was not used before has to spend a second. Null where it cannot be
 * solved: on plain http browsers have no cryptography.
 */
export async function withProof(
  refused: Refused,
  sent: Sent<'POST /api/login'>,
): Promise<Sent<'POST /api/login'> | null> {
  if (refused.reason !== 'login.proof_needed' || !window.isSecureContext) return null
  const { challenge } = refused.data as { challenge: Challenge }
  const solution = await solve(challenge.parameters)
  return solution && { ...sent, proof: JSON.stringify({ challenge, solution }) }
}
