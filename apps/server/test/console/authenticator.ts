// An authenticator in software: makes passkeys and shows them, as a browser's would, on ES256.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

const b64 = (bytes: Buffer | Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

/** CBOR of what is needed here: small integers, byte strings, texts and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number) => {
    if (n < 24) return Buffer.from([(major << 5) | n])
    if (n < 256) return Buffer.from([(major << 5) | 24, n])
    return Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  }
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each as string)]),
  ])
}

export class Authenticator {
  private readonly origin: string
  private readonly credentialId: Buffer
  private readonly privateKey: KeyObject
  private readonly publicKey: Buffer
  private counter = 0

  constructor(origin: string, idBytes = 32) {
    this.origin = origin
    this.credentialId = randomBytes(idBytes)
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x, y } = publicKey.export({ format: 'jwk' })
    this.privateKey = privateKey
    this.publicKey = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ]),
    )
  }

  make(options: Record<string, unknown>) {
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([this.credentialId.length >> 8, this.credentialId.length & 0xff]),
      this.credentialId,
      this.publicKey,
    ])
    const attestationObject = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Buffer.concat([this.data(0x45), attested])],
      ]),
    )
    return this.answer({
      clientDataJSON: b64(this.client('webauthn.create', options)),
      attestationObject: b64(attestationObject),
      transports: ['internal'],
    })
  }

  /**
   * `verified` false: somebody touched it, but it does not know who. `origin`: where the browser
   * says it stands.
   */
  show(options: Record<string, unknown>, verified = true, origin = this.origin) {
    this.counter++
    const client = this.client('webauthn.get', options, origin)
    const data = this.data(verified ? 0x05 : 0x01)
    return this.answer({
      clientDataJSON: b64(client),
      authenticatorData: b64(data),
      signature: b64(sign('sha256', Buffer.concat([data, sha256(client)]), this.privateKey)),
    })
  }

  private answer(response: object) {
    return {
      id: b64(this.credentialId),
      rawId: b64(this.credentialId),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    }
  }

  private client(type: string, options: Record<string, unknown>, origin = this.origin) {
    return Buffer.from(
      JSON.stringify({ type, challenge: options['challenge'], origin, crossOrigin: false }),
    )
  }

  private data(flags: number) {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(new URL(this.origin).hostname), Buffer.from([flags]), counter])
  }
}
