import { HEADERS, newNonce, signatureOf } from '@tianping/venue-protocol'
import type { Clock } from '../../kernel/clock.ts'
import type { Settings } from '../../kernel/environment.ts'
import { Undeliverable, type Sender } from './sender.ts'

const ANSWER_MS = 10_000

/** What a gateway may answer differently to later; every other 4xx is for good. */
const TRY_AGAIN = [401, 403, 408, 425, 429]

/**
 * Text messages by a gateway of the operator: `POST {id, to, text}`, signed as the calls to venues
 * are (docs/venue-protocol.md, "Signature"). The gateway sends an `id` once, however often it is
 * asked to, and answers 2xx.
 */
export function smsSender(
  { url, keyId, secret }: NonNullable<Settings['sms']>,
  clock: Clock,
): Sender {
  const { pathname, search } = new URL(url)
  return {
    send: async ({ id, to, text }) => {
      const body = JSON.stringify({ id, to, text })
      const [timestampMs, nonce] = [String(clock.now().getTime()), newNonce()]
      const signed = { action: 'POST', target: pathname + search, timestampMs, nonce, body }
      const answer = await fetch(url, {
        method: 'POST',
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_MS),
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
      const said = `the gateway answered ${answer.status}`
      const forGood = answer.status < 500 && !TRY_AGAIN.includes(answer.status)
      throw forGood ? new Undeliverable(said) : new Error(said)
    },
    close: () => {},
  }
}
