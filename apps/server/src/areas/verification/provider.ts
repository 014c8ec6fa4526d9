// The provider of identity checks, behind one port: a check is started by a signed call and
// answered later by a signed call of the provider (`decisionRoute.ts`).
import { HEADERS, newNonce, signatureOf } from '@tianping/venue-protocol'
import {
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel'
import type { Clock } from '../../kernel/clock.ts'
import type { Settings } from '../../kernel/environment.ts'

declare module '../../kernel/http/services.ts' {
  interface Services {
    /** Null where no provider is configured. */
    identity: IdentityProvider | null
  }
}

const ANSWER_MS = 20_000
/** So many failures in a row stop the calls for so long; then one is tried. */
const FAILURES = 5
const REST_MS = 30_000
/** What may be answered differently later; every other 4xx is for good. */
const TRY_AGAIN = [401, 403, 408, 425, 429]

/** What a check asks about. The same `check` is one check, however often it is started. */
export type Check = {
  check: string
  tier: number
  paper: string
  name: string
  number: string
  birthday: string
  expires: string
  address: string
  documents: { kind: string; type: 'webp' | 'pdf'; content: string }[]
}

/** The provider refuses this check for good. */
export class CheckRefused extends Error {}

export type IdentityProvider = { start(check: Check): Promise<void> }

export function identityProvider(
  settings: Settings['identity'],
  clock: Clock,
): IdentityProvider | null {
  if (!settings) return null
  const policy = wrap(
    circuitBreaker(
      handleWhen(error => !(error instanceof CheckRefused)),
      { halfOpenAfter: REST_MS, breaker: new ConsecutiveBreaker(FAILURES) },
    ),
    timeout(ANSWER_MS, TimeoutStrategy.Aggressive),
  )
  return {
    start: check => policy.execute(({ signal }) => start(settings, clock, check, signal)),
  }
}

async function start(
  { url, keyId, secret }: NonNullable<Settings['identity']>,
  clock: Clock,
  check: Check,
  signal: AbortSignal,
) {
  const { pathname, search } = new URL(url)
  const body = JSON.stringify(check)
  const [timestampMs, nonce] = [String(clock.now().getTime()), newNonce()]
  const signed = { action: 'POST', target: pathname + search, timestampMs, nonce, body }
  const answer = await fetch(url, {
    method: 'POST',
    body,
    redirect: 'error',
    signal,
    headers: {
      'content-type': 'application/json',
      [HEADERS.keyId]: keyId,
      [HEADERS.timestamp]: timestampMs,
      [HEADERS.nonce]: nonce,
      [HEADERS.signature]: signatureOf(secret, signed),
    },
  })
  await answer.body?.cancel()
  if (answer.ok) return
  const said = `the provider answered ${answer.status}`
  const forGood = answer.status < 500 && !TRY_AGAIN.includes(answer.status)
  throw forGood ? new CheckRefused(said) : new Error(said)
}
