import { request as httpRequest } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import type { Clock } from '../../../kernel/clock.ts'
import { InnerAddress, outerLookup } from '../../../kernel/innerAddress.ts'
import type { PushKeys } from '../../../kernel/pushKeys.ts'
import { Undeliverable, type Sender, type Sending } from '../sender.ts'
import { encrypted } from './encrypt.ts'
import { endpointOf, isNamedOrigin } from './endpoint.ts'
import type { Subscription } from './subscription.ts'
import { vapidSigner } from './vapid.ts'

const ANSWER_MS = 10_000
/** How long a push service keeps what a sleeping phone has not fetched. */
const KEPT_S = 86_400
/** Every message is as long: far more than the general words need. */
const SIZE = 1_024
/** What a push service may answer differently to later; every other 4xx is for good. */
const TRY_AGAIN = [408, 425, 429]
/** The browser is gone, or took its permission back. */
const GONE = [404, 410]

/** The browser takes no messages any more: its subscription is of no further use. */
export class Gone extends Undeliverable {}

type Posting = { url: URL; body: Buffer; headers: Record<string, string>; inner: boolean }

/** Answers the status. Redirections are not followed, and nothing of the body is kept. */
const post = ({ url, body, headers, inner }: Posting, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    const options = { method: 'POST', headers, signal: AbortSignal.timeout(ANSWER_MS) }
    const asked =
      inner && url.protocol === 'http:'
        ? httpRequest(url, options)
        : httpsRequest(url, { ...options, ...(inner ? {} : { agent }) })
    asked.on('response', answer => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    asked.on('error', reject)
    asked.end(body)
  })

/** Messages to browsers by web push (RFC 8030); `to` is a subscription as JSON. */
export function pushSender(keys: PushKeys, clock: Clock): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: 8, lookup: outerLookup })
  const signed = vapidSigner(keys)
  const send = async ({ id, to, text }: Sending) => {
    const { endpoint, p256dh, auth } = JSON.parse(to) as Subscription
    const url = endpointOf(endpoint, keys.services)
    if (!url) throw new Gone('the push service is not listed any more')
    const body = encrypted(text, { p256dh, auth }, { size: SIZE })
    const headers = {
      authorization: signed(url, clock.now()),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      'content-length': String(body.length),
      ttl: String(KEPT_S),
      urgency: 'normal',
      // A message that was tried twice takes its own place.
      topic: id.slice(0, 32),
    }
    const inner = isNamedOrigin(url, keys.services)
    const status = await post({ url, body, headers, inner }, agent).catch((error: unknown) => {
      throw error instanceof InnerAddress ? new Gone(error.message, { cause: error }) : error
    })
    refuse(status)
  }
  return { send, close: () => agent.destroy() }
}

function refuse(status: number) {
  if (status >= 200 && status < 300) return
  const said = `the push service answered ${status}`
  if (GONE.includes(status)) throw new Gone(said)
  const forGood = status < 500 && !TRY_AGAIN.includes(status)
  throw forGood ? new Undeliverable(said) : new Error(said)
}
