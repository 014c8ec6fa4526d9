// Proofs of work by ALTCHA (version 2 of its protocol): the server signs a challenge, the browser
// searches a number, the server checks it by one signature.
import { createChallenge, randomInt, verifySolution, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Services } from '../../kernel/http/services.ts'
import { keyFor } from '../../kernel/keyed.ts'
import { spendProof } from './store/proof.sql.ts'

/** Rounds of each key: enough that a browser is about as fast as a program. */
const ROUNDS = 5_000
const GOOD_MS = 5 * 60_000

type Guarding = Pick<Services, 'db' | 'clock' | 'settings'>

const secretsOf = ({ settings }: Guarding) => ({
  hmacSignatureSecret: keyFor(settings, 'proof of work, challenge').toString('hex'),
  hmacKeySignatureSecret: keyFor(settings, 'proof of work, answer').toString('hex'),
})

/**
 * A challenge for one log-in of one name. The answer lies between half of `steps` and all of them,
 * so that the time it takes varies little.
 */
export const newChallenge = (
  guarding: Guarding,
  { name, steps }: { name: string; steps: number },
): Promise<Challenge> =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: ROUNDS,
    counter: randomInt(steps, Math.ceil(steps / 2)),
    deriveKey,
    data: { purpose: 'login', name, until: guarding.clock.now().getTime() + GOOD_MS },
    ...secretsOf(guarding),
  })

const sent = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      data: z.object({ purpose: z.literal('login'), name: z.string(), until: z.number() }),
    }),
    signature: z.string().regex(/^[\da-f]{64}$/),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

function readProof(proof: string): z.output<typeof sent> | undefined {
  try {
    return sent.safeParse(JSON.parse(proof)).data
  } catch {
    return undefined
  }
}

/**
 * Whether a proof answers a challenge of ours for this name, in time, and was not used before. It
 * is used up by that.
 */
export async function takeProof(
  guarding: Guarding,
  { name, proof }: { name: string; proof: string },
): Promise<boolean> {
  const read = readProof(proof)
  if (!read) return false
  const { challenge, solution } = read
  const { data } = challenge.parameters
  if (data.name !== name || data.until <= guarding.clock.now().getTime()) return false
  const { verified } = await verifySolution({
    challenge,
    solution,
    deriveKey,
    ...secretsOf(guarding),
  })
  if (!verified) return false
  return spendProof(guarding.db, {
    signature: challenge.signature,
    expiresAt: new Date(data.until),
  })
}
