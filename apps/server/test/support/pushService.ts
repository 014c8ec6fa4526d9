// A push service and the browsers behind it, as the standards have them: messages come signed by
// the site (RFC 8292) and encrypted for one browser (RFC 8291), or they are not taken.
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import Fastify from 'fastify'
import { newPushKeys } from '../../src/kernel/pushKeys.ts'
import { present } from '../../src/kernel/present.ts'
import { atEnd } from '../../../../tooling/test/ends/atEnd.ts'

export type Shown = { title: string; body: string; link: string; tag: string }
export type Pushed = {
  /** The browser that it came for. */
  path: string
  bytes: number
  shown: Shown
  headers: Record<string, string>
}

/** A browser's own keys; the push service knows nothing of them. */
function newBrowser(origin: string) {
  const pair = createECDH('prime256v1')
  const p256dh = pair.generateKeys('base64url')
  const auth = randomBytes(16)
  const path = `/push/${randomBytes(8).toString('hex')}`
  const read = (body: Buffer): string => {
    const [salt, length] = [body.subarray(0, 16), body.readUInt8(20)]
    const sender = body.subarray(21, 21 + length)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
    const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32))
    const part = (name: string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, bytes))
    const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
    decipher.setAuthTag(body.subarray(-16))
    const record = body.subarray(21 + length, -16)
    const plain = Buffer.concat([decipher.update(record), decipher.final()])
    // The last 2 ends the text; zeros fill the rest.
    return plain.subarray(0, plain.lastIndexOf(2)).toString()
  }
  const subscription = { endpoint: origin + path, p256dh, auth: auth.toString('base64url') }
  return { path, read, subscription }
}

/** Whether the header is of the site, for this service and of now. */
function isSigned(header: string, key: string, { origin, now }: { origin: string; now: number }) {
  const [, token = '', k] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  if (k !== key) return false
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(each => each.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x, y }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const given = Buffer.from(signature, 'base64url')
  const signed = Buffer.from(`${head}.${claims}`)
  const right = verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, given)
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    aud: string
    exp: number
    sub: string
  }
  const fresh = exp * 1_000 > now && exp * 1_000 - now <= 86_400_000
  return right && aud === origin && fresh && sub.startsWith('mailto:')
}

/** Answers `state.answer` to what is signed right; `now` is the time of the site. */
export async function openPushService(now: () => Date) {
  const keys = newPushKeys()
  const got: Pushed[] = []
  const state = { answer: 201 }
  const browsers = new Map<string, ReturnType<typeof newBrowser>>()
  const app = Fastify()
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) =>
    done(null, body),
  )
  const { address } = await listen()
  async function listen() {
    app.post('/push/:browser', async (request, reply) => {
      const header = String(request.headers.authorization)
      const at = { origin: address, now: now().getTime() }
      if (!isSigned(header, keys.publicKey, at)) return reply.code(403).send()
      if (state.answer !== 201) return reply.code(state.answer).send()
      const browser = present(browsers.get(request.url), 'browser')
      const body = request.body as Buffer
      got.push({
        path: browser.path,
        bytes: body.length,
        shown: JSON.parse(browser.read(body)) as Shown,
        headers: request.headers as Record<string, string>,
      })
      return reply.code(201).send()
    })
    return { address: await app.listen({ port: 0, host: '127.0.0.1' }) }
  }
  atEnd(() => app.close())
  return {
    got,
    state,
    origin: address,
    keys,
    /** What a browser answers to a page that subscribes for the site's key. */
    browser: () => {
      const made = newBrowser(address)
      browsers.set(made.path, made)
      return { path: made.path, sent: { ...made.subscription, key: keys.publicKey } }
    },
    env: {
      PUSH_PUBLIC_KEY: keys.publicKey,
      PUSH_PRIVATE_KEY: keys.privateKey,
      PUSH_CONTACT: 'mailto:push@site.example',
      PUSH_SERVICES: address,
    },
  }
}
