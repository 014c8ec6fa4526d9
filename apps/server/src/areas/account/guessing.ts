import { say } from '@tianping/contract/refusals'
import { explained, figures } from '../../kernel/http/explain.ts'
import type { Services } from '../../kernel/http/services.ts'
import {
  attempt,
  attemptFrom,
  attemptsIn,
  bucketsFrom,
  forget,
  forgive,
  giveBack,
  limits,
  takeAttempt,
} from '../../kernel/http/throttle.ts'
import { securityRule } from '../../kernel/security/setting.ts'
import { newChallenge, takeProof } from './proof.ts'

/** The work doubles with each so many tries of an hour, four times at most. */
const TRIES_PER_DOUBLING = 25
const MOST_DOUBLINGS = 3
const MINUTE_MS = 60_000

type Trying = {
  name: string
  address: string
  /** The browser's mark and whether the member logged in with it before. */
  device: string
  known: boolean
  memberId: bigint | undefined
  /** What answers a challenge; empty for none. */
  proof: string
}
type Counting = Pick<Services, 'db' | 'clock' | 'settings'>

/**
 * Counts a try of a password before it is verified, and refuses one too many; answers what to do
 * when the password was right. A device that the member used before counts by itself, so that
 * strangers lock nobody out. From elsewhere a name counts by network and, over all networks, asks
 * for a proof of work and then stops
 * (docs/decisions/0046-a-name-under-attack-asks-for-work.md).
 */
export async function countTry(
  counting: Counting,
  trying: Trying,
): Promise<() => Promise<unknown>> {
  const { db, clock } = counting
  const now = clock.now()
  const name = trying.name.toLowerCase()
  await attemptFrom(db, 'login:address', trying.address, limits.loginByAddress, now)
  if (trying.known) {
    const own = `login:device:${trying.device}:${name}`
    await attempt(db, own, limits.loginFromOne, now)
    return () => forget(db, own)
  }
  const from = `login:from:${name}`
  const here = bucketsFrom(from, trying.address)
  const [free, all] = [`login:free:${name}`, `login:name:${name}`]
  await attemptFrom(db, from, trying.address, limits.loginFromOne, now)
  const isFree = await takeAttempt(db, free, limits.loginFree, now)
  if (!isFree && !(await takeProof(counting, { name, proof: trying.proof }))) {
    await giveBack(db, here)
    throw await proofNeeded(counting, { ...trying, name }, { free, all })
  }
  await attempt(db, all, limits.loginByName, now)
  return () => forgive(db, { all: [free, ...here], one: [all] })
}

async function proofNeeded(
  counting: Counting,
  { name, memberId }: Trying,
  buckets: { free: string; all: string },
) {
  const { db, clock } = counting
  const now = clock.now()
  const [{ endsAt }, { attempts }, { value }] = await Promise.all([
    attemptsIn(db, buckets.free, now),
    attemptsIn(db, buckets.all, now),
    securityRule(db),
  ])
  const doublings = Math.min(MOST_DOUBLINGS, Math.floor(attempts / TRIES_PER_DOUBLING))
  const challenge = await newChallenge(counting, { name, steps: value.proofSteps * 2 ** doublings })
  const minutes = Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / MINUTE_MS))
  return explained(
    say('login.proof_needed', { minutes }),
    {
      rule: 'login_proof',
      version: 0,
      inputs: [
        figures.count('max', '次数上限', limits.loginFree.attempts),
        figures.time('again_at', '可再次尝试', endsAt),
      ],
    },
    { challenge },
  ).about(memberId)
}
