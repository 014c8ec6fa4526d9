// Who sends a message of web push, signed for one push service (RFC 8292).
import { createPrivateKey, sign, type KeyObject } from 'node:crypto'
import type { PushKeys } from '../../../kernel/pushKeys.ts'

/** A signature is good for so long; the standard allows a day. */
const GOOD_S = 12 * 3_600

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function keyOf({ publicKey, privateKey }: PushKeys): KeyObject {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(each => each.toString('base64url'))
  const key = { kty: 'EC', crv: 'P-256', x, y, d: privateKey }
  return createPrivateKey({ key, format: 'jwk' })
}

/** Answers the header of a request to an endpoint. */
export function vapidSigner(keys: PushKeys): (endpoint: URL, now: Date) => string {
  const key = keyOf(keys)
  return ({ origin }, now) => {
    const claims = {
      aud: origin,
      exp: Math.floor(now.getTime() / 1_000) + GOOD_S,
      sub: keys.contact,
    }
    const said = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
    const signature = sign('sha256', Buffer.from(said), { key, dsaEncoding: 'ieee-p1363' })
    return `vapid t=${said}.${signature.toString('base64url')}, k=${keys.publicKey}`
  }
}
